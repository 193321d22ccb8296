import { Textarea, TextInput } from '@mantine/core'
import { candidacyLimits as limits } from '@nation/domain/elections'
import type { SectionProps } from './section'
import type { TextField } from './draft'
import { Text, Stack } from '../../../ui'
import classes from './fields.module.css'

interface FieldProps extends SectionProps {
  field: TextField
  label: string
  hint?: string
  placeholder?: string
  required?: boolean
  /** Rows of a longer text. */
  rows?: number
  max?: number
}

/** One text of the draft, with its limit counted and its problem said. */
export function Field({
  draft,
  problems,
  change,
  field,
  label,
  hint,
  placeholder,
  required = false,
  rows,
  max,
}: FieldProps) {
  const value = draft[field]
  const limit = max ?? (limits as Record<string, unknown>)[field]
  const shared = {
    label,
    name: field,
    value,
    required,
    error: problems[field],
    description: hint,
    placeholder,
    'aria-required': required,
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  }
  const counter = typeof limit === 'number' && value.length > limit * 0.7 && (
    <Text
      as="span"
      tone="faint"
      step={-2}
      face="document"
      className={classes.counter}
      data-over={value.length > limit || undefined}
    >
      {value.length} of {limit}
    </Text>
  )
  return (
    <div>
      {rows ? <Textarea {...shared} rows={rows} /> : <TextInput {...shared} />}
      {counter}
    </div>
  )
}

interface ListProps extends SectionProps {
  field: 'goals' | 'promises'
  label: string
  one: string
}

/** Three short texts: goals, promises. */
export function ThreeFields({ draft, problems, change, field, label, one }: ListProps) {
  const values = draft[field]
  return (
    <Stack as="fieldset" gap={2} className={classes.three}>
      <legend>{label}</legend>
      {[0, 1, 2].map((index) => (
        <TextInput
          key={index}
          name={`${field}.${index}`}
          aria-label={`${one} ${index + 1}`}
          placeholder={`${one} ${index + 1}`}
          value={values[index] ?? ''}
          maxLength={limits.goal}
          error={problems[`${field}.${index}`]}
          onChange={(event) => {
            const { value } = event.currentTarget
            change({ [field]: [0, 1, 2].map((at) => (at === index ? value : (values[at] ?? ''))) })
          }}
        />
      ))}
    </Stack>
  )
}
