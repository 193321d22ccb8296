import { citizenNumber } from '@nation/domain/formats'
import { Link } from 'react-router-dom'
import { useFeatures } from '../../../lib/feature-flags'
import { useBuilt } from '../../../lib/built'
import { useCall } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'
import { Button, ButtonLink, Instant, LineWork, Seal, Stack, Row, Text, dateInWords } from '../../../ui'
import { Counts } from '../../../ui/profile/Counts'
import { messengerPath, officePath, writeToPath } from '../paths'
import { decidedBy, howItEnded, wonBy } from '../term-words'
import type { Official } from '../types'
import classes from './Certificate.module.css'

/** The certificate of office: which seat, since when, by which votes and which rule; and how to reach its holder. */
export function Certificate({ official }: { official: Official }) {
  const { term } = official
  const rule = decidedBy(term)
  return (
    <Stack as="aside" gap={4} pad={5} stage className={classes.certificate} aria-label="Certificate of office">
      <LineWork seed={official.uid} className={classes.ground} />
      <Row nowrap gap={4} align="center" className={classes.head}>
        <Seal className={classes.seal} />
        <Text step={-1} face="document">
          Certificate of office
          <br />
          No. {citizenNumber(official.uid)}
        </Text>
      </Row>
      <Stack as="dl" gap={2} step={-1} className={classes.facts}>
        <Fact term="Position">
          <Link to={officePath(term.office)}>{official.position}</Link>
        </Fact>
        <Fact term="Status">{official.status}</Fact>
        <Fact term="Term began">{dateInWords(term.startedAt)}</Fact>
        {term.endedAt === null ? (
          <Fact term="Term ends">
            <TermsEnd />
          </Fact>
        ) : (
          <Fact term="Term ended">{dateInWords(term.endedAt)}</Fact>
        )}
      </Stack>
      {term.votes !== null && (
        <div className={classes.counts}>
          <Counts label="Election votes" votes={term.votes} supporters={term.supportersCount ?? 0} />
        </div>
      )}
      <Text step={-1}>
        {wonBy(term)} {rule} {term.endedHow !== 'election' && howItEnded(term)}
      </Text>
      <Papers official={official} />
      <Contact official={official} />
    </Stack>
  )
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** All terms end when the open election does. */
function TermsEnd() {
  const { data } = useCall('elections.current', {})
  return data?.election ? <Instant at={data.election.endsAt} /> : 'when the next government is seated'
}

/** Where the proof is. */
function Papers({ official: { term } }: { official: Official }) {
  const { elections } = useFeatures()
  if (!term.electionId || !elections) return null
  return (
    <Row as="p" gap={[1, 4]} step={-1}>
      <Link to={`/elections/results/${term.electionId}`}>Result of the election</Link>
      {term.candidateId && <Link to={`/elections/candidate/${term.candidateId}`}>Candidacy</Link>}
    </Row>
  )
}

function Contact({ official }: { official: Official }) {
  const isBuilt = useBuilt()
  const ownUid = useSession(({ user }) => user?.uid)
  const follow = `https://x.com/intent/follow?screen_name=${encodeURIComponent(official.twitterUsername)}`
  return (
    <Stack gap={2}>
      {isBuilt(messengerPath) && ownUid !== official.uid && (
        <ButtonLink to={writeToPath(official.uid)}>Send Message</ButtonLink>
      )}
      <Button component="a" href={follow} target="_blank" rel="noopener noreferrer" variant="default">
        Follow on Twitter
      </Button>
    </Stack>
  )
}
