import type { CallAnswer } from '@nation/domain/contract'
import { electionSettings } from '@nation/domain/elections'
import type { ReactNode } from 'react'
import { useFeatures } from '../../../lib/feature-flags'
import { useLimits } from '../../../lib/settings/limits'
import type { OwnProfile } from '../../../lib/session/session'
import { ButtonLink, Instant, inFull, Text, Stack } from '../../../ui'
import { Panel } from './Panel'
import classes from './desk.module.css'

type Eligibility = OwnProfile['eligibility']['vote']
type Roll = CallAnswer<'holdings.get'>['roll']

/** Whether one may vote, what the vote weighs; and if not, why not and what to do. */
export function VotingPanel({ user, roll }: { user: OwnProfile; roll: Roll | undefined }) {
  return (
    <Panel title="Voting rights" aside={<Verdict may={user.eligibleToVote} yes="You may vote" no="Not yet" />}>
      <Reasons of={user.eligibility.vote}>
        Your X account is at least {electionSettings.votingAccountMonths} months old. You have one vote for each
        position, and may switch it until voting for that position closes.
      </Reasons>
      {roll && (
        <Text tone="faint" step={-1}>
          {weightInWords(roll, user.walletAddress !== null)}
        </Text>
      )}
    </Panel>
  )
}

/** What the vote weighs in the open election, and why. */
export function weightInWords(roll: NonNullable<Roll>, linked: boolean): string {
  const weight = `In the open election your vote weighs ${roll.weight.toFixed(1)}.`
  if (!roll.onRoll)
    return linked
      ? `${weight} The roll was taken before your wallet was linked; it counts from the next election on.`
      : `${weight} You had no wallet linked when the roll was taken.`
  const known = roll.lastKnown ? ' The chain did not answer in time: the balance known before counts.' : ''
  return `${weight} That was settled when the election opened, and stays so until it ends.${known}`
}

/** Whether one may run for office; and if not, why not and what to do. */
export function CandidacyPanel({ user, candidateId }: { user: OwnProfile; candidateId: string | undefined }) {
  const stands = user.role === 'candidate' || candidateId !== undefined
  const { elections } = useFeatures()
  const { minFollowers, candidacyTokens } = useLimits()
  return (
    <Panel
      title="Candidacy"
      aside={
        <Verdict may={stands || user.eligibleForCandidacy} yes={stands ? 'You stand' : 'You may stand'} no="Not yet" />
      }
    >
      <Reasons of={user.eligibility.candidacy}>
        You have at least {inFull(minFollowers)} followers on X and {inFull(candidacyTokens)}&nbsp;$ON in your linked
        wallet.
      </Reasons>
      {!elections ? null : candidateId !== undefined ? (
        <ButtonLink to={`/elections/candidate/${candidateId}`} variant="default" size="sm" className={classes.start}>
          View Campaign
        </ButtonLink>
      ) : (
        user.eligibleForCandidacy && (
          <ButtonLink to="/elections/create-profile" variant="default" size="sm" className={classes.start}>
            Run for Office
          </ButtonLink>
        )
      )}
    </Panel>
  )
}

function Verdict({ may, yes, no }: { may: boolean; yes: string; no: string }) {
  return (
    <Text as="span" tone="warning" step={-1} face="title" className={classes.verdict} data-may={may || undefined}>
      {may ? yes : no}
    </Text>
  )
}

/** Each reason why not with what to do about it; where there is none, what is fulfilled. */
function Reasons({ of, children }: { of: Eligibility; children: ReactNode }) {
  if (of.eligible) return <p>{children}</p>
  return (
    <Stack as="ul" gap={3} className={classes.reasons}>
      {of.reasons.map((reason) => (
        <li key={reason.code}>
          <strong>{reason.message}</strong>
          <span>
            {reason.todo}
            {reason.until !== undefined && (
              <>
                {' '}
                From <Instant at={reason.until} />.
              </>
            )}
          </span>
        </li>
      ))}
    </Stack>
  )
}
