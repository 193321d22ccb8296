import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import { manifest } from '@nation/domain/contract/manifest'
import { demoPersonas, portraitSvg } from '@nation/demo'
import { electedRoles, positions, roleOfPosition, weekOf, type PositionId } from '@nation/domain/elections'
import { featuresOfCall } from '@nation/domain/system'
import type { FeatureName } from '@nation/domain/system'
import type { JsonCallId } from '../lib/api/client'
import type { OwnProfile } from '../lib/session/session'
import { adminAnswers } from './fake-admin'
import { bankAnswers } from './fake-bank'
import { citizenAnswers } from './fake-citizen'
import { dayAnswers } from './fake-day'
import { electionAnswers } from './fake-elections'
import { fakeFeatures } from './fake-features'
import { governmentAnswers } from './fake-government'
import { pollAnswers } from './fake-polls'
import { interviewAnswers } from './fake-interviews'
import { holdToContract } from './hold-to-contract'

/**
 * A nation that exists in memory only, for tests and pictures of the screens: it answers the calls of the contract with
 * plausible people and numbers. It decides nothing; rules are tested where they live.
 */
export interface FakeNation {
  readonly answers: { [Id in JsonCallId]?: (input: CallRequest<Id>) => CallAnswer<Id> | FakeFailure }
  /** What a request gets: status and body. */
  handle(method: string, url: string, body: string | null): { status: number; body: unknown }
}

export interface FakeFailure {
  readonly failed: number
  readonly body: { success: false; error: string; code: string; details?: unknown[]; facts?: Record<string, number> }
}

export interface FakeOptions {
  readonly now: number
  readonly as?: 'visitor' | 'citizen' | 'candidate' | 'admin' | 'newborn'
  readonly empty?: boolean
  /** How many stand, where it is more than a few for each position. */
  readonly many?: number | undefined
  /** Positions for which nobody stands. */
  readonly nobodyFor?: readonly PositionId[]
  /** The candidate, by number, whose name is another citizen's, too. */
  readonly namesake?: number | undefined
  /** What became of the earlier promises of candidates, by number; the others were not elected before. */
  readonly records?: Readonly<Record<number, CallAnswer<'candidates.get'>['candidate']['record']>> | undefined
  /** Why the citizen's vote weighs what it weighs. */
  readonly because?: CallAnswer<'votes.weight'>['because'] | undefined
  /** What is switched off. */
  readonly off?: readonly FeatureName[]
}

const isFailure = (given: object): given is FakeFailure => 'failed' in given

export const refuse = (failed: number, code: string, error: string, facts?: Record<string, number>): FakeFailure => ({
  failed,
  body: { success: false, error, code, ...(facts && { facts }) },
})

/** Portraits as addresses, by handle: each is drawn once for all nations, however many of their candidates have it. */
const portraits = new Map<string, string>()

function portraitOf(account: { readonly handle: string; readonly name: string }): string {
  const known = portraits.get(account.handle)
  if (known !== undefined) return known
  const drawn = `data:image/svg+xml,${encodeURIComponent(portraitSvg(account))}`
  portraits.set(account.handle, drawn)
  return drawn
}

export const idOf = (kind: number, index: number) =>
  `01890a5d-ac96-774b-${(0x8000 + kind).toString(16)}-${(index * 7919 + 104729).toString(16).padStart(12, '0')}`

/** The citizen who is signed in to a nation; what a test changes of them, the nation answers. */
export function userOf(nation: FakeNation): OwnProfile {
  const answer = nation.answers['auth.refresh']?.({})
  if (!answer || isFailure(answer)) throw new Error('No citizen is signed in.')
  return answer.user
}

