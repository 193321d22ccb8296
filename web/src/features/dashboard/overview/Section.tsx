import type { ReactNode } from 'react'
import { Panel, Text } from '../../../ui'

interface Props {
  title: string
  /** What the overview opens with. */
  first?: boolean
  children: ReactNode
}

/** A part of the overview under its title. */
export function Section({ title, first = false, children }: Props) {
  const id = `overview-${title.toLowerCase().replaceAll(/\W+/g, '-')}`
  return (
    <Panel as="section" gap={3} pad={5} top aria-labelledby={id} {...(first && { edge: 'top' as const })}>
      <Text as="h2" step={first ? 2 : 1} id={id}>
        {title}
      </Text>
      {children}
    </Panel>
  )
}
