import type { demoPersonas } from '@nation/domain/demo'
import type { CallAnswer } from '@nation/domain/contract'
import { displayTokens, percentOf, positions, votesOf, weekOf, weightTiers } from '@nation/domain/elections'
import type { DecidingRule, PositionDefinition } from '@nation/domain/elections'
import type { OwnProfile } from '../lib/session/session'
import { idOf, refuse } from './fake-nation'
import type { FakeNation, FakeOptions } from './fake-nation'

type Candidate = CallAnswer<'candidates.get'>['candidate']
type Election = NonNullable<CallAnswer<'elections.current'>['election']>
type Summary = CallAnswer<'elections.list'>['elections'][number]
type Result = CallAnswer<'elections.results'>['results'][number]

const WEEK = 604_800_000

const slogans = [
  'Open books, open doors',
  'Fewer meetings, more minutes',
  'A harbour for every project, a lighthouse for every newcomer',
  'Build what we vote for',
  'Count twice, promise once',
  'Make the quiet citizens heard',
  'A government you can read',
]

interface World extends FakeOptions {
  readonly people: ReturnType<typeof demoPersonas>
  readonly picture: (index: number) => string
  readonly user: OwnProfile
}

const spanOf = (
  phase: string,
  { startsAt, phaseTwoAt, endsAt }: Pick<Summary, 'startsAt' | 'phaseTwoAt' | 'endsAt'>,
) => (phase === 'phase_one' ? { opensAt: startsAt, closesAt: phaseTwoAt } : { opensAt: phaseTwoAt, closesAt: endsAt })

/** The week's election, weeks away from now. */
function summaryOf(now: number, weeks: number, totalCandidates: number): Summary {
  const dates = weekOf(new Date(now + weeks * WEEK))
  const [startsAt, phaseTwoAt, endsAt] = [dates.startsAt.getTime(), dates.phaseTwoAt.getTime(), dates.endsAt.getTime()]
  const over = now >= endsAt
  return {
    id: idOf(1, 1 - weeks),
    isActive: now >= startsAt && !over,
    startDate: startsAt,
    endDate: endsAt,
    startsAt,
    phaseTwoAt,
    endsAt,
    phase: over ? 'completed' : now < phaseTwoAt ? 'phase_one' : 'phase_two',
    status: over ? 'past' : now < startsAt ? 'upcoming' : 'active',
    resultsReady: over,
    totalCandidates,
    turnout: over
      ? {
          voters: 812 + weeks * 23,
          eligible: 1102 + weeks * 31,
          percent: percentOf(812 + weeks * 23, 1102 + weeks * 31),
        }
      : null,
    createdBy: null,
  }
}

/** Who stands: a few for each position, or many. */
function candidatesOf({ now, as, people, picture, many = 0 }: World, election: Summary): Candidate[] {
  const few = positions.flatMap((position, order) =>
    Array.from({ length: 3 + (order % 4) }, (_, place) => ({ position, order, place, index: order * 6 + place })),
  )
  const more = Array.from({ length: Math.max(0, many - few.length) }, (_, extra) => {
    const order = extra % 9
    return { position: positions[order]!, order, place: 7 + Math.floor(extra / 9), index: 100 + extra }
  })
  return [...few, ...more].map(({ position, order, place, index }): Candidate => {
    const person = people[(index + 12) % people.length]!
    const span = spanOf(position.phase, election)
    const own = as === 'candidate' && index === 0
    const begun = now >= span.opensAt
    return {
      id: idOf(2, index),
      electionId: election.id,
      userId: idOf(3, index + 12),
      displayName: person.name,
      title: place % 2 ? null : person.description.split('.')[0]!,
      bio: `${person.description} I have lived in this nation since its third week and have missed no vote since.`,
      position: position.id,
      positionTitle: position.title,
      profilePicture: index % 4 === 3 ? null : picture((index + 12) % people.length),
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
      attachments: attachmentsFor(position, index % 40),
      createdAt: election.startsAt - 3_600_000 * index,
      updatedAt: election.startsAt,
      votes: begun ? Math.max(0, Math.round((140 - place * 31.3 - order * 4) * 10) / 10) : 0,
      supportersCount: begun ? Math.max(0, 118 - place * 27 - order * 3) : 0,
      supporters: [],
      userVotedFor: false,
      isOwner: own,
      status: 'active',
      rank: null,
      won: false,
      voting: { open: begun && now < span.closesAt, ...span },
      may: { edit: own, changePosition: own, delete: own || as === 'admin', runAgain: false },
    }
  })
}

