import { Stack, Text } from '../../../ui'
import type { ReactNode } from 'react'
import classes from './FormSection.module.css'

/** A numbered section of a form, as on an official paper. */
export function FormSection({
  number,
  title,
  children,
  note,
}: {
  number: number
  title: string
  children: ReactNode
  note?: ReactNode
}) {
  const id = `section-${number}`
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <Stack
          as="span"
          align="center"
          justify="center"
          tone="state"
          face="title"
          className={classes.number}
          aria-hidden="true"
        >
          {number}
        </Stack>
        <Text id={id} as="h2" step={2}>
          {title}
        </Text>
        {note !== undefined && (
          <Text tone="faint" step={-1} className={classes.note}>
            {note}
          </Text>
        )}
      </div>
      <Stack gap={5} className={classes.fields}>
        {children}
      </Stack>
    </section>
  )
}
