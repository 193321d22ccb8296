import type { ReactNode } from 'react'
import classes from './NameAndHandle.module.css'

interface Props {
  /** The name, or the link that bears it. */
  children: ReactNode
  handle: string
  /** Whether the handle has a line of its own. */
  below?: boolean
  /** Whether the handle is as large as the name, because the name is another citizen's, too. */
  large?: boolean
}

/** A chosen name with the verified handle beside it, which cannot be chosen (decision 90). */
export const NameAndHandle = ({ children, handle, below = false, large = false }: Props) => (
  <>
    {/* A name may be written from right to left. */}
    <bdi>{children}</bdi>{' '}
    <span className={classes.handle} data-below={below || undefined} data-large={large || undefined}>
      @{handle}
    </span>
  </>
)

/** The same within a sentence. */
export const nameWithHandle = (name: string, handle: string): string => `${name} (@${handle})`
