import { instantInWords, Row, Text, useNow } from '../../../ui'
import { useGroups } from '../list/use-groups'
import classes from './Pane.module.css'

/** Until when and why the reader may not write; null while they may. */
export function useMute(): { readonly until: number; readonly reason: string } | null {
  const { data } = useGroups()
  const now = useNow(30_000)
  const until = data?.mutedUntil ?? null
  return until !== null && until > now ? { until, reason: data?.muteReason ?? '' } : null
}

/** Stands where one writes while one may not. */
export function MutedNote({ until, reason }: { until: number; reason: string }) {
  return (
    <Row pad={[3, 4]} className={classes.note} role="note">
      <Text step={-1} tone="soft" breaks>
        You are muted until {instantInWords(until)}: {reason}
      </Text>
    </Row>
  )
}
