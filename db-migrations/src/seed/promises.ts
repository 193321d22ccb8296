import { markPromise, setPromise } from '@nation/core/government'
import { eligibleToVote, type ElectionDates } from '@nation/domain/elections'
import { chanceFrom, PERSONA_HANDLES } from '@nation/demo'
import type { PromiseKind, PromiseState } from '@nation/domain/government'
import { after, day, hour } from './calendar'
import type { DemoCitizen } from './people'
import type { World } from './world'

/** What an official of the demo nation says of a goal or promise. */
interface PlannedWord {
  /** Which of the demo's elections they won; they are in office in the week after it. */
  readonly election: number
  readonly who: string
  /** After the Monday on which they were seated. */
  readonly afterMs: number
  readonly kind: PromiseKind
  readonly place: number
  readonly state: PromiseState
  readonly sentence: string
  readonly link?: string
  /** How many of a hundred citizens mark it, and how many of a hundred of these agree. */
  readonly marked: number
  readonly agree: number
}

const said = (
  [election, who]: readonly [number, string],
  [kind, place, state]: readonly [PromiseKind, number, PromiseState],
  [afterMs, marked, agree]: readonly [number, number, number],
  sentence: string,
  link?: string,
): PlannedWord => ({
  election,
  who,
  afterMs,
  kind,
  place,
  state,
  sentence,
  marked,
  agree,
  ...(link !== undefined && { link }),
})

const [lourenco, eirik, karim] = [[1, 'lourenco34'] as const, [1, 'eirik_bakke'] as const, [1, 'karim_s'] as const]
const [piet, mina, lin] = [[2, 'piet_president'] as const, [2, 'mina_minister'] as const, [2, 'lin_j'] as const]

/** Words in every state, by the government before and by the one in office; the latter speaks on its Monday. */
const plannedWords: readonly PlannedWord[] = [
  said(lourenco, ['goal', 2, 'done'], [6 * day, 10, 80], 'The keys lie on the desk, with a note for each.'),
  said(lourenco, ['promise', 2, 'broken'], [5 * day, 12, 70], 'A single leaf, on the door handle. I am sorry.'),
  said(eirik, ['goal', 0, 'done'], [2 * day, 8, 90], 'Twelve names, each with a cue. It hangs at the stage door.'),
  said(eirik, ['goal', 1, 'broken'], [6 * day, 9, 60], 'Five days of seven. Two nights the crew slept.'),
  said(eirik, ['promise', 0, 'open'], [day, 4, 75], 'So far so quiet.'),
  said(karim, ['promise', 0, 'done'], [6 * day, 7, 85], 'Nothing was given away, not even advice.'),
  said(karim, ['promise', 2, 'open'], [day, 3, 50], 'Most of them.'),
  said(karim, ['promise', 2, 'broken'], [5 * day, 8, 65], 'Two replies came at lunch.'),
  said(
    piet,
    ['goal', 0, 'done'],
    [7 * hour, 14, 86],
    'It has nine chapters, one for each office, and lies in the archive.',
    'https://example.org/handover-book',
  ),
  said(
    piet,
    ['goal', 1, 'open'],
    [7.2 * hour, 6, 60],
    'The first one is this Wednesday at noon, on the harbour steps.',
  ),
  said(piet, ['promise', 0, 'done'], [8 * hour, 9, 45], 'It hangs beside my door, with what I have not done on top.'),
  said(piet, ['promise', 1, 'open'], [8.2 * hour, 5, 80], 'None so far.'),
  said(
    piet,
    ['promise', 1, 'broken'],
    [13 * hour, 11, 72],
    'The dike needed them for one night. They were given back in the morning.',
    'https://example.org/the-night-of-the-dike',
  ),
  said(
    mina,
    ['goal', 0, 'done'],
    [9 * hour, 10, 90],
    'One page, two minutes, three stops.',
    'https://example.org/accounts',
  ),
  said(mina, ['promise', 0, 'broken'], [12 * hour, 9, 55], 'One figure had no origin. It is crossed out, not erased.'),
  said(lin, ['goal', 2, 'done'], [10 * hour, 12, 97], 'Green, black, and for those who ask, none.'),
]

/** What officials of the demo nation say of their promises, and how citizens mark it within the three hours after. */
export function promiseDeeds(weeks: readonly ElectionDates[], citizens: readonly DemoCitizen[]) {
  const rounds = new Map<string, number>()
  return plannedWords.flatMap((word) => {
    const inOffice = weeks[word.election + 1]
    if (!inOffice) return []
    const at = after(inOffice.startsAt, word.afterMs)
    const pledge = `${word.election} ${word.who} ${word.kind} ${word.place}`
    const round = (rounds.get(pledge) ?? 0) + 1
    rounds.set(pledge, round)
    const markedAt = after(at, 3 * hour)
    return [
      { at, done: (world: World) => say(world, at, word) },
      { at: markedAt, done: (world: World) => mark(world, markedAt, word, round, citizens) },
    ]
  })
}

const which = (world: World, { election, who, kind, place }: PlannedWord) => ({
  candidateId: world.candidateId(election, who),
  kind,
  place,
  userId: undefined,
})

async function say(world: World, at: Date, word: PlannedWord): Promise<void> {
  const { state, sentence, link } = word
  await world.act(at, word.who, (ctx) => setPromise(ctx, { ...which(world, word), state, sentence, link }))
}

/** Who signs in as one of those known by name has marked nothing yet. */
const named = new Set<string>(Object.values(PERSONA_HANDLES))

async function mark(world: World, at: Date, word: PlannedWord, round: number, citizens: readonly DemoCitizen[]) {
  const promise = which(world, word)
  await world.at(at, null, async (ctx) => {
    for (const { persona, joinedAt } of citizens) {
      const chance = chanceFrom(`mark of ${persona.handle} on ${word.who} ${word.kind} ${word.place} ${round}`)
      if (named.has(persona.handle) || persona.handle === word.who || !chance.happens(word.marked / 100)) continue
      if (joinedAt >= at || !eligibleToVote({ xCreatedAt: persona.createdAt }, at).eligible) continue
      const given = chance.happens(word.agree / 100) ? 'agree' : 'disagree'
      await markPromise({ ...ctx, caller: world.citizen(persona.handle) }, { ...promise, round, mark: given })
    }
  })
}
