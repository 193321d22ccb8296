import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import { manifest } from '@nation/domain/contract/manifest'
import { demoPersonas, portraitSvg } from '@nation/domain/demo'
import { positions, roleOfPosition, weekOf } from '@nation/domain/elections'
import type { JsonCallId } from '../lib/api/client'
import type { OwnProfile } from '../lib/session/session'
import { adminAnswers } from './fake-admin'
import { citizenAnswers } from './fake-citizen'

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
  readonly body: { success: false; error: string; code: string; details?: unknown[] }
}

export interface FakeOptions {
  readonly now: number
  readonly as?: 'visitor' | 'citizen' | 'candidate' | 'admin' | 'newborn'
  readonly empty?: boolean
}

const isFailure = (given: object): given is FakeFailure => 'failed' in given

export const refuse = (failed: number, code: string, error: string): FakeFailure => ({
  failed,
  body: { success: false, error, code },
})

const idOf = (kind: number, index: number) =>
  `01890a5d-ac96-774b-${(0x8000 + kind).toString(16)}-${(index * 7919 + 104729).toString(16).padStart(12, '0')}`

const slogans = [
  'Open books, open doors',
  'Fewer meetings, more minutes',
  'A harbour for every project, a lighthouse for every newcomer',
  'Build what we vote for',
  'Count twice, promise once',
  'Make the quiet citizens heard',
  'A government you can read',
]

type Candidate = CallAnswer<'candidates.get'>['candidate']
type Election = NonNullable<CallAnswer<'elections.current'>['election']>