/** Something for each kind of file that a position takes. */
function attachmentsFor(position: PositionDefinition, index: number) {
  const files = (type: string) =>
    type === 'gallery'
      ? [`/media/uploads/harbour.png`, `/media/uploads/night.jpg`, `/media/uploads/film.mp4`]
      : [
          `/media/uploads/books-${index}.pdf`,
          `/media/uploads/figures-${index}.xlsx`,
          `/media/uploads/chart-${index}.png`,
        ]
  return Object.fromEntries(position.attachments.map(({ label, type }) => [label, files(type)]))
}

/** Tenths of votes into voters of the four tiers, lightest first, so that both sums are right. */
function tiersOf(voters: number): NonNullable<Result['tiers']> {
  const parts = [0.62, 0.24, 0.1]
  const counts = parts.map((part) => Math.floor(voters * part))
  const all = [...counts, voters - counts.reduce((sum, one) => sum + one, 0)]
  return weightTiers.toReversed().map(({ tier, title, units, from }, index) => {
    const count = all[index]!
    const weightUnits = count * units
    return {
      tier,
      title,
      multiplier: votesOf(units),
      from: displayTokens(from),
      voters: count,
      weightUnits,
      votes: votesOf(weightUnits),
    }
  })
}

const ruleOf = (order: number, standing: number): DecidingRule =>
  standing === 0 ? 'vacant' : standing === 1 ? 'unopposed' : order === 3 ? 'voters' : order === 7 ? 'earlier' : 'weight'

/** A position's result: winner, shares, tiers. Voters and weight differ in their order for one position, so that a switch shows. */
function resultOf(position: PositionDefinition, order: number, all: readonly Candidate[]): Result {
  const standing = all.filter((one) => one.position === position.id).slice(0, order === 8 ? 0 : order === 5 ? 1 : 4)
  const voters = standing.map((_, index) => (order === 1 ? [64, 81, 31, 9][index]! : 98 - index * 21))
  const units = standing.map((_, index) =>
    order === 1 ? [1104, 921, 330, 90][index]! : order === 7 && index < 2 ? 1100 : 1204 - index * 270,
  )
  const total = units.reduce((sum, one) => sum + one, 0)
  const sum = voters.reduce((before, one) => before + one, 0)
  const candidates = standing.map((one, index) => ({
    id: one.id,
    userId: one.userId,
    displayName: one.displayName,
    username: one.username,
    profilePicture: one.profilePicture,
    votes: votesOf(units[index]!),
    weightUnits: units[index]!,
    supportersCount: voters[index]!,
    share: percentOf(units[index]!, total),
    rank: index + 1,
    winner: index === 0,
  }))
  return {
    position: position.id,
    title: position.title,
    role: position.role,
    phase: position.phase,
    winner: candidates[0] ?? null,
    rule: ruleOf(order, standing.length),
    candidates,
    totalVotes: votesOf(total),
    weightUnits: total,
    voters: sum,
    tiers: tiersOf(sum),
  }
}

