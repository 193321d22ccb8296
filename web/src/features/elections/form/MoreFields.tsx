import { useState, type ReactNode } from 'react'
import { Row, Stack, Text } from '../../../ui'
import type { TextField } from './draft'
import classes from './MoreFields.module.css'
import type { SectionProps } from './section'

interface Props extends SectionProps {
  title: string
  /** The optional fields that are folded here. */
  fields: readonly TextField[]
  children: ReactNode
}

/** Optional fields, folded until one asks for them: open where one of them is filled, and as long as something in them is wrong. */
export function MoreFields({ draft, problems, title, fields, children }: Props) {
  const [opened, setOpened] = useState(() => fields.some((field) => draft[field] !== ''))
  const isWrong = fields.some((field) => problems[field] !== undefined)
  return (
    <details
      className={classes.more}
      open={opened || isWrong}
      onToggle={({ currentTarget }) => {
        if (isWrong) currentTarget.open = true
        setOpened(currentTarget.open)
      }}
    >
      <Row as="summary" gap={2} align="baseline" className={classes.title}>
        <span>{title}</span>
        <Text as="span" tone="faint" step={-1}>
          optional
        </Text>
      </Row>
      <Stack gap={5} className={classes.fields}>
        {children}
      </Stack>
    </details>
  )
}
