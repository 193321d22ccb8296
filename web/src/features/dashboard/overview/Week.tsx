import { Instant, Stack, Text, useNowAmong } from '../../../ui'
import { Section } from './Section'
import type { SectionProps } from './sections'
import type { Overview } from './types'

/** The instants of the week in their order, those that are over marked. */
export function Week({ overview }: SectionProps) {
  const moments = momentsOf(overview)
  const now = useNowAmong(moments.map(({ at }) => at))
  const next = moments.find(({ at }) => at > now)
  return (
    <Section title="This week">
      {moments.length === 0 ? (
        <Text tone="soft">Neither an election nor a payment is planned.</Text>
      ) : (
        <Stack as="ol" gap={3}>
          {moments.map((moment) => (
            <Stack
              as="li"
              key={moment.what}
              gap={0}
              tone={moment.at <= now ? 'faint' : 'ink'}
              aria-current={moment === next ? 'step' : undefined}
            >
              <Text as="span" strong={moment === next}>
                {moment.at <= now ? moment.done : moment.what}
              </Text>
              <Text as="span" tone="faint" step={-1} figures>
                <Instant at={moment.at} />
              </Text>
            </Stack>
          ))}
        </Stack>
      )}
    </Section>
  )
}

function momentsOf({ week, nextPayment }: Overview): { what: string; done: string; at: number }[] {
  const moments = [
    ...(week
      ? [
          {
            what: 'Voting for President, Prime Minister and Secretary opens',
            done: 'Voting for President, Prime Minister and Secretary opened ✓',
            at: week.startsAt,
          },
          {
            what: 'Voting for the ministers opens',
            done: 'Voting for the ministers opened ✓',
            at: week.phaseTwoAt,
          },
          // Once they have changed, the week is the next one.
          {
            what: 'All seats change',
            done: 'The term has ended: the votes are being counted',
            at: week.endsAt,
          },
        ]
      : []),
    ...(nextPayment === null ? [] : [{ what: 'Salaries are due', done: 'Salaries were due ✓', at: nextPayment }]),
  ]
  return moments.toSorted((a, b) => a.at - b.at)
}
