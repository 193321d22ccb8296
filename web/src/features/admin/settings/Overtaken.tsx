import type { ReactNode } from 'react'
import { Button, Row, Text } from '../../../ui'

interface Props {
  /** What it is now, and who changed it. */
  children: ReactNode
  /** Goes on with the draft, on top of the present version. */
  onKeep: () => void
  /** Drops the draft. */
  onTake: () => void
}

/** Says that another administrator changed a setting while its draft was being written. */
export function Overtaken({ children, onKeep, onTake }: Props) {
  return (
    <Row gap={3} align="center" role="status">
      <Text as="span" tone="warning">
        {children}
      </Text>
      <Button variant="default" size="sm" onClick={onKeep}>
        Keep writing
      </Button>
      <Button variant="subtle" size="sm" onClick={onTake}>
        Take theirs
      </Button>
    </Row>
  )
}
