import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { governmentRoles } from '@nation/domain/permissions'
import { officeTitle } from '@nation/domain/elections'
import { gazetteKinds, gazetteLimits } from '@nation/domain/gazette'
import { useCall } from '../../lib/query/query'
import { useTypedSearch } from '../../lib/router'
import { Button, Row } from '../../ui'
import classes from './gazette.module.css'
import type { Filter } from './use-gazette'

/** A text is looked for this long after the last letter, in milliseconds. */
const TYPING_PAUSE = 300

const kinds = [
  { value: '', label: 'All' },
  ...Object.entries(gazetteKinds).map(([value, { title }]) => ({ value, label: title })),
]
const offices = [
  { value: '', label: 'All' },
  ...governmentRoles.map((role) => ({ value: role, label: officeTitle(role) })),
]

interface Props {
  filter: Filter
  change: (part: keyof Filter, value: string) => void
  clear: () => void
  /** Who is filtered by, as they are called now. */
  person: { readonly id: string; readonly name: string } | null
}

/** By what entries are found: words, a kind, an office, a person. */
export function GazetteFilters({ filter, change, clear, person }: Props) {
  const search = filter.search ?? ''
  const { typed, type, keep } = useTypedSearch(search, (text) => change('search', text), TYPING_PAUSE)
  const choose = (part: keyof Filter) => (value: string) => {
    keep()
    change(part, value)
  }
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Row as="search" gap={[3, 4]} align="end" className={classes.tools}>
      <TextInput
        type="search"
        label="Search the gazette"
        placeholder="A word, or how it begins"
        value={typed}
        maxLength={gazetteLimits.search}
        onChange={(event) => type(event.currentTarget.value)}
        className={classes.search}
      />
      <NativeSelect
        className={classes.choice}
        label="Kind"
        value={filter.kind ?? ''}
        data={kinds}
        onChange={(event) => choose('kind')(event.currentTarget.value)}
      />
      <NativeSelect
        className={classes.choice}
        label="Office"
        value={filter.office ?? ''}
        data={offices}
        onChange={(event) => choose('office')(event.currentTarget.value)}
      />
      <PersonSelect chosen={filter.person ?? ''} person={person} choose={choose('person')} />
      {isFiltered && (
        <Button variant="default" onClick={clear}>
          Clear
        </Button>
      )}
    </Row>
  )
}

/** The present government, and the citizen who is filtered by. */
function PersonSelect({
  chosen,
  person,
  choose,
}: {
  chosen: string
  person: Props['person']
  choose: (id: string) => void
}) {
  const { data } = useCall('members.get-government', {})
  const officials = (data?.members ?? []).map(({ uid, username }) => ({ value: uid, label: username }))
  const known = officials.some(({ value }) => value === chosen)
  const other = chosen !== '' && !known ? [{ value: chosen, label: person?.name ?? 'A citizen' }] : []
  return (
    <NativeSelect
      className={classes.choice}
      label="Person"
      value={chosen}
      data={[{ value: '', label: 'All' }, ...other, ...officials]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
