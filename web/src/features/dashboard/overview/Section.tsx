import type { ReactNode } from 'react'
import { Panel, Text } from '../../../ui'

interface Props {
  title: string
  children: ReactNode
}

/** A part of the overview under its title. */
export function Section({ title, children }: Props) {
  const id = `overview-${title.toLowerCase().replaceAll(/\W+/g, '-')}`
  return (
    <Panel as="section" gap={3} pad={5} top aria-labelledby={id}>
      <Text as="h2" step={1} id={id}>
        {title}
      </Text>
      {children}
    </Panel>
  )
}
