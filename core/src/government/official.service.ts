import type { GovernmentRole } from '@nation/domain/citizens'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { officeTitle, votesOf } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { Candidacy } from '../elections/candidacy.entity'
import { finalShares } from '../elections/final-shares'
import type { Context } from '../platform'

type Official = CallOutput<'members.get-official'>['official']
type Term = Official['term']

/** A year of weekly terms: more are not shown on one page. */
const mostTerms = 52

/**
 * `members.get-official`: a citizen who holds or held a seat, by their public id.
 * @throws NationError `official_not_found` also for citizens who never held one
 */
export async function getOfficial(
  ctx: Context,
  { id }: CallInput<'members.get-official'>,
): Promise<CallOutput<'members.get-official'>> {
  const rows = await termsOf(ctx.tx, id)
  const [latest, ...earlier] = rows
  if (!latest) throw new NationError('official_not_found')
  const [person] = await ctx.tx.query<PersonRow[]>(
    `SELECT uid, username, handle, followers, verified, joined_at,
       COALESCE(custom_picture_url, portrait_url, avatar_url) AS picture
     FROM citizens WHERE uid = ?`,
    [id],
  )
  if (!person) throw new NationError('official_not_found')
  const shares = await finalShares(
    ctx.tx,
    rows.flatMap((row) => row.candidacy_id ?? []),
  )
  const seated = latest.ended_at === null
  return {
    success: true,
    official: {
      id: person.uid,
      uid: person.uid,
      userId: person.uid,
      username: person.username,
      governmentRole: seated ? latest.office : null,
      twitterUsername: person.handle,
      twitterFollowers: person.followers,
      twitterVerified: Boolean(person.verified),
      profilePicture: person.picture,
      joinedAt: person.joined_at.getTime(),
      status: seated ? 'ACTIVE' : 'FORMER',
      position: officeTitle(latest.office),
      term: presentTerm(latest, shares),
      earlierTerms: earlier.map((row) => presentTerm(row, shares)),
      campaign: await campaignOf(ctx.tx, latest.candidacy_id),
    },
  }
}

interface PersonRow {
  uid: string
  username: string
  handle: string
  followers: number
  verified: number | boolean
  joined_at: Date
  picture: string | null
}

interface TermRow {
  office: GovernmentRole
  how: 'elected' | 'appointed'
  started_at: Date
  ended_at: Date | null
  appointed_by: string | null
  election_uid: string | null
  candidacy_id: string | null
  candidacy_uid: string | null
  weight_units: string | null
  voters: number | null
  rule: string | null
  contenders: number | null
  cast_units: string | null
}

/** A citizen's terms, the running one first, then the newest. */
function termsOf(tx: EntityManager, uid: string): Promise<TermRow[]> {
  return tx.query<TermRow[]>(
    `SELECT t.office, t.how, t.started_at, t.ended_at, appointer.username AS appointed_by, e.uid AS election_uid,
       t.candidacy_id, k.uid AS candidacy_uid, a.weight_units, a.supporters AS voters,
       r.rule, r.candidates AS contenders, r.weight_units AS cast_units
     FROM terms t
     JOIN citizens c ON c.id = t.citizen_id
     LEFT JOIN citizens appointer ON appointer.id = t.appointed_by
     LEFT JOIN elections e ON e.id = t.election_id
     LEFT JOIN candidacies k ON k.id = t.candidacy_id
     LEFT JOIN tallies a ON a.candidacy_id = t.candidacy_id
     LEFT JOIN election_results r ON r.winner_candidacy_id = t.candidacy_id
     WHERE c.uid = ?
     ORDER BY t.ended_at IS NULL DESC, t.started_at DESC, t.id DESC LIMIT ${mostTerms}`,
    [uid],
  )
}

function presentTerm(row: TermRow, shares: ReadonlyMap<string, number>): Term {
  const units = row.weight_units === null ? null : Number(row.weight_units)
  // Where nobody voted for an office, its winner had no part of anything.
  const voted = Number(row.cast_units ?? 0) > 0
  return {
    office: row.office,
    title: officeTitle(row.office),
    startedAt: row.started_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    how: row.how,
    appointedBy: row.appointed_by,
    electionId: row.election_uid,
    candidateId: row.candidacy_uid,
    votes: units === null ? null : votesOf(units),
    supportersCount: row.voters,
    rule: row.rule,
    contenders: row.contenders,
    share: voted ? (shares.get(row.candidacy_id ?? '') ?? null) : null,
  }
}

async function campaignOf(tx: EntityManager, candidacyId: string | null): Promise<Official['campaign']> {
  const found = candidacyId === null ? null : await tx.getRepository(Candidacy).findOneBy({ id: candidacyId })
  if (!found) return null
  return {
    candidateId: found.uid,
    displayName: found.displayName,
    title: found.title,
    campaignSlogan: found.campaignSlogan,
    bannerImage: found.bannerImage,
    vision: found.vision,
    policies: found.policies,
    bio: found.bio,
    experience: found.experience,
    qualifications: found.qualifications,
    goals: found.goals,
    promises: found.promises,
  }
}
