import { useId } from 'react'
import { useFeatures } from '../../../lib/feature-flags'
import { signIn, useSession } from '../../../lib/session/session'
import { Button, Instant, Stack, Text } from '../../../ui'
import type { Candidate } from './types'
import { useStage } from './use-stage'
import { useVote } from './use-vote'
import classes from './VoteButton.module.css'

interface Props {
  candidate: Candidate
  /** Whether the citizen has a vote for another candidate of the same position. */
  votedElsewhere: boolean
  /** Why this citizen may not vote, if so. */
  notEligible?: string | undefined
  /** The detail page says it at length: 'Vote For Candidate', 'Already Voted'. */
  long?: boolean
  /** Whether it is one of many: the screen's filled button is another. */
  quiet?: boolean
  /** What the candidate is called on the button, where two of them stand beside each other: 'Vote for Luana'. */
  called?: string | undefined
  /** Called once the vote was counted, where the button is still there. */
  onCast?: (() => void) | undefined
}

/** The id of the element that names a candidate: buttons are described by it. */
export const candidateNameId = (candidateId: string): string => `name-${candidateId}`

/** The vote button with all its states (requirements 1.4): cast, switch, repeat, not yet, no longer. */
export function VoteButton({
  candidate,
  votedElsewhere,
  notEligible,
  long = false,
  quiet = false,
  called,
  onCast,
}: Props) {
  const { status } = useSession()
  const { voting: votingOn } = useFeatures()
  const { cast, casting, busy } = useVote(candidate, onCast)
  const stage = useStage(candidate.voting.opensAt, candidate.voting.closesAt)
  const noteId = useId()
  const nameId = candidateNameId(candidate.id)
  const voted = candidate.userVotedFor
  const running = candidate.status === 'active'

  if (status === 'signed-out' && stage === 'open' && running && votingOn) {
    return (
      <Button fullWidth variant="default" onClick={() => signIn()} aria-describedby={nameId}>
        Sign in to Vote
      </Button>
    )
  }
  const note = noteOf(candidate, stage, votingOn ? notEligible : 'Voting is switched off at the moment.')
  const labels = long ? longLabels : shortLabels
  return (
    <Stack gap={1} className={classes.vote}>
      <Button
        fullWidth
        className={voted ? classes.voted : undefined}
        variant={variantOf()}
        disabled={note !== null || status !== 'signed-in' || (busy && !casting)}
        aria-disabled={casting}
        aria-describedby={note ? `${nameId} ${noteId}` : nameId}
        onClick={cast}
      >
        {voted && !casting && <span aria-hidden="true">✓&nbsp;</span>}
        {labelOf()}
      </Button>
      {note && (
        <Text id={noteId} tone="faint" step={-2} centred className={classes.note}>
          {note}
        </Text>
      )}
    </Stack>
  )

  function variantOf() {
    if (voted) return 'default'
    if (votedElsewhere) return quiet ? 'default' : 'outline'
    return quiet ? 'outline' : 'filled'
  }

  function labelOf(): string {
    if (casting) return voted ? 'Changing...' : votedElsewhere ? 'Switching...' : 'Voting...'
    if (voted) return labels.voted
    if (stage === 'after') return 'Voting Closed'
    return votedElsewhere && stage === 'open'
      ? 'Switch Vote'
      : called === undefined
        ? labels.vote
        : `${labels.vote} for ${called}`
  }
}

const shortLabels = { vote: 'Vote', voted: 'Voted' }
const longLabels = { vote: 'Vote For Candidate', voted: 'Already Voted' }

function noteOf(candidate: Candidate, stage: ReturnType<typeof useStage>, notEligible: string | undefined) {
  if (candidate.removed !== null) return 'This candidacy was removed.'
  if (candidate.status === 'withdrawn') return 'This candidate has withdrawn.'
  if (candidate.cancelled) return 'This election was cancelled before it opened.'
  if (stage === 'before') {
    return (
      <>
        Voting opens <Instant at={candidate.voting.opensAt} />
      </>
    )
  }
  if (stage === 'after') {
    return (
      <>
        {/* The button above says it in large. */}
        <span className="visually-hidden">Voting closed </span>
        <Instant at={candidate.voting.closesAt} />
      </>
    )
  }
  return notEligible ?? null
}
