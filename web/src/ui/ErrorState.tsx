import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
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
      <h2 className={classes.title}>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {onRetry && (
        <div className={classes.actions}>
          <Button onClick={onRetry} loading={retrying}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
