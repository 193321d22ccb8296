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
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {note !== undefined && <p className={classes.note}>{note}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}
