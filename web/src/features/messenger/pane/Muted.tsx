import { IconVolumeOff } from '@tabler/icons-react'
import { instantInWords, useNow } from '../../../ui'
import { useGroups } from '../list/use-groups'
import { Note } from './Note'

/** Until when and why the reader may not write; null while they may. */
export function useMute(): { readonly until: number; readonly reason: string } | null {
  const { data } = useGroups()
  const now = useNow(30_000)
  const until = data?.mutedUntil ?? null
  return until !== null && until > now ? { until, reason: data?.muteReason ?? '' } : null
}

/** Stands where one writes while one may not. */
export const MutedNote = ({ until, reason }: { until: number; reason: string }) => (
  <Note icon={IconVolumeOff}>
    You are muted until {instantInWords(until)}: {reason}
  </Note>
)
