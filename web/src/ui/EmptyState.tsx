import type { ReactNode } from 'react'
import { LineWork } from './LineWork'
import { Text, Row } from './parts/parts'
import classes from './states.module.css'

interface Props {
  title: string
  children?: ReactNode
  /** What to do next: buttons or links. */
  actions?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, children, actions }: Props) {
  return (
    <div className={classes.state}>
      <LineWork seed={title} className={classes.ground} />
      <Text as="h2" step={2}>
        {title}
      </Text>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && (
        <Row gap={3} justify="center" fills className={classes.actions}>
          {actions}
        </Row>
      )}
    </div>
  )
}
