import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { useSession } from '../../../lib/session/session'
import { Skeleton, ErrorState, Loading, Row, Stack, Text } from '../../../ui'
import { promisesId } from '../paths'
import { termDates } from '../term-words'
import type { Official } from '../types'
import { PledgeFrame, PledgeItem } from './PledgeItem'
import { doneInWords } from './promise-words'
import classes from './Promises.module.css'
import type { PromiseTerm } from './types'
import { usePromises } from './use-promises'

/**
 * (ruling: promises kept) What the official promised for the seat, and what became of each goal and promise; below it the terms before. Nothing for
 * an official who was appointed and never elected: they had no campaign.
 */
export function PromisesKept({ official }: { official: Official }) {
  const reading = usePromises(official.uid)
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    // The page was not there yet when the router looked for the place.
    if (hash === `#${promisesId}`) section.current?.scrollIntoView({ block: 'start' })
  }, [hash])
  const { campaign, term, earlierTerms } = official
  const { data } = reading
  const latest = data?.terms.find(({ candidateId }) => candidateId === term.candidateId)
  const earlier = data?.terms.filter((one) => one !== latest) ?? []
  const hadCampaign = campaign !== null || earlierTerms.some(({ candidateId }) => candidateId !== null)
  if (!hadCampaign || (data && !campaign && earlier.length === 0)) return null
  return (
    <Stack
      as="section"
      id={promisesId}
      ref={section}
      gap={4}
      aria-labelledby="promises-kept"
      className={classes.section}
    >
      <Row gap={[1, 4]} align="baseline" justify="between">
        <Text as="h2" id="promises-kept" step={2}>
          Promises kept
        </Text>
        {latest && <Tally term={latest} />}
        {!data && campaign && reading.error === null && <Skeleton width="15rem" height="1.4rem" />}
      </Row>
      {data && latest && <Pledges term={latest} ended={latest.endedAt !== null} headings="h3" />}
      {data && !latest && campaign && (
        <p className={classes.none}>
          <bdi>{official.username}</bdi> named no goals and no promises for the seat.
        </p>
      )}
      {data ? <Hint terms={data.terms} authorId={official.uid} /> : <Unread reading={reading} campaign={campaign} />}
      {earlier.length > 0 && <EarlierTerms terms={earlier} />}
    </Stack>
  )
}

interface UnreadProps {
  reading: Pick<ReturnType<typeof usePromises>, 'error' | 'isFetching' | 'refetch'>
  campaign: Campaign | null
}

/** What was promised is known from the campaign: what became of it is on its way, or could not be read. */
function Unread({ reading: { error, isFetching, refetch }, campaign }: UnreadProps) {
  if (error === null) return <PromisesSkeleton campaign={campaign} />
  return (
    <>
      <ErrorState
        compact
        title="The state of these promises could not be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {sentenceOf(error)}
      </ErrorState>
      {campaign && <Unknown campaign={campaign} />}
    </>
  )
}

/** The terms before, each with what became of its promises, folded. */
function EarlierTerms({ terms }: { terms: readonly PromiseTerm[] }) {
  return (
    <Stack as="section" gap={3} aria-labelledby="earlier-terms">
      <Text as="h3" id="earlier-terms" step={1}>
        {terms.length === 1 ? 'The term before' : 'Earlier terms'}
      </Text>
      {terms.map((term) => (
        <details key={term.candidateId} className={classes.term}>
          <summary>
            <IconChevronRight size={18} aria-hidden className={classes.fold} />
            <strong className={classes.which}>
              {term.title}, {termDates(term)}
            </strong>
            <Tally term={term} />
          </summary>
          <Pledges term={term} ended headings="h4" />
        </details>
      ))}
    </Stack>
  )
}

/** A mark for each promise in its state's colour, and the same in words. */
function Tally({ term }: { term: PromiseTerm }) {
  return (
    <Row as="p" gap={3} align="center" tone="soft" step={-1} figures>
      <span className={classes.tally} aria-hidden="true">
        {term.items.map(({ kind, place, word }) => (
          <span key={`${kind} ${place}`} data-state={word?.state ?? 'open'} />
        ))}
      </span>
      {doneInWords([term])}
    </Row>
  )
}

const groups = [
  { kind: 'goal', title: 'Goals' },
  { kind: 'promise', title: 'Promises' },
] as const

interface PledgesProps {
  term: PromiseTerm
  ended: boolean
  headings: 'h3' | 'h4'
}

function Pledges({ term, ended, headings }: PledgesProps) {
  return groups.map(({ kind, title }) => {
    const pledges = term.items.filter((item) => item.kind === kind)
    return (
      pledges.length > 0 && (
        <Group key={kind} title={title} as={headings}>
          {pledges.map((pledge) => (
            <PledgeItem key={pledge.place} candidateId={term.candidateId} pledge={pledge} ended={ended} />
          ))}
        </Group>
      )
    )
  })
}

function Group({ title, as, children }: { title: string; as: 'h3' | 'h4'; children: React.ReactNode }) {
  return (
    <div>
      <Text as={as} step={0} tone="faint">
        {title}
      </Text>
      <ol className={classes.pledges}>{children}</ol>
    </div>
  )
}

/** With what one agrees or not, and who may say so. */
function Hint({ terms, authorId }: { terms: readonly PromiseTerm[]; authorId: string }) {
  const ownUid = useSession(({ user }) => user?.uid)
  const items = terms.flatMap((term) => term.items)
  if (ownUid === authorId || items.every(({ word }) => word === null)) return null
  return (
    <Text tone="faint" step={-1}>
      {ownUid === undefined
        ? 'Sign in with X to say whether you agree with these reports.'
        : items.some(({ may }) => may.mark)
          ? 'Agree where it is as the official reports, and disagree where it is not.'
          : 'Citizens who may vote say whether they agree. Your ID card says from when you may.'}
    </Text>
  )
}

type Campaign = NonNullable<Official['campaign']>

interface UnknownProps {
  campaign: Campaign
  /** The placeholder of each state, and of the official's word. */
  waiting?: { readonly badge: React.ReactNode; readonly below: React.ReactNode }
}

/** Goals and promises as the campaign named them, while what became of them is not known. */
function Unknown({ campaign, waiting }: UnknownProps) {
  return groups.map(({ kind, title }) => {
    const texts = campaign[kind === 'goal' ? 'goals' : 'promises']
    return (
      texts.length > 0 && (
        <Group key={kind} title={title} as="h3">
          {texts.map((text, place) => (
            <PledgeFrame key={place} text={text} badge={waiting?.badge}>
              {waiting?.below}
            </PledgeFrame>
          ))}
        </Group>
      )
    )
  })
}

/** What was promised is known already: only what was said of it is on its way. */
function PromisesSkeleton({ campaign }: { campaign: Campaign | null }) {
  const signedIn = useSession(({ user }) => user !== null)
  const below = (
    <>
      <Skeleton width="85%" height="var(--sentence)" lines />
      <Skeleton width="12rem" height={signedIn ? 'var(--marks)' : '1.4rem'} lines />
    </>
  )
  return (
    <>
      {campaign && (
        <Unknown campaign={campaign} waiting={{ badge: <Skeleton width="4.5rem" height="1.4rem" />, below }} />
      )}
      <Loading label="Loading the state of these promises">
        {campaign === null && <Skeleton height="2.75rem" />}
      </Loading>
    </>
  )
}
