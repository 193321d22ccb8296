import { instantInWords } from '@nation/domain/formats'

/** An instant in the nation's time. */
export function Instant({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{instantInWords(at)}</time>
}
