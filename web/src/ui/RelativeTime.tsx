import { useNow } from './clock'
import { instantInWords, timeAgo } from '@nation/domain/formats'

/** How long ago something was, with the exact instant on hover. @param inside whether it stands inside of a sentence: 'just now' */
export function RelativeTime({ at, inside = false }: { at: number; inside?: boolean }) {
  const now = useNow(60_000)
  return (
    <time dateTime={new Date(at).toISOString()} title={instantInWords(at)}>
      {inside ? timeAgo(at, now).replace(/^./, (letter) => letter.toLowerCase()) : timeAgo(at, now)}
    </time>
  )
}
