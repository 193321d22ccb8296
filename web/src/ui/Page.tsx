import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { Row, Stack, Text } from './parts/parts'
import classes from './Page.module.css'

interface PageProps {
  children: ReactNode
  narrow?: boolean
  /** Little space between its parts, on a screen where one works every day. */
  dense?: boolean
}

/** The column that a screen is set in. */
export function Page({ children, narrow = false, dense = false }: PageProps) {
  return <div className={classNames(classes.page, narrow && classes.narrow, dense && classes.dense)}>{children}</div>
}

interface HeadProps {
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Small, on a screen where one works every day. */
  compact?: boolean
}

/** The head of a screen: its title of state, a line of what it is, and what to do first. */
export function PageHead({ title, children, actions, compact = false }: HeadProps) {
  return (
    <Row gap={compact ? 3 : 5} align="end" justify="between" className={compact ? classes.compact : undefined}>
      <Stack gap={compact ? 1 : 3} className={compact ? classes.words : undefined}>
        <Text as="h1" tone="state" step={compact ? 3 : 5} face="display" className={classes.title}>
          {title}
        </Text>
        {children !== undefined && (
          <Text as="div" tone="soft" step={compact ? 0 : 1} className={classes.lead}>
            {children}
          </Text>
        )}
      </Stack>
      {actions !== undefined && (
        <Row gap={3} className={classes.actions}>
          {actions}
        </Row>
      )}
    </Row>
  )
}
