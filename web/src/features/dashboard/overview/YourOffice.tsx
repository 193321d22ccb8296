import { dollars } from '@nation/domain/formats'
import { Link } from 'react-router-dom'
import { useSession } from '../../../lib/session/session'
import { Countdown, Instant, OfficeBadge, Row, Stack, Text, dateInWords } from '../../../ui'
import { officePath, promisesPath } from '../../government'
import { Section } from './Section'
import type { SectionProps } from './sections'
import type { You } from './types'

/** The reader's own office: how long it lasts, and what it pays. Nothing for an administrator without one. */
export function YourOffice({ you }: SectionProps) {
  return you.office && <Held office={you.office} />
}

function Held({ office }: { office: NonNullable<You['office']> }) {
  const { office: role, title, since, until, salary } = office
  const ownUid = useSession(({ user }) => user?.uid)
  return (
    <Section title="Your office">
      <Row gap={3} align="center" justify="between">
        <OfficeBadge role={role} title={title} />
        <Text as="span" tone="faint" step={-1}>
          since {dateInWords(since)} · <Link to={officePath(role)}>all holders</Link>
          {ownUid !== undefined && (
            <>
              {' · '}
              <Link to={promisesPath(ownUid)}>your promises</Link>
            </>
          )}
        </Text>
      </Row>
      <Stack as="dl" gap={3}>
        <Fact term="Your term ends">
          {until === null ? 'when the next government is seated' : <Countdown to={until} label="Your term ends" />}
          {until !== null && <When at={until} />}
        </Fact>
        <Fact term="Salary of your office for a whole cycle">
          {salary === null ? 'This office is not paid.' : <strong>{dollars(BigInt(salary.amountCents))}</strong>}
          {salary !== null &&
            (salary.dueAt === null ? (
              <Text as="span" tone="faint" step={-1}>
                No payment scheduled
              </Text>
            ) : (
              <When at={salary.dueAt} />
            ))}
        </Fact>
      </Stack>
      {salary !== null && (
        <Text tone="faint" step={-1}>
          You are paid the part of it for which you held the office.
        </Text>
      )}
    </Section>
  )
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <Text as="dt" tone="faint" step={-1}>
        {term}
      </Text>
      <Row as="dd" gap={[1, 3]} align="baseline" figures>
        {children}
      </Row>
    </div>
  )
}

const When = ({ at }: { at: number }) => (
  <Text as="span" tone="faint" step={-1}>
    <Instant at={at} />
  </Text>
)
