import type { CallOutput, OwnPart } from '@nation/domain/contract'
import { isAdministrator } from '@nation/domain/permissions'
import { type CitizenContext, column, readFirst } from '../platform'
import { candidateViews, ownVotes, userVotesOf, type CandidateAnswer, type OwnVote } from './candidate-views'
import { candidaciesByUid } from './rows'
import { uncountedVotes, withUncounted, type Uncounted } from './uncounted'

type OwnCandidate = NonNullable<OwnPart<'candidates.get'>['candidate']>

/**
 * The caller's own part of a page of candidates: the caller's votes, and the candidacies of which the caller may see or do more
 * than a visitor.
 */
export async function ownPage(
  ctx: CitizenContext,
  page: CallOutput<'candidates.list'>,
): Promise<OwnPart<'candidates.list'>> {
  if (page.electionId === null) return {}
  const electionKey = await keyOf(ctx, page.electionId)
  const votes = await ownVotes(ctx, electionKey)
  return { candidates: await ownCandidates(ctx, electionKey, page.candidates, votes), userVotes: userVotesOf(votes) }
}

/** The same for one candidate. */
export async function ownCandidate(
  ctx: CitizenContext,
  { candidate }: CallOutput<'candidates.get'>,
): Promise<OwnPart<'candidates.get'>> {
  const electionKey = await keyOf(ctx, candidate.electionId)
  const [own] = await ownCandidates(ctx, electionKey, [candidate], await ownVotes(ctx, electionKey))
  return own ? { candidate: own } : {}
}

async function keyOf(ctx: CitizenContext, electionUid: string): Promise<string> {
  const row = await readFirst(ctx.tx, { id: column.key }, 'SELECT id FROM elections WHERE uid = ?', [electionUid])
  return row?.id ?? '0'
}

/** Takes candidates of one election as visitors read them, and returns them as the caller reads them, in the same order. */
async function ownCandidates(
  ctx: CitizenContext,
  electionKey: string,
  candidates: readonly CandidateAnswer[],
  votes: readonly OwnVote[],
): Promise<OwnCandidate[]> {
  const [first] = candidates
  if (!first) return []
  const uncounted = await uncountedVotes(ctx, electionKey, new Date(first.countsAsOf))
  const whole = await wholeViews(ctx, candidates, votes)
  const votedFor = new Set(votes.map((vote) => vote.candidateId))
  return candidates.map(
    (one) => whole.get(one.id) ?? ownCounts({ ...one, userVotedFor: votedFor.has(one.id) }, uncounted.get(one.id)),
  )
}

function ownCounts(candidate: CandidateAnswer, uncounted: Uncounted | undefined): OwnCandidate {
  const { userVotedFor, votes, supportersCount, uncounted: added } = withUncounted(candidate, uncounted)
  return { userVotedFor, votes, supportersCount, uncounted: added }
}

/** The candidacies of which the caller may see or do more: the caller's own, and for administrators all. */
async function wholeViews(
  ctx: CitizenContext,
  candidates: readonly CandidateAnswer[],
  votes: readonly OwnVote[],
): Promise<Map<string, OwnCandidate>> {
  const seen = candidates.filter((one) => one.userId === ctx.caller.uid || isAdministrator(ctx.caller))
  if (seen.length === 0) return new Map()
  const rows = await candidaciesByUid(
    ctx.tx,
    seen.map((one) => one.id),
  )
  const views = await candidateViews(
    ctx,
    rows.map((row) => row.id),
    votes,
  )
  return new Map(views.map((view) => [view.id, ownFieldsOf(view)]))
}

const ownFieldsOf = (view: CandidateAnswer): OwnCandidate => ({
  walletAddress: view.walletAddress,
  tokenBalance: view.tokenBalance,
  tokenBalanceBaseUnits: view.tokenBalanceBaseUnits,
  votes: view.votes,
  supportersCount: view.supportersCount,
  uncounted: view.uncounted,
  userVotedFor: view.userVotedFor,
  isOwner: view.isOwner,
  may: view.may,
})
