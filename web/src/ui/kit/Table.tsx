import '@mantine/core/styles/Table.layer.css'
import { Table as MantineTable } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
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
  const id = useId()
  const { frame, isWider } = useFrame()
  return (
    // What is wider than the screen is reached by keyboard.
    <div ref={frame} className={classes.frame} {...(isWider && { tabIndex: 0, role: 'region', 'aria-labelledby': id })}>
      <MantineTable tabularNums captionSide="top" className={classNames(classes.table, className)}>
        <caption id={id} className={hideCaption ? 'visually-hidden' : undefined}>
          {caption}
        </caption>
        {children}
      </MantineTable>
    </div>
  )
}

/** A frame that scrolls aside, and whether it has anything to scroll. */
function useFrame() {
  const frame = useRef<HTMLDivElement>(null)
  const [isWider, setIsWider] = useState(false)
  useEffect(() => {
    const box = frame.current
    if (!box) return
    const observer = new ResizeObserver(() => setIsWider(box.scrollWidth > box.clientWidth))
    observer.observe(box)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return { frame, isWider }
}
