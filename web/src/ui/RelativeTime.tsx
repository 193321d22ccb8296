import { useNow } from './clock'
import { instantInWords, timeAgo } from '@nation/domain/formats'

/** How long ago something was, with the exact instant on hover. */
export function RelativeTime({ at }: { at: number }) {
  const now = useNow(60_000)
  return (
    <time dateTime={new Date(at).toISOString()} title={instantInWords(at)}>
      {timeAgo(at, now)}
    </time>
  )
}
