import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Row, Text, Stack } from '../../ui'
import classes from './Article.module.css'

interface Props {
  id: string
  /** 'Article I', or 'In brief'. */
  numeral: string
  title: string
  /** What it is about, in a line; seen while it is closed. */
  brief: string
  open: boolean
  onToggle: () => void
  children: ReactNode
}

/** A section of the constitution that opens and closes. Closed ones stay in the page, so that paper shows them all. */
export function Article({ id, numeral, title, brief, open, onToggle, children }: Props) {
  return (
    <section id={id} className={classes.article} data-open={open || undefined} aria-labelledby={`${id}-title`}>
      <Row nowrap gap={2} align="center">
        <h2 id={`${id}-title`} className={classes.title}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-controls={`${id}-text`}
            onClick={onToggle}
          >
            <Text as="span" tone="state" step={-1} face="document" className={classes.numeral}>
              {numeral}
            </Text>
            <span className={classes.words}>{title}</span>
            <span className={classes.sign} aria-hidden="true" />
          </button>
        </h2>
        <Link
          to={`#${id}`}
          replace
          preventScrollReset
          className={classes.mark}
          aria-label={`Link to ${title}`}
          title="Link to this section"
        >
          §
        </Link>
      </Row>
      {!open && (
        <Text tone="faint" step={-1} className={classes.brief}>
          {brief}
        </Text>
      )}
      <div id={`${id}-text`} className={classes.text} hidden={!open}>
        {children}
      </div>
    </section>
  )
}

/** Numbered clauses of an article. */
export function Clauses({ children }: { children: ReactNode }) {
  return (
    <Stack as="ol" gap={5} className={classes.clauses}>
      {children}
    </Stack>
  )
}

export function Clause({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="li" gap={2} className={classes.clause}>
      <h3 className={classes.clauseTitle}>{title}</h3>
      {children}
    </Stack>
  )
}
