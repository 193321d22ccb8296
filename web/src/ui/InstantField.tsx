import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { instantInWords } from '@nation/domain/formats'
import { instantOf, localOf } from './local-instant'

interface Props {
  label: string
  /** What the instant is for, and what becomes of none. */
  description: string
  /** As the field has it: local time, such as `2026-01-08T12:00`; empty for none. */
  value: string
  /** Between which instants it has to be, in epoch milliseconds. */
  between: readonly [earliest: number, latest: number]
  onChange: (value: string) => void
  className?: string | undefined
  name?: string
  error?: string | undefined
}

/** In which zone one writes, and which instant in the nation's time it is. */
function Zone({ at }: { at: number | null }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (zone === 'UTC') return 'In UTC, as all times here.'
  if (at === null) return `In your local time (${zone}). All times that are shown are UTC.`
  return (
    <>
      In your local time ({zone}): that is <strong>{instantInWords(at)}</strong>.
    </>
  )
}

/** A date and a time in the reader's own time. The nation shows UTC: it says what that is. */
export function InstantField({ description, value, between: [earliest, latest], onChange, ...field }: Props) {
  const at = instantOf(value)
  return (
    <TextInput
      type="datetime-local"
      {...field}
      description={
        <>
          {description} <Zone at={at !== null && !Number.isNaN(at) ? at : null} />
        </>
      }
      value={value}
      min={localOf(earliest)}
      max={localOf(latest)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
