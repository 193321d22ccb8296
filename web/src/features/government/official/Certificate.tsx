import { citizenNumber, dateInWords } from '@nation/domain/formats'
import { Link } from 'react-router-dom'
import { useFeatures } from '../../../app/features'
import { useBuilt } from '../../../app/use-built'
import { useCall } from '../../../lib/query/query'
import { Button, ButtonLink, Counts, Instant, LineWork, Seal } from '../../../ui'
import { messengerPath } from '../paths'
import { decidedBy, wonBy } from '../term-words'
import type { Official } from '../types'
import classes from './Certificate.module.css'

/** The certificate of office: which seat, since when, by which votes and which rule; and how to reach its holder. */
export function Certificate({ official }: { official: Official }) {
  const { term } = official
  const rule = decidedBy(term)
  return (
    <aside className={classes.certificate} aria-label="Certificate of office">
      <LineWork seed={official.uid} className={classes.ground} />
      <div className={classes.head}>
        <Seal className={classes.seal} />
        <p className={classes.number}>
          Certificate of office
          <br />
          No. {citizenNumber(official.uid)}
        </p>
      </div>
      <dl className={classes.facts}>
        <Fact term="Position">{official.position}</Fact>
        <Fact term="Status">{official.status}</Fact>
        <Fact term="Term began">{dateInWords(term.startedAt)}</Fact>
        {term.endedAt === null ? (
          <Fact term="Term ends">
            <TermsEnd />
          </Fact>
        ) : (
          <Fact term="Term ended">{dateInWords(term.endedAt)}</Fact>
        )}
      </dl>
      {term.votes !== null && (
        <div className={classes.counts}>
          <Counts label="Election votes" votes={term.votes} supporters={term.supportersCount ?? 0} />
        </div>
      )}
      <p className={classes.how}>
        {wonBy(term)} {rule}
      </p>
      <Papers official={official} />
      <Contact official={official} />
    </aside>
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
    <p className={classes.papers}>
      <Link to={`/elections/results/${term.electionId}`}>Result of the election</Link>
      {term.candidateId && <Link to={`/elections/candidate/${term.candidateId}`}>Candidacy</Link>}
    </p>
  )
}

function Contact({ official }: { official: Official }) {
  const isBuilt = useBuilt()
  const follow = `https://x.com/intent/follow?screen_name=${encodeURIComponent(official.twitterUsername)}`
  return (
    <div className={classes.contact}>
      {isBuilt(messengerPath) && <ButtonLink to={messengerPath}>Send Message</ButtonLink>}
      <Button component="a" href={follow} target="_blank" rel="noopener noreferrer" variant="default">
        Follow on Twitter
      </Button>
    </div>
  )
}