/** Makes a nation in which `as` is signed in. */
export function fakeNation({ now, as = 'visitor', empty = false }: FakeOptions): FakeNation {
  const people = demoPersonas(new Date(now))
  const dates = weekOf(new Date(now))
  const [startsAt, phaseTwoAt, endsAt] = [dates.startsAt.getTime(), dates.phaseTwoAt.getTime(), dates.endsAt.getTime()]
  const electionId = idOf(1, 1)
  const picture = (index: number) => {
    const person = people[index]!
    return `data:image/svg+xml,${encodeURIComponent(portraitSvg(person))}`
  }
  const votes = new Map<string, string>()
  if (as === 'citizen') votes.set('president', idOf(2, 1))

  const spanOf = (phase: string) =>
    phase === 'phase_one' ? { opensAt: startsAt, closesAt: phaseTwoAt } : { opensAt: phaseTwoAt, closesAt: endsAt }

  const candidates: Candidate[] = empty
    ? []
    : positions.flatMap((position, order) =>
        Array.from({ length: 3 + (order % 4) }, (_, place): Candidate => {
          const index = order * 6 + place
          const person = people[index + 12]!
          const span = spanOf(position.phase)
          const open = now >= span.opensAt && now < span.closesAt
          const own = as === 'candidate' && index === 0
          return {
            id: idOf(2, index),
            electionId,
            userId: idOf(3, index + 12),
            displayName: person.name,
            title: place % 2 ? null : person.description.split('.')[0]!,
            bio: `${person.description} I have lived in this nation since its third week and have missed no vote since.`,
            position: position.id,
            positionTitle: position.title,
            profilePicture: index % 4 === 3 ? null : picture(index + 12),
            bannerImage: null,
            campaignSlogan: slogans[index % slogans.length]!,
            vision:
              'A nation whose every decision can be followed back to the citizens who made it.\n\nWe publish the books each Sunday, and we answer each question that is asked of us in public.',
            goals: [
              'Publish the treasury’s books every Sunday',
              'Answer each citizen within three days',
              'Halve the number of meetings',
            ],
            promises: ['I will never vote in secret', 'I will resign if I miss two weeks'],
            whyVoteForMe: 'Because I have done this before, for smaller communities, and they still talk to me.',
            experience: 'Treasurer of two communities, moderator of a third.',
            policies: null,
            qualifications: null,
            twitter: null,
            twitterUsername: person.handle,
            username: person.name,
            twitterHandle: person.handle,
            twitterFollowers: person.followers,
            discord: place === 0 ? person.handle : null,
            website: place === 0 ? 'https://example.org/campaign' : null,
            walletAddress: null,
            tokenBalance: 50_000 * (index + 1),
            tokenBalanceBaseUnits: `${50_000 * (index + 1)}000000000`,
            verifiedHolder: index % 3 === 0,
            attachments: {},
            createdAt: startsAt - 3_600_000 * index,
            updatedAt: startsAt,
            votes: now < span.opensAt ? 0 : Math.round((140 - place * 31.3 - order * 4) * 10) / 10,
            supportersCount: now < span.opensAt ? 0 : 118 - place * 27 - order * 3,
            supporters: [],
            userVotedFor: false,
            isOwner: own,
            status: 'active',
            rank: null,
            won: false,
            voting: { open, ...span },
            may: { edit: own, changePosition: own, delete: own || as === 'admin' },
          }
        }),
      )

  const electionSummary = {
    id: electionId,
    isActive: true,
    startDate: startsAt,
    endDate: endsAt,
    startsAt,
    phaseTwoAt,
    endsAt,
    phase: now < phaseTwoAt ? ('phase_one' as const) : ('phase_two' as const),
    status: 'active' as const,
    resultsReady: false,
    totalCandidates: candidates.length,
    createdBy: null,
  }
  const election: Election = {
    ...electionSummary,
    nextInstant: now < phaseTwoAt ? phaseTwoAt : endsAt,
    positions: positions.map((position) => {
      const span = spanOf(position.phase)
      return {
        ...position,
        attachments: position.attachments.map((need) => ({ ...need, acceptedTypes: [...need.acceptedTypes] })),
        ...span,
        candidateCount: candidates.filter((one) => one.position === position.id).length,
        votingOpen: now >= span.opensAt && now < span.closesAt,
        candidaciesOpen: now < span.closesAt,
      }
    }),
  }

  const userVotes = () =>
    Object.fromEntries(
      [...votes].map(([position, candidateId]) => [position, [{ candidateId, voteWeight: 1.2, votedAt: now }]]),
    )
  const seen = (candidate: Candidate): Candidate => ({
    ...candidate,
    userVotedFor: votes.get(candidate.position) === candidate.id,
  })

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
  const answers: FakeNation['answers'] = {
    'auth.refresh': () =>
      as === 'visitor'
        ? refuse(401, 'unauthenticated', 'Authentication Required')
        : { success: true, accessToken: 'token', expiresAt: now + 900_000, user },
    'auth.logout': () => ({ success: true }),
    ...citizenAnswers(user, now),
    ...adminAnswers(user, now),
    'system.stats': () => ({ success: true, totalCitizens: empty ? 0 : 1284, seatsFilled: empty ? 0 : 8, seats: 9 }),
    'elections.current': () => ({ success: true, election, now }),
    'elections.list': () => ({
      success: true,
      elections: empty
        ? []
        : [1, 2, 3].map((weeks) => ({
            ...electionSummary,
            id: idOf(1, weeks + 1),
            isActive: false,
            status: 'past' as const,
            phase: 'completed' as const,
            resultsReady: true,
            startsAt: startsAt - weeks * 604_800_000,
            endsAt: endsAt - weeks * 604_800_000,
          })),
      nextCursor: null,
      now,
    }),
    'elections.results': () => ({
      success: true,
      election: {
        ...electionSummary,
        id: pastId,
        status: 'past',
        phase: 'completed',
        startsAt: startsAt - 604_800_000,
        endsAt: startsAt,
      },
      final: true,
      turnout: { voters: 812, eligible: 1102, percent: 73.7 },
      results: positions.map((position, order) => {
        const standing = candidates
          .filter((one) => one.position === position.id)
          .slice(0, order === 8 ? 0 : order === 5 ? 1 : 4)
          .map((one, index) => ({
            id: one.id,
            userId: one.userId,
            displayName: one.displayName,
            username: one.username,
            profilePicture: one.profilePicture,
            votes: 120.4 - index * 33,
            weightUnits: 1204 - index * 330,
            supportersCount: 98 - index * 21,
            share: [48.2, 30.1, 14.4, 7.3][index] ?? 0,
            rank: index + 1,
            winner: index === 0,
          }))
        return {
          position: position.id,
          title: position.title,
          role: position.role,
          phase: position.phase,
          winner: standing[0] ?? null,
          rule:
            standing.length === 0 ? 'vacant' : standing.length === 1 ? 'unopposed' : order === 3 ? 'voters' : 'weight',
          candidates: standing,
          totalVotes: standing.reduce((sum, one) => sum + one.votes, 0),
          voters: standing.reduce((sum, one) => sum + one.supportersCount, 0),
        }
      }),
      now,
    }),
    'candidates.list': (input) => {
      const search = input.search?.toLowerCase() ?? ''
      const found = candidates.filter((one) =>
        `${one.displayName} ${one.username} ${one.bio}`.toLowerCase().includes(search),
      )
      const listed = found.filter((one) => !input.position || one.position === input.position)
      const counts = Object.fromEntries(
        positions.map((position) => [position.id, found.filter((one) => one.position === position.id).length]),
      ) as CallAnswer<'candidates.list'>['counts']
      return {
        success: true,
        electionId,
        candidates: listed.toSorted((a, b) => b.votes - a.votes).map(seen),
        total: listed.length,
        counts,
        nextCursor: null,
        userVotes: userVotes(),
        now,
      }
    },
    'candidates.get': (input) => {
      const candidate = candidates.find((one) => one.id === input.candidateId)
      return candidate
        ? { success: true, candidate: seen(candidate), now }
        : refuse(404, 'candidate_not_found', 'Candidate not found')
    },
    'candidates.mine': () => ({
      success: true,
      candidate: as === 'candidate' ? (candidates[0] ?? null) : null,
      past: [],
      eligibleForCandidacy: as !== 'newborn',
      reasons:
        as === 'newborn'
          ? [
              {
                code: 'too_few_followers',
                message: 'Running for office needs at least 100 followers on X; you have 27.',
              },
              { code: 'no_wallet', message: 'Running for office needs a linked wallet that holds 50,000 $ON.' },
            ]
          : [],
      now,
    }),
    'candidates.create': (input) => {
      const made: Candidate = { ...candidates[0]!, id: idOf(2, 900), displayName: input.displayName, isOwner: true }
      candidates.push(made)
      return { success: true, candidate: made, candidateId: made.id }
    },
    'candidates.delete': (input) => {
      candidates.splice(
        candidates.findIndex((one) => one.id === input.candidateId),
        1,
      )
      return { success: true, candidateId: input.candidateId, votesVoided: 3 }
    },
    'votes.status': () => ({
      success: true,
      electionId,
      hasVoted: votes.size > 0,
      voteWeight: 1.2,
      votedAt: null,
      userVotes: userVotes(),
      eligibleToVote: as !== 'newborn',
      reasons:
        as === 'newborn'
          ? [
              {
                code: 'account_too_young',
                message: 'Your X account must be at least 6 months old to vote.',
                until: now + 1e10,
              },
            ]
          : [],
      weight: {
        multiplier: 1.2,
        tier: 'holder',
        tierTitle: 'Token Holder',
        onRoll: true,
        balance: 1_250_000,
        balanceBaseUnits: '1250000000000000',
        takenAt: startsAt,
        lastKnown: false,
      },
      now,
    }),
    'votes.cast': (input) => {
      const chosen = candidates.find((one) => one.id === input.candidateId)
      if (!chosen) return refuse(404, 'candidate_not_found', 'Candidate not found')
      const before = votes.get(chosen.position) ?? null
      votes.set(chosen.position, chosen.id)
      const previous = candidates.find((one) => one.id === before)
      if (before !== chosen.id) {
        if (previous) {
          previous.votes = Math.round((previous.votes - 1.2) * 10) / 10
          previous.supportersCount -= 1
        }
        chosen.votes = Math.round((chosen.votes + 1.2) * 10) / 10
        chosen.supportersCount += 1
      }
      return {
        success: true,
        electionId,
        position: chosen.position,
        candidateId: chosen.id,
        hasVoted: true,
        voteWeight: 1.2,
        votedAt: now,
        switched: before !== null && before !== chosen.id,
        repeated: before === chosen.id,
        previousCandidateId: before,
        candidates: [chosen, ...(previous && previous !== chosen ? [previous] : [])].map(
          ({ id, votes: sum, supportersCount }) => ({
            id,
            votes: sum,
            supportersCount,
          }),
        ),
      }
    },
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
                term: {
                  startedAt: startsAt,
                  how: 'elected' as const,
                  electionId: pastId,
                  candidateId: idOf(2, order),
                  votes: 120.4 - order,
                  supportersCount: 98 - order,
                  rule: 'weight',
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
      const given = answer(body ? JSON.parse(body) : Object.fromEntries(searchParams))
      return isFailure(given) ? { status: given.failed, body: given.body } : { status: 200, body: given }
    },
  }
}
