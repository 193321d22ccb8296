import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Text, Row } from './parts/parts'
import { classNames } from './class-names'
import classes from './states.module.css'

interface Props {
  title: string
  /** What happened, what was kept, what to try. */
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  retryLabel?: string
}

/** Something could not be had: says so aloud, and offers to try again. */
export function ErrorState({ title, children, onRetry, retrying = false, retryLabel = 'Try Again' }: Props) {
  return (
    <div className={classNames(classes.state, classes.failed)} role="alert">
      <Text as="h2" step={2}>
        {title}
      </Text>
      {children !== undefined && <p>{children}</p>}
      {onRetry && (
        <Row gap={3} justify="center" className={classes.actions}>
          <Button onClick={onRetry} loading={retrying}>
            {retryLabel}
          </Button>
        </Row>
      )}
    </div>
  )
}
