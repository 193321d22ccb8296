import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Row, Text } from '../../../ui'
import classes from './Pane.module.css'

interface Props {
  icon: Icon
  /** A button that changes it. */
  action?: ReactNode
  children: ReactNode
}

/** In place of the field: why nothing can be written. */
export const Note = ({ icon: Icon, action, children }: Props) => (
  <Row gap={[2, 4]} pad={[3, 4]} align="center" justify="between" className={classes.note} role="note">
    <Row nowrap gap={3} align="center" className={classes.why}>
      <Icon size={20} aria-hidden="true" />
      <Text step={-1} tone="soft" breaks>
        {children}
      </Text>
    </Row>
    {action}
  </Row>
)