/** Makes a nation in which `as` is signed in. */
export function fakeNation({
  now,
  as = 'visitor',
  empty = false,
  many,
  nobodyFor = [],
  namesake,
  records,
  because,
  off = [],
}: FakeOptions): FakeNation {
  const people = demoPersonas(new Date(now))
  const startsAt = weekOf(new Date(now)).startsAt.getTime()
  const picture = (index: number) => portraitOf(people[index]!)
  const personIndex = { visitor: 0, citizen: 1, candidate: 12, admin: 7, newborn: 8 }[as]
  const person = people[personIndex]!
  const user: OwnProfile = {
    uid: idOf(3, personIndex),
    id: idOf(3, personIndex),
    username: person.name,
    x: { handle: person.handle, id: person.id, avatarUrl: null },
    profilePicture: picture(personIndex),
    customProfilePicture: null,
    uploadedProfilePicture: null,
    profilePictureUrl: picture(personIndex),
    twitterUsername: person.handle,
    twitterFollowers: person.followers,
    twitterVerified: person.verified,
    role: as === 'candidate' ? 'candidate' : 'citizen',
    governmentRole: null,
    joinedAt: now - 90 * 86_400_000,
    isAdmin: as === 'admin',
    isSuperAdmin: false,
    twitterAccountCreatedAt: person.createdAt.getTime(),
    twitterAccountAgeMonths: 60,
    walletAddress: null,
    tokenBalance: 1_250_000,
    tokenBalanceUnits: '1250000000000000',
    balanceKnown: true,
    tokenUpdateRequired: false,
    eligibleToVote: as !== 'newborn',
    eligibleForCandidacy: as !== 'newborn',
    eligibility: {
      vote: { eligible: as !== 'newborn', reasons: [] },
      candidacy: { eligible: as !== 'newborn', reasons: [] },
    },
    twitterRefreshedAt: now,
    createdAt: now,
    lastLogin: now,
    lastActive: now,
  }

  const pastId = idOf(1, 2)
  const features = fakeFeatures(now, user, off)
  const answers: FakeNation['answers'] = {
    'auth.refresh': () =>
      as === 'visitor'
        ? refuse(401, 'unauthenticated', 'Authentication Required')
        : { success: true, accessToken: 'token', expiresAt: now + 900_000, user },
    'auth.logout': () => ({ success: true }),
    ...citizenAnswers(user, now),
    ...adminAnswers(user, now),
    ...interviewAnswers(user, now, empty),
    ...governmentAnswers({ user, now, empty }),
    ...features.answers,
    'citizens.newest': () => ({ success: true, totalCitizens: empty ? 0 : 1284, citizens: [] }),
    'system.health': () => ({
      success: true,
      status: 'ok',
      version: '1.0.0',
      now,
      uptimeSeconds: 3_600,
      database: { ok: true, latencyMs: 2, engine: 'MariaDB' },
      redis: { ok: true, latencyMs: 1 },
      queues: { ok: true, waiting: 0, active: 0, failed: 0 },
      measured: { percent: 99.7, checks: 43_200 },
      addresses: 'ok',
      journal: { head: 1, waiting: 0, lagMs: 0 },
    }),
    'system.stats': () => ({
      success: true,
      totalCitizens: empty ? 0 : 1284,
      seatsFilled: empty ? 0 : 8,
      seats: electedRoles.length,
    }),
    ...bankAnswers({
      now,
      empty,
      holder: (order) => {
        const official = people[order + 60]
        if (!official || order === 6 || empty) return null
        const id = idOf(3, order + 60)
        return { id, username: official.name, twitterUsername: official.handle, profilePicture: picture(order + 60) }
      },
    }),
    ...pollAnswers({ now, as, empty, user }),
    ...electionAnswers({ now, as, empty, many, nobodyFor, namesake, records, because, people, picture, user }),
    ...dayAnswers({ now, as, empty, user }),
    'members.get-government': () => ({
      success: true,
      totalCitizens: empty ? 0 : 1284,
      members: empty
        ? []
        : positions
            .filter((_, order) => order !== 6)
            .map((position, order) => {
              const official = people[order + 60]!
              const uid = idOf(3, order + 60)
              return {
                id: uid,
                uid,
                userId: uid,
                username: official.name,
                governmentRole: roleOfPosition(position.id) as 'president',
                twitterUsername: official.handle,
                twitterFollowers: official.followers,
                profilePicture: order === 4 ? null : picture(order + 60),
                pageNumber: null,
                term: {
                  startedAt: startsAt,
                  how: 'elected' as const,
                  electionId: pastId,
                  candidateId: idOf(2, order),
                  votes: 120.4 - order,
                  supportersCount: 98 - order,
                  rule: 'weight',
                  appointedBy: null,
                },
              }
            }),
    }),
  }

  return {
    answers,
    handle(method, url, body) {
      const { pathname, searchParams } = new URL(url, 'http://nation.test')
      const found = Object.entries(manifest).find(([, [verb, path]]) => verb === method && path === pathname)
      const answer = found && (answers[found[0] as JsonCallId] as ((input: unknown) => object) | undefined)
      if (!answer) return { status: 404, body: refuse(404, 'unknown_call', 'There is no such call.').body }
      if (featuresOfCall({ id: found[0], access: null }).some((feature) => features.off.has(feature))) {
        return { status: 503, body: refuse(503, 'feature_off', 'This feature is switched off at the moment.').body }
      }
      const given = answer(body ? JSON.parse(body) : Object.fromEntries(searchParams))
      const [status, content] = isFailure(given) ? [given.failed, given.body] : [200, given]
      return { status, body: holdToContract(method, pathname, status, content) }
    },
  }
}
