import { instantInWords } from './time-words'

/** An instant in the nation's time. */
export function Instant({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{instantInWords(at)}</time>
}
