import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'

/** A code that proves the second factor that there is: the authenticator's, or a recovery code. */
export function CodeField({
  label,
  name,
  error,
  value,
  onChange,
}: {
  label: string
  name: string
  /** What is wrong with it. */
  error: string | undefined
  value: string
  onChange: (value: string) => void
}) {
  return (
    <TextInput
      label={label}
      name={name}
      error={error}
      description="Or one of your recovery codes."
      autoComplete="one-time-code"
      maxLength={40}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
