import { Button } from '@mantine/core'
import { useRef, type ChangeEvent, type ReactNode } from 'react'
import { Stack } from './parts/parts'
import type { Problems } from './form-errors/use-form-errors'
import { addField, removeField, writeField, type FieldList } from './field-list'
import classes from './FieldRows.module.css'

/** What the field of a row is given. */
export interface RowField {
  readonly label: string
  readonly name: string
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

interface Props {
  /** What each of them is, such as `Option`. */
  name: string
  /** What the form calls them: the first is `{field}.0`. */
  field: string
  /** What is wrong with the fields of the form, by name. */
  problems: Problems
  fields: FieldList
  change: (fields: FieldList) => void
  fewest: number
  most: number
  /** Draws the field of a row: an input or a textarea. */
  children: (field: RowField) => ReactNode
}

/** Several alike fields of a form, numbered by their place: more come, others go, and a few stay. */
export function FieldRows({ name, field, problems, fields, change, fewest, most, children }: Props) {
  const list = useRef<HTMLOListElement>(null)
  /** The focus stays among the fields when the one that had it goes. */
  const focus = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('input, textarea')[index]?.focus())
  return (
    <>
      <Stack ref={list} as="ol" gap={3} className={classes.rows} aria-label={`${name}s`}>
        {fields.map(({ key, text }, index) => (
          <li key={key}>
            {children({
              label: `${name} ${index + 1}`,
              name: `${field}.${index}`,
              error: problems[`${field}.${index}`],
              value: text,
              onChange: (event) => change(writeField(fields, key, event.currentTarget.value)),
            })}
            {fields.length > fewest && (
              <Button
                variant="subtle"
                size="sm"
                aria-label={`Remove ${name.toLowerCase()} ${index + 1}`}
                onClick={() => {
                  change(removeField(fields, key, fewest))
                  focus(Math.max(0, index - 1))
                }}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </Stack>
      <Button
        variant="default"
        className={classes.add}
        disabled={fields.length >= most}
        onClick={() => {
          change(addField(fields, most))
          focus(fields.length)
        }}
      >
        Add {name}
      </Button>
    </>
  )
}
