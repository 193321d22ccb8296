import type { CallOutput } from '@nation/domain/contract'
import type { CitizenContext } from '../platform/context'
import { candidateViews, ownVotes, userVotesOf } from './candidate-views'
import { uncountedVotes, withUncounted, type Uncounted } from './uncounted'

type Page = CallOutput<'candidates.list'>

/**
 * A page of candidates that was made for everybody, as one citizen sees it: with their votes, and their own candidacy with
 * what they may do. What its counts do not hold yet of their votes is added, so it may be older than these. Null when they
 * have changed their candidacy since it was made: then it is not theirs any more.
 */
export async function ownPage(ctx: CitizenContext, page: Page): Promise<Page | null> {
  if (page.electionId === null) return page
  const known: { id: string; candidacy: string | null; uid: string | null; updated_at: Date | null }[] =
    await ctx.tx.query(
      `SELECT e.id, c.id AS candidacy, c.uid, c.updated_at FROM elections e
     LEFT JOIN candidacies c ON c.election_id = e.id AND c.citizen_id = ? WHERE e.uid = ?`,
      [ctx.caller.id, page.electionId],
    )
  const electionKey = known[0]?.id ?? '0'
  const votes = await ownVotes(ctx, electionKey)
  const changes = known.flatMap((row) => row.updated_at ?? [])
  if (changes.some((at) => at.getTime() >= page.now)) return null
  const standing = new Set(page.candidates.map((one) => one.id))
  const shown = known.flatMap(({ candidacy, uid }) => (candidacy && uid && standing.has(uid) ? [candidacy] : []))
  const own = new Map((await candidateViews(ctx, shown, votes)).map((view) => [view.id, view]))
  const votedFor = new Set(votes.map((vote) => vote.candidateId))
  const asOf = page.candidates[0]?.countsAsOf
  const uncounted =
    asOf === undefined ? new Map<string, Uncounted>() : await uncountedVotes(ctx, electionKey, new Date(asOf))
  return {
    ...page,
    candidates: page.candidates.map(
      (one) => own.get(one.id) ?? withUncounted({ ...one, userVotedFor: votedFor.has(one.id) }, uncounted.get(one.id)),
    ),
    userVotes: userVotesOf(votes),
  }
}
