import type { CallAnswer } from '@nation/domain/contract'
import { electionName } from '@nation/domain/formats'
import { citizenTitle } from '@nation/domain/pages'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useFeatures } from '../../../lib/feature-flags'
import { Page, PageHead } from '../../../ui/Page'
import { usePageTitle } from '../../../ui/use-page-title'
import { isNotFound, sentenceOf } from '../../../lib/api/api-error'
import { useCall } from '../../../lib/query/query'
import { Skeleton, ButtonLink, EmptyState, ErrorState, Loading, Row, Seal, dateInWords } from '../../../ui'
import { ShareButton } from '../../../ui/ShareButton'
import { IdCard } from '../card/IdCard'
import { SaveCard } from '../card/SaveCard'
import classes from './CitizenPage.module.css'
import { pagePath } from './page-path'

type Shown = CallAnswer<'citizens.page'>['page']

/** A citizen as they show themselves to everybody. */
export default function CitizenPage() {
  const { number = '' } = useParams()
  // A page may be closed at any moment: it is asked for again and again, and what was shown goes with it.
  const { data, error, isFetching, refetch } = useCall('citizens.page', { number }, { every: 60_000 })
  const missing = isNotFound(error)
  const page = missing ? undefined : data?.page
  usePageTitle(page && citizenTitle(page))
  if (page) return <CitizenRecord page={page} />
  return (
    <Page narrow>
      <h1 className="visually-hidden">Citizen</h1>
      {error === null ? (
        <Loading label="Loading the citizen">
          <Skeleton height="24rem" />
        </Loading>
      ) : missing ? (
        <EmptyState title="Citizen not found" actions={<ButtonLink to="/">Return Home</ButtonLink>}>
          No citizen shows a page with this number.
        </EmptyState>
      ) : (
        <ErrorState title="The citizen could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {sentenceOf(error)}
        </ErrorState>
      )}
    </Page>
  )
}

function CitizenRecord({ page }: { page: Shown }) {
  const { elections } = useFeatures()
  // What the citizen holds is not shown here: the card says the office, or 'Citizen'.
  const holder = { ...page, isAdmin: page.isAdministrator, isSuperAdmin: false, tokenBalance: 0 }
  return (
    <Page>
      <PageHead title={page.username}>
        <p>
          Citizen No. {page.number} since {dateInWords(page.joinedAt)}.
        </p>
      </PageHead>
      <div className={classes.frame}>
        <div className={classes.record}>
          <div className={classes.card}>
            <IdCard user={holder} />
            <Row gap={3} fills>
              <ShareButton title={citizenTitle(page)} path={pagePath(page.number)} />
              <SaveCard user={holder} />
            </Row>
          </div>
          <div className={classes.lists}>
            <Listed
              title="Offices held"
              none="No office yet."
              lines={page.offices.map((term) => officeLine(term, page.uid))}
            />
            {elections && (
              <Listed title="Candidacies" none="No candidacy yet." lines={page.candidacies.map(candidacyLine)} />
            )}
            {elections && <Stamps stamps={page.stamps} />}
          </div>
        </div>
      </div>
    </Page>
  )
}

interface Line {
  readonly key: string
  readonly words: ReactNode
}

const officeLine = (term: Shown['offices'][number], uid: string): Line => ({
  key: `${term.startedAt} ${term.office}`,
  words: (
    <>
      <Link to={`/gov-official/${uid}`}>{term.title}</Link>, {dateInWords(term.startedAt)} to{' '}
      {term.endedAt === null ? 'now' : dateInWords(term.endedAt)}
    </>
  ),
})

const candidacyLine = (one: Shown['candidacies'][number]): Line => ({
  key: one.candidateId,
  words: (
    <>
      <Link to={`/elections/candidate/${one.candidateId}`}>{one.positionTitle}</Link>, {electionName(one.startsAt)}:{' '}
      {one.won === null ? 'stands now' : one.won ? 'elected' : 'not elected'}
    </>
  ),
})

function Listed({ title, none, lines }: { title: string; none: string; lines: readonly Line[] }) {
  return (
    <section aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {lines.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul className={classes.lines}>
          {lines.map(({ key, words }) => (
            <li key={key}>{words}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Stamps({ stamps }: { stamps: Shown['stamps'] }) {
  return (
    <section aria-label="Elections voted in">
      <h2 className={classes.title}>Elections voted in</h2>
      {stamps.length === 0 ? (
        <p>No stamp yet.</p>
      ) : (
        <ol className={classes.stamps}>
          {stamps.map((stamp) => (
            <li key={stamp.electionId} className={classes.stamp}>
              <Seal className={classes.seal} />
              <Link to={`/elections/results/${stamp.electionId}`}>Voted, {electionName(stamp.startsAt)}</Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
