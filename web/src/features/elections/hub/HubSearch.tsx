import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { Button, Row, Skeleton } from '../../../ui'
import classes from './HubControls.module.css'
import type { useCandidates } from './use-candidates'
import type { useHubFilter } from './use-hub-filter'

interface Props {
  filter: ReturnType<typeof useHubFilter>
  candidates: ReturnType<typeof useCandidates>
}

/** Finds candidates by name, and reads the list again. */
export function HubSearch({ filter, candidates }: Props) {
  return (
    <Row nowrap gap={3} className={classes.finder}>
      <TextInput
        type="search"
        size="md"
        className={classes.search}
        aria-label="Search candidates"
        placeholder="Search candidates..."
        value={filter.typed}
        maxLength={80}
        onChange={(event) => filter.type(event.currentTarget.value)}
      />
      <Button variant="default" size="md" onClick={() => void candidates.refetch()} loading={candidates.isRefetching}>
        Refresh
      </Button>
    </Row>
  )
}

/** In its room while the election is not known. */
export const HubSearchSkeleton = () => (
  <Row nowrap gap={3} className={classes.finder}>
    <Skeleton height="2.75rem" className={classes.search} />
    <Skeleton width="7.3rem" height="2.75rem" />
  </Row>
)
