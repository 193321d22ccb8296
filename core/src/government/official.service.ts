import { termEnds } from '@nation/domain/citizens'
import { governmentRoles } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { officeTitle, votesOf } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { pageColumn, pageJoin, pageRow } from '../citizens'
import { Candidacy, finalShares } from '../elections'
import { column, type Context, readFirst, readRows, type RowOf } from '../platform'

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
  const person = await readFirst(
    ctx.tx,
    personRow,
    `SELECT c.uid, c.username, c.handle, c.followers, c.verified, c.joined_at,
       COALESCE(c.custom_picture_url, c.portrait_url, c.avatar_url) AS picture, ${pageColumn}
     FROM citizens c ${pageJoin('c')} WHERE c.uid = ?`,
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
      twitterVerified: person.verified,
      profilePicture: person.picture,
      pageNumber: person.page_number,
      joinedAt: person.joined_at.getTime(),
      status: seated ? 'ACTIVE' : 'FORMER',
      position: officeTitle(latest.office),
      term: presentTerm(latest, shares),
      earlierTerms: earlier.map((row) => presentTerm(row, shares)),
      campaign: await campaignOf(ctx.tx, latest.candidacy_id),
    },
  }
}

const personRow = {
  uid: column.text,
  username: column.text,
  handle: column.text,
  followers: column.integer,
  verified: column.flag,
  joined_at: column.instant,
  picture: column.text.nullable,
  ...pageRow,
}

const termRow = {
  office: column.oneOf(governmentRoles),
  how: column.oneOf(['elected', 'appointed']),
  started_at: column.instant,
  ended_at: column.instant.nullable,
  appointed_by: column.text.nullable,
  ended_how: column.oneOf(termEnds).nullable,
  ended_by: column.text.nullable,
  election_uid: column.text.nullable,
  candidacy_id: column.key.nullable,
  candidacy_uid: column.text.nullable,
  weight_units: column.integer.nullable,
  voters: column.integer.nullable,
  rule: column.text.nullable,
  contenders: column.integer.nullable,
  cast_units: column.integer.nullable,
}

type TermRow = RowOf<typeof termRow>

/** A citizen's terms, the running one first, then the newest. */
function termsOf(tx: EntityManager, uid: string): Promise<TermRow[]> {
  return readRows(
    tx,
    termRow,
    `SELECT t.office, t.how, t.started_at, t.ended_at, appointer.username AS appointed_by, t.ended_how,
       remover.username AS ended_by, e.uid AS election_uid,
       t.candidacy_id, k.uid AS candidacy_uid, a.weight_units, a.supporters AS voters,
       r.rule, r.candidates AS contenders, r.weight_units AS cast_units
     FROM terms t
     JOIN citizens c ON c.id = t.citizen_id
     LEFT JOIN citizens appointer ON appointer.id = t.appointed_by
     LEFT JOIN citizens remover ON remover.id = t.ended_by
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
  const units = row.weight_units
  // Where an office got no votes, its winner had no share.
  const voted = (row.cast_units ?? 0) > 0
  return {
    office: row.office,
    title: officeTitle(row.office),
    startedAt: row.started_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    endedHow: row.ended_how,
    endedBy: row.ended_by,
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
