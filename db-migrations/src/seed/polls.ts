import { castPollVotes, closeDuePolls, closePoll, createPoll } from '@nation/core/polls'
import { type CitizenContext, column, fixedClock, readRows } from '@nation/core/platform'
import { eligibleToVote, type ElectionDates } from '@nation/domain/elections'
import type { GovernmentRole } from '@nation/domain/permissions'
import { chanceFrom, PERSONA_HANDLES } from '@nation/demo'
import { after, day, hour, minute } from './calendar'
import type { DemoCitizen } from './people'
import type { World } from './world'

/** A poll of the demo nation. */
export interface PlannedPoll {
  readonly key: string
  readonly askedAt: Date
  /** The office's holder at that time asks; the administrator for a vacant office. */
  readonly office: GovernmentRole | null
  readonly question: string
  readonly options: readonly string[]
  /** How many of a hundred votes each option is given. */
  readonly shares: readonly number[]
  /** How many of a hundred citizens answer. */
  readonly turnout: number
  readonly closesAt: Date | null
  /** When its author closes it by hand. */
  readonly closedAt: Date | null
}

type PollText = Pick<PlannedPoll, 'key' | 'office' | 'question' | 'options' | 'shares' | 'turnout'>

const demoPoll = (
  key: string,
  office: GovernmentRole | null,
  turnout: number,
  question: string,
  answers: Readonly<Record<string, number>>,
): PollText => ({ key, office, question, turnout, options: Object.keys(answers), shares: Object.values(answers) })

/** The polls that the nation remembers and those that are open, whatever the clock says. */
export function plannedPolls(weeks: readonly ElectionDates[]): PlannedPoll[] {
  const [first, second, third, open] = weeks.map(({ startsAt }) => startsAt) as [Date, Date, Date, Date]
  const lasting = (from: Date, askedAfter: number, lasts: number, poll: PollText): PlannedPoll => {
    const askedAt = after(from, askedAfter)
    return { ...poll, askedAt, closesAt: after(askedAt, lasts), closedAt: null }
  }
  const byHand = (from: Date, askedAfter: number, poll: PollText, lasts: number | null = null): PlannedPoll => {
    const askedAt = after(from, askedAfter)
    return { ...poll, askedAt, closesAt: null, closedAt: lasts === null ? null : after(askedAt, lasts) }
  }
  return [
    lasting(
      first,
      -3 * day + 10 * hour,
      2 * day,
      demoPoll('flag', null, 58, 'Which colour shall the nation’s flag have besides blue?', {
        White: 46,
        Gold: 38,
        Green: 16,
      }),
    ),
    byHand(
      first,
      2 * day + 9 * hour,
      demoPoll('assembly', null, 41, 'When shall the weekly assembly be held?', {
        'Monday evening, after the seats have changed': 52,
        'Thursday at noon, between the phases': 21,
        'Saturday morning': 27,
      }),
      3 * day,
    ),
    lasting(
      second,
      1 * day + 8 * hour,
      4 * day,
      demoPoll(
        'books',
        'financeMinister',
        63,
        'Shall the treasury publish its books every day instead of every week?',
        {
          'Yes, every day': 71,
          'No, every week is enough': 29,
        },
      ),
    ),
    byHand(
      second,
      2 * day + 15 * hour,
      demoPoll('mascot', 'creativityMinister', 55, 'Which animal shall stand beside the seal?', {
        'A stork': 31,
        'An otter': 34,
        'A bee': 22,
        'None: the seal is enough': 13,
      }),
      2 * day + 5 * hour,
    ),
    lasting(
      third,
      12 * hour,
      3 * day,
      demoPoll('raids', 'raidMinister', 37, 'How many raids shall the corps call in a week?', {
        'At most one': 24,
        'Two or three': 49,
        'As many as it takes': 27,
      }),
    ),
    lasting(
      third,
      1 * day + 18 * hour,
      5 * day,
      demoPoll('welcome', 'citizensMinister', 48, 'Who shall greet those who join?', {
        'A citizen who volunteers': 50,
        'The Ministry of Citizens': 50,
      }),
    ),
    byHand(
      third,
      5 * day + 7 * hour,
      demoPoll('budget', 'president', 52, 'Where shall the next part of the government budget go first?', {
        'Tools for citizens': 44,
        'Art and film': 23,
        'Bringing in new citizens': 33,
      }),
    ),
    lasting(
      third,
      6 * day + 11 * hour,
      9 * day,
      demoPoll('language', 'marketingMinister', 34, 'Into which language shall the constitution be translated next?', {
        Spanish: 33,
        Portuguese: 21,
        Turkish: 17,
        Japanese: 12,
        German: 9,
        Hindi: 8,
      }),
    ),
    byHand(
      open,
      9 * hour,
      demoPoll('bridge', 'developmentMinister', 29, 'Which bridge of the capital shall be built first?', {
        'The north bridge, to the Vote Building': 45,
        'The south bridge, to the harbour': 55,
      }),
    ),
    lasting(
      open,
      1 * day + 16 * hour,
      8 * day,
      demoPoll('hours', 'secretary', 22, 'Shall officials hold an open hour for questions every week?', {
        'Yes, all together': 37,
        'Yes, each on their own': 48,
        No: 15,
      }),
    ),
    byHand(
      open,
      3 * day + 14 * hour,
      demoPoll('card', 'creativityMinister', 18, 'What shall citizens be able to choose for their ID card?', {
        'The colour of the engraving': 40,
        'A motto': 35,
        'The portrait’s frame': 25,
      }),
    ),
  ]
}

