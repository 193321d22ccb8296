import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames, Row, Text } from '../../../ui'
import classes from './Panel.module.css'

interface Props {
  title: string
  children: ReactNode
  /** Beside the title: a refresh button, a mark. */
  aside?: ReactNode
  tone?: 'danger' | undefined
  className?: string | undefined
}

/** One sheet of what the nation keeps about a citizen. */
export function Panel({ title, children, aside, tone, className }: Props) {
  const id = useId()
  return (
    <section className={classNames(classes.panel, className)} data-tone={tone} aria-labelledby={id}>
      <Row gap={[2, 4]} align="center" justify="between" className={classes.head}>
        <Text id={id} as="h3" step={1}>
          {title}
        </Text>
        {aside}
      </Row>
      {children}
    </section>
  )
}

/** Facts as a document lists them. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

/** One fact under its name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
