import '@mantine/core/styles/Table.layer.css'
import { Table as MantineTable } from '@mantine/core'
import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import classes from './Table.module.css'

interface Props {
  /** What it is a table of. */
  caption: ReactNode
  /** Whether the caption is for those only who do not see the table. */
  hideCaption?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A table ruled like a document. A column of figures is marked by `data-number` on its cells. */
export function Table({ caption, hideCaption = false, className, children }: Props) {
  return (
    <div className={classes.frame}>
      <MantineTable tabularNums captionSide="top" className={classNames(classes.table, className)}>
        <caption className={hideCaption ? 'visually-hidden' : undefined}>{caption}</caption>
        {children}
      </MantineTable>
    </div>
  )
}
