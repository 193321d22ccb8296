import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Text, Row } from './parts/parts'
import { classNames } from './class-names'
import classes from './states.module.css'

interface Props {
  title: string
  /** What happened, what was saved, what to try. */
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  retryLabel?: string
  /** Small, for a part of a screen beside others. */
  compact?: boolean | undefined
}

/** Something could not be had: says so aloud, and offers to try again. */
export function ErrorState({ compact = false, ...props }: Props) {
  return compact ? <Line {...props} /> : <Sheet {...props} />
}

function Line({ title, children, onRetry, retrying = false, retryLabel = 'Try Again' }: Omit<Props, 'compact'>) {
  return (
    <Row gap={3} align="center" justify="between" className={classes.line} role="alert">
      <Text step={-1} breaks>
        <strong>{title}.</strong> {children}
      </Text>
      {onRetry && (
        <Button variant="default" size="xs" onClick={onRetry} loading={retrying}>
          {retryLabel}
        </Button>
      )}
    </Row>
  )
}

function Sheet({ title, children, onRetry, retrying = false, retryLabel = 'Try Again' }: Omit<Props, 'compact'>) {
  return (
    <div className={classNames(classes.state, classes.failed)} role="alert">
      <Text as="h2" step={2}>
        {title}
      </Text>
      {children !== undefined && <p>{children}</p>}
      {onRetry && (
        <Row gap={3} className={classes.actions}>
          <Button onClick={onRetry} loading={retrying}>
            {retryLabel}
          </Button>
        </Row>
      )}
    </div>
  )
}
