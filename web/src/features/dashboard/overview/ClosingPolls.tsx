import { useBuilt } from '../../../lib/built'
import { Link } from 'react-router-dom'
import { Instant, Stack, Text } from '../../../ui'
import { Section } from './Section'
import type { SectionProps } from './sections'

/** The polls that close next. */
export function ClosingPolls({ overview: { closingPolls, activePolls } }: SectionProps) {
  const built = useBuilt()
  return (
    <Section title="Polls that close soon">
      {closingPolls.length === 0 ? (
        <Text tone="soft">{activePolls === 0 ? 'No active polls' : 'No active poll has a closing date.'}</Text>
      ) : (
        <Stack as="ul" gap={3}>
          {closingPolls.map(({ id, question, closesAt }) => (
            <Stack as="li" key={id} gap={1}>
              <Text as="span" breaks>
                {built('/vote') ? <Link to={`/vote?poll=${id}`}>{question}</Link> : question}
              </Text>
              <Text as="span" tone="soft" step={-1}>
                Closes <Instant at={closesAt} />
              </Text>
            </Stack>
          ))}
        </Stack>
      )}
    </Section>
  )
}
