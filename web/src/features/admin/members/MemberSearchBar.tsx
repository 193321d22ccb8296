import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { Row } from '../../../ui'
import { Choices } from '../../../ui/kit/Choices'
import { filters, type Filter } from './filters'
import classes from './MembersTab.module.css'

interface Props {
  typed: string
  setTyped: (typed: string) => void
  filter: Filter
  setFilter: (filter: Filter) => void
}

/** Whom the list of members shows: by name or handle, and by what they are. */
export function MemberSearchBar({ typed, setTyped, filter, setFilter }: Props) {
  return (
    <Row gap={[3, 5]} align="end">
      <TextInput
        type="search"
        label="Search members"
        placeholder="Name or handle"
        value={typed}
        maxLength={80}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className={classes.search}
      />
      <Choices legend="Show" choices={filters} chosen={filter} choose={setFilter} />
    </Row>
  )
}