/** When a poll ends, by hand or by its date; null while that is not known. */
const endOf = ({ closedAt, closesAt }: PlannedPoll): Date | null => closedAt ?? closesAt

/** What the demo nation does with its polls: asks, answers, closes. */
export function pollDeeds(now: Date, weeks: readonly ElectionDates[], citizens: readonly DemoCitizen[]) {
  return plannedPolls(weeks).flatMap((poll) => {
    const id = { is: '' }
    const end = endOf(poll)
    const closed = end === null ? null : after(end, poll.closedAt ? 0 : 1_200)
    return [
      { at: poll.askedAt, done: async (world: World) => void (id.is = await ask(world, poll)) },
      ...votesOn(poll, now, citizens).map(({ at, votes }) => ({
        at,
        done: (world: World) => answer(world, at, id.is, votes),
      })),
      ...(closed ? [{ at: closed, done: (world: World) => close(world, poll, closed, id.is) }] : []),
    ]
  })
}

async function ask(world: World, poll: PlannedPoll): Promise<string> {
  const closesAt = poll.closesAt?.getTime() ?? null
  const { pollId } = await actAsKeeper(world, poll, poll.askedAt, (ctx) =>
    createPoll(ctx, { question: poll.question, options: [...poll.options], closesAt }),
  )
  return pollId
}

/** Makes a call in the name of the present holder of the poll's office; of the administrator for a vacant office. */
async function actAsKeeper<T>(
  world: World,
  { office }: PlannedPoll,
  at: Date,
  service: (ctx: CitizenContext) => Promise<T>,
): Promise<T> {
  const holders = await readRows(
    world.database,
    { handle: column.text },
    'SELECT handle FROM citizens WHERE government_role = ?',
    [office],
  )
  const [holder] = holders
  const governmentRole = holder ? office : null
  return world.act(at, holder?.handle ?? PERSONA_HANDLES.admin, (ctx) =>
    service({ ...ctx, caller: { ...ctx.caller, governmentRole } }),
  )
}

interface DemoVote {
  readonly voter: string
  readonly option: number
}

/** Votes are gathered into so many batches over the time that a poll lasts, more of them early. */
const batches = 8

function votesOn(poll: PlannedPoll, now: Date, citizens: readonly DemoCitizen[]) {
  const end = endOf(poll)
  const lasts = (end ?? after(poll.askedAt, 4 * day)).getTime() - poll.askedAt.getTime()
  const open = end === null || end >= now
  const parts: DemoVote[][] = Array.from({ length: batches }, () => [])
  for (const { persona, joinedAt } of citizens) {
    const chance = chanceFrom(`poll ${poll.key} ${persona.handle}`)
    // Who signs in as one of those known by name finds the open polls unanswered.
    if (open && named.has(persona.handle)) continue
    if (joinedAt >= poll.askedAt || !eligibleToVote({ xCreatedAt: persona.createdAt }, poll.askedAt).eligible) continue
    if (!chance.happens(poll.turnout / 100)) continue
    parts[Math.floor(batches * chance.next() ** 1.6)]?.push({
      voter: persona.handle,
      option: drawn(poll, chance.next()),
    })
  }
  return parts.flatMap((votes, part) => {
    const at = after(poll.askedAt, 20 * minute + Math.floor((lasts - hour) * (part / batches)))
    return votes.length > 0 ? [{ at, votes }] : []
  })
}

const named = new Set<string>(Object.values(PERSONA_HANDLES))

/** The option into whose share a draw falls. */
function drawn({ shares }: PlannedPoll, draw: number): number {
  let left = draw * shares.reduce((sum, share) => sum + share, 0)
  const place = shares.findIndex((share) => (left -= share) < 0)
  return Math.max(0, place)
}

/** @throws Error when a vote is refused: the demo's plan would not be what the nation allows */
async function answer(world: World, at: Date, pollId: string, votes: readonly DemoVote[]): Promise<void> {
  const requests = votes.map(({ voter, option }) => ({
    caller: world.citizen(voter),
    input: { pollId, optionId: undefined, optionIndex: option },
  }))
  const outcomes = await world.at(at, null, (ctx) => castPollVotes(ctx, requests))
  const refused = outcomes.find((outcome) => outcome.refused)?.refused
  if (refused) throw refused
}

async function close(world: World, poll: PlannedPoll, at: Date, pollId: string): Promise<void> {
  if (poll.closedAt === null) {
    return closeDuePolls({ database: world.database, clock: fixedClock(at), nudge: () => undefined })
  }
  await actAsKeeper(world, poll, at, (ctx) => closePoll(ctx, { pollId }))
}
