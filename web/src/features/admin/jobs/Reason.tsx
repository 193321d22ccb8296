import type { ReactNode } from 'react'
import { Text } from '../../../ui'
import { reasonInWords } from './reason-words'
import classes from './Reason.module.css'

interface Props {
  /** What the software said when it failed. */
  raw: string
  tone?: 'danger'
  /** What stands before it. */
  children?: ReactNode
}

/** Why work failed, as a sentence. What the software said is folded below it, where that is something else. */
export function Reason({ raw, tone, children }: Props) {
  const words = reasonInWords(raw)
  return (
    <div className={classes.reason}>
      <Text {...(tone && { tone })} step={-1} strong={tone === undefined} breaks wide>
        {children}
        {words}
      </Text>
      {words !== raw && (
        <details className={classes.raw}>
          <summary>What the software said</summary>
          <Text as="code" face="document" step={-1} breaks>
            {raw}
          </Text>
        </details>
      )}
    </div>
  )
}
