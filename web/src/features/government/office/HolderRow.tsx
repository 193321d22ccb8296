import type { GovernmentRole } from '@nation/domain/permissions'
import type { CallAnswer } from '@nation/domain/contract'
import { Link } from 'react-router-dom'
import { useFeatures } from '../../../lib/feature-flags'
import { ActiveBadge, CitizenAvatar, officeStyle, Panel, Row, Stack, Text } from '../../../ui'
import { PageLink } from '../../citizens'
import { officialPath } from '../paths'
import { howItEnded, howTheyCame, termDates } from '../term-words'

type Term = CallAnswer<'government.office'>['terms'][number]

/** One holder of an office: who, from when to when, how they came and how they went. */
export function HolderRow({ office, term }: { office: GovernmentRole; term: Term }) {
  const { elections } = useFeatures()
  const ended = howItEnded(term)
  return (
    <Panel
      as="li"
      {...(term.endedAt === null && { edge: 'left' as const })}
      pad={[3, 4]}
      style={{ ...officeStyle(office), '--tone': 'var(--office)' } as React.CSSProperties}
    >
      <Row nowrap gap={4} align="start">
        <CitizenAvatar id={term.userId} name={term.username} picture={term.profilePicture} size={48} />
        <Stack gap={1}>
          <Row gap={2} align="center">
            <Text as="h2" step={1} face="title" breaks>
              <Link to={officialPath(term.userId)}>{term.username}</Link>
            </Text>
            {term.endedAt === null && <ActiveBadge>In office</ActiveBadge>}
          </Row>
          <Text strong step={-1} figures>
            {termDates(term)} <PageLink name={term.username} number={term.pageNumber} />
          </Text>
          <Text tone="faint" step={-1} figures wide>
            {howTheyCame(term)}. {ended}{' '}
            {term.electionId !== null && elections && (
              <Link to={`/elections/results/${term.electionId}`}>Result of the election</Link>
            )}
          </Text>
        </Stack>
      </Row>
    </Panel>
  )
}