/** What the nation answers about elections, candidates and votes. */
export function electionAnswers(world: World): FakeNation['answers'] {
  const { now, as = 'visitor', empty = false, picture, user } = world
  const bare = summaryOf(now, 0, 0)
  const candidates = empty ? [] : candidatesOf(world, bare)
  const election: Election = {
    ...bare,
    totalCandidates: candidates.length,
    nextInstant: now < bare.phaseTwoAt ? bare.phaseTwoAt : bare.endsAt,
    positions: positions.map((position) => {
      const span = spanOf(position.phase, bare)
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
  const votes = new Map<string, string>()
  if (as === 'citizen') votes.set('president', idOf(2, 1))
  const userVotes = () =>
    Object.fromEntries(
      [...votes].map(([position, candidateId]) => [position, [{ candidateId, voteWeight: 1.2, votedAt: now }]]),
    )
  const seen = (candidate: Candidate): Candidate => ({
    ...candidate,
    userVotedFor: votes.get(candidate.position) === candidate.id,
  })
  const eligibleToVote = as !== 'newborn'
  const reasons = eligibleToVote
    ? []
    : [
        {
          code: 'account_too_young',
          message: 'Your X account must be at least 6 months old to vote.',
          todo: 'Wait: your vote opens by itself. Until then you may read everything and stand for office.',
          until: now + 1e10,
        },
      ]
  const planned: Summary[] = []
  const find = (id: string) => candidates.find((one) => one.id === id)
  const missing = () => refuse(404, 'candidate_not_found', 'Candidate not found')
  return {
    'elections.current': () => ({ success: true, election, now }),
    'elections.get': (input) =>
      input.electionId === election.id
        ? { success: true, election, now }
        : refuse(404, 'election_not_found', 'There is no such election.'),
    'elections.list': ({ status = 'all' }) => {
      const past = empty ? [] : [-1, -2, -3].map((weeks) => summaryOf(now, weeks, 39))
      const lists = { past, active: [bare], upcoming: planned, all: [...planned, bare, ...past] }
      const elections = lists[status].map((one) =>
        one.id === bare.id ? { ...one, totalCandidates: candidates.length } : one,
      )
      return { success: true, elections, nextCursor: null, now }
    },
    'elections.create': ({ startsAt, endsAt, phaseTwoAt }) => {
      const [from, to] = [Number(startsAt), Number(endsAt)]
      const middle = phaseTwoAt === undefined ? (from + to) / 2 : Number(phaseTwoAt)
      const dates = { startsAt: from, startDate: from, phaseTwoAt: middle, endsAt: to, endDate: to }
      const made: Summary = {
        ...bare,
        ...dates,
        id: idOf(1, 90),
        status: 'upcoming',
        isActive: false,
        phase: 'phase_one',
        createdBy: user.uid,
      }
      planned.push(made)
      return { success: true, election: { ...election, ...made }, now }
    },
    'elections.results': () => {
      const results = positions.map((position, order) => resultOf(position, order, candidates))
      return {
        success: true,
        election: summaryOf(now, -1, candidates.length),
        final: true,
        turnout: { voters: 812, eligible: 1102, percent: percentOf(812, 1102) },
        roll: { wallets: 431, lastKnown: 6 },
        results,
        now,
      }
    },
    'elections.governments': () => ({
      success: true,
      governments: empty ? [] : [0, 1, 2].map((back) => governmentOf(world, back)),
      nextCursor: null,
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
      const [from, limit] = [Number(input.cursor ?? 0), Number(input.limit ?? 50)]
      return {
        success: true,
        electionId: election.id,
        candidates: listed
          .toSorted((a, b) => b.votes - a.votes)
          .slice(from, from + limit)
          .map(seen),
        total: listed.length,
        counts,
        nextCursor: listed.length > from + limit ? String(from + limit) : null,
        userVotes: userVotes(),
        now,
      }
    },
    'candidates.get': (input) => {
      const candidate = find(input.candidateId)
      return candidate ? { success: true, candidate: seen(candidate), now } : missing()
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
    'candidates.past': ({ citizenId }) => {
      const index = candidates.findIndex((one) => one.userId === citizenId)
      const candidacies = index % 3 === 0 ? pastOf(world, candidates[index]!) : []
      return { success: true, candidacies, total: candidacies.length, wins: 1, nextCursor: null, now }
    },
    'candidates.run-again': () => {
      const candidate = candidates[0]!
      return { success: true, candidate, candidateId: candidate.id }
    },
    'candidates.create': (input) => {
      const made: Candidate = { ...candidates[0]!, id: idOf(2, 900), displayName: input.displayName, isOwner: true }
      candidates.push(made)
      return { success: true, candidate: made, candidateId: made.id }
    },
    'candidates.update': ({ candidateId, ...changes }) => {
      const candidate = find(candidateId)
      if (!candidate) return missing()
      Object.assign(candidate, changes)
      return { success: true, candidate }
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
      electionId: election.id,
      hasVoted: votes.size > 0,
      voteWeight: 1.2,
      votedAt: null,
      userVotes: userVotes(),
      eligibleToVote,
      reasons,
      weight: {
        multiplier: 1.2,
        tier: 'holder',
        tierTitle: 'Token Holder',
        onRoll: true,
        balance: 1_250_000,
        balanceBaseUnits: '1250000000000000',
        takenAt: bare.startsAt,
        lastKnown: false,
      },
      now,
    }),
    'votes.weight': () => weightAnswer(world, bare, reasons),
    'votes.cast': (input) => {
      const chosen = find(input.candidateId)
      if (!chosen) return missing()
      const before = votes.get(chosen.position) ?? null
      votes.set(chosen.position, chosen.id)
      const previous = candidates.find((one) => one.id === before)
      const moved = before !== chosen.id
      if (moved)
        for (const [one, sign] of [
          [previous, -1],
          [chosen, 1],
        ] as const) {
          if (!one) continue
          one.votes = Math.round((one.votes + sign * 1.2) * 10) / 10
          one.supportersCount += sign
        }
      return {
        success: true,
        electionId: election.id,
        position: chosen.position,
        candidateId: chosen.id,
        hasVoted: true,
        voteWeight: 1.2,
        votedAt: now,
        switched: before !== null && moved,
        repeated: !moved,
        previousCandidateId: before,
        candidates: [chosen, ...(previous && moved ? [previous] : [])].map(({ id, votes: sum, supportersCount }) => ({
          id,
          votes: sum,
          supportersCount,
        })),
      }
    },
  }

  function governmentOf(
    { people: persons }: World,
    back: number,
  ): CallAnswer<'elections.governments'>['governments'][number] {
    const { id, startsAt, endsAt, turnout } = summaryOf(now, -1 - back, 0)
    const vacant = back === 1 ? (['developmentMinister'] as const) : []
    const seats = positions
      .filter(({ role }) => !vacant.includes(role as never))
      .map(({ role, title }, order) => {
        const index = 60 + order + back * 5
        const person = persons[index]!
        const appointed = back === 0 && order === 5
        return {
          office: role,
          title,
          citizenId: idOf(3, index),
          username: person.name,
          twitterUsername: person.handle,
          profilePicture: order === 4 ? null : picture(index),
          how: appointed ? ('appointed' as const) : ('elected' as const),
          candidateId: appointed ? null : idOf(2, order),
          votes: appointed ? null : 120.4 - order,
          supportersCount: appointed ? null : 98 - order,
          rule: appointed ? null : ('weight' as const),
          startedAt: endsAt,
          endedAt: back === 0 ? null : endsAt + WEEK,
        }
      })
    return {
      number: 12 - back,
      electionId: id,
      startedAt: endsAt,
      endedAt: back === 0 ? null : startsAt + 2 * WEEK,
      turnout,
      seats,
      vacant: [...vacant],
    }
  }
}

/** Two earlier candidacies: one that won, one that did not. */
function pastOf({ now, as }: World, candidate: Candidate): CallAnswer<'candidates.past'>['candidacies'] {
  return [1, 3].map((weeks) => {
    const { id, startsAt, endsAt } = summaryOf(now, -weeks, 0)
    const won = weeks === 1
    const { position, positionTitle, displayName, campaignSlogan, profilePicture, bannerImage } = candidate
    return {
      candidateId: idOf(2, 700 + weeks),
      electionId: id,
      startsAt,
      endsAt,
      position,
      positionTitle,
      displayName,
      campaignSlogan,
      profilePicture,
      bannerImage,
      votes: won ? 120.4 : 61.2,
      supportersCount: won ? 98 : 51,
      share: won ? 43.61 : 24.07,
      rank: won ? 1 : 3,
      candidates: 4,
      won,
      rule: 'weight',
      may: { runAgain: as === 'candidate' },
    }
  })
}

/** Why the citizen's vote weighs what it weighs; `because` is the reason that a test or a picture asks for. */
function weightAnswer(
  { now, as, because = 'on_roll' }: World,
  { id, startsAt }: Summary,
  reasons: CallAnswer<'votes.weight'>['reasons'],
): CallAnswer<'votes.weight'> {
  const tiers = weightTiers
    .toReversed()
    .map(({ tier, title, units, from }) => ({ tier, title, multiplier: votesOf(units), from: displayTokens(from) }))
  const held = ['on_roll', 'last_known', 'roll_not_taken'].includes(because)
  const own = tiers[held ? 1 : 0]!
  const next = tiers[held ? 2 : 1]!
  const balance = held ? 1_250_000 : 0
  return {
    success: true,
    electionId: id,
    startsAt,
    frozen: because !== 'roll_not_taken',
    because,
    wallet:
      because === 'no_wallet' ? null : { address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', short: '7EcD…FLtV' },
    balance,
    balanceBaseUnits: `${balance}000000000`,
    slot: held ? '287654321' : null,
    readAt: held ? startsAt - 600_000 : null,
    lastKnown: because === 'last_known',
    tier: own.tier,
    tierTitle: own.title,
    multiplier: own.multiplier,
    weightUnits: own.multiplier * 10,
    tiers,
    nextTier: { ...next, missing: next.from - balance, missingBaseUnits: `${next.from - balance}000000000` },
    eligibleToVote: as !== 'newborn',
    reasons,
    now,
  }
}
