import { eligibleToVote, officeTitle } from '@nation/domain/elections'
import { governmentRoles } from '@nation/domain/permissions'
import type { CallInput, CallOutput, OwnPart } from '@nation/domain/contract'
import {
  promiseKinds,
  promiseReportLimits,
  promiseMarks,
  promiseStates,
  type PromiseKind,
} from '@nation/domain/government'
import type { EntityManager } from 'typeorm'
import { z } from 'zod'
import { type CitizenContext, column, type Context, readFirst, readRows, type RowOf } from '../platform'

type Answer = CallOutput<'government.promises'>
type Term = Answer['terms'][number]
type Item = Term['items'][number]

const texts = column.json(z.array(z.string()))

const termRow = {
  office: column.oneOf(governmentRoles),
  started_at: column.instant,
  ended_at: column.instant.nullable,
  candidacy_id: column.key.present,
  candidacy_uid: column.text,
  goals: texts,
  promises: texts,
}

const wordRow = {
  round: column.integer,
  state: column.oneOf(promiseStates),
  sentence: column.text,
  link: column.text.nullable,
  set_at: column.instant,
  agrees: column.integer,
  disagrees: column.integer,
}

const stateRow = {
  id: column.key,
  candidacy_id: column.key,
  kind: column.oneOf(promiseKinds),
  place: column.integer,
  ...wordRow,
}

type StateRow = RowOf<typeof stateRow>
type HistoryRow = RowOf<typeof wordRow> & { readonly promise_id: string }

/** `government.promises`: of the latest terms that a citizen was elected for, what was promised and what became of it. */
export async function promisesOf(ctx: Context, { id }: CallInput<'government.promises'>): Promise<Answer> {
  const terms = await readRows(
    ctx.tx,
    termRow,
    `SELECT t.office, t.started_at, t.ended_at, t.candidacy_id, k.uid AS candidacy_uid, k.goals, k.promises
     FROM citizens c JOIN terms t ON t.citizen_id = c.id JOIN candidacies k ON k.id = t.candidacy_id
     WHERE c.uid = ? ORDER BY t.started_at DESC, t.id DESC LIMIT ${promiseReportLimits.terms}`,
    [id],
  )
  if (terms.length === 0) return { success: true, terms: [] }
  const states = await readRows(
    ctx.tx,
    stateRow,
    `SELECT id, candidacy_id, kind, place, round, state, sentence, link, set_at, agrees, disagrees FROM promise_states
     WHERE candidacy_id IN (?)`,
    [terms.map((term) => term.candidacy_id)],
  )
  const earlier = await earlierOf(
    ctx.tx,
    states.map((state) => state.id),
  )
  return { success: true, terms: terms.map((term) => present(term, states, earlier)).filter(hasItems) }
}

/** A former citizen's term has no promises that could be read. */
const hasItems = ({ items }: Term): boolean => items.length > 0

async function earlierOf(tx: EntityManager, ids: readonly string[]): Promise<HistoryRow[]> {
  if (ids.length === 0) return []
  return readRows(
    tx,
    { promise_id: column.key, ...wordRow },
    `SELECT promise_id, round, state, sentence, link, set_at, agrees, disagrees FROM promise_history
     WHERE promise_id IN (?) ORDER BY promise_id, round DESC`,
    [ids],
  )
}

function present(term: RowOf<typeof termRow>, states: readonly StateRow[], earlier: readonly HistoryRow[]): Term {
  const termsStates = states.filter((state) => state.candidacy_id === term.candidacy_id)
  const itemOf = (kind: PromiseKind) => (text: string, place: number) => {
    const state = termsStates.find((one) => one.kind === kind && one.place === place)
    return presentItem({ kind, place, text }, state, earlier)
  }
  const items = [...term.goals.map(itemOf('goal')), ...term.promises.map(itemOf('promise'))]
  const count = (state: string) => items.filter(({ word }) => word?.state === state).length
  return {
    candidateId: term.candidacy_uid,
    office: term.office,
    title: officeTitle(term.office),
    startedAt: term.started_at.getTime(),
    endedAt: term.ended_at?.getTime() ?? null,
    done: count('done'),
    broken: count('broken'),
    items,
  }
}

function presentItem(
  what: Pick<Item, 'kind' | 'place' | 'text'>,
  state: StateRow | undefined,
  earlier: readonly HistoryRow[],
): Item {
  return {
    ...what,
    word: state ? wordOf(state) : null,
    earlier: earlier.filter((one) => one.promise_id === state?.id).map(wordOf),
    mark: null,
    may: { set: false, mark: false },
  }
}

const wordOf = (row: RowOf<typeof wordRow>): NonNullable<Item['word']> => ({
  round: row.round,
  state: row.state,
  sentence: row.sentence,
  link: row.link,
  setAt: row.set_at.getTime(),
  agrees: row.agrees,
  disagrees: row.disagrees,
})

/** Of these promises, how the caller marked them and what they may do. */
export async function ownPromises(ctx: CitizenContext, { terms }: Answer): Promise<OwnPart<'government.promises'>> {
  if (terms.length === 0) return {}
  const ids = terms.map((term) => term.candidateId)
  const asker = await readFirst(
    ctx.tx,
    {
      x_created_at: column.instant,
      votes_from: column.instant.nullable,
      is_author: column.flag,
      seat: column.text.nullable,
    },
    `SELECT c.x_created_at, c.votes_from, mine.citizen_id = c.id AS is_author, seat.uid AS seat FROM citizens c
     JOIN candidacies mine ON mine.uid = ? LEFT JOIN terms t ON t.active_citizen_id = c.id
     LEFT JOIN candidacies seat ON seat.id = t.candidacy_id WHERE c.id = ?`,
    [ids[0], ctx.caller.id],
  )
  if (!asker) return {}
  const marks = await readRows(
    ctx.tx,
    { uid: column.text, kind: column.text, place: column.integer, mark: column.oneOf(promiseMarks) },
    `SELECT k.uid, p.kind, p.place, m.mark FROM candidacies k JOIN promise_states p ON p.candidacy_id = k.id
     JOIN promise_marks m ON m.promise_id = p.id AND m.citizen_id = ? AND m.round = p.round WHERE k.uid IN (?)`,
    [ctx.caller.id, ids],
  )
  const found = new Map(marks.map(({ uid, kind, place, mark }) => [`${uid} ${kind} ${place}`, mark]))
  const facts = { xCreatedAt: asker.x_created_at, votesFrom: asker.votes_from }
  const marksAny = !asker.is_author && eligibleToVote(facts, ctx.now()).eligible
  return {
    terms: terms.map(({ candidateId, items }) => ({
      items: items.map(({ kind, place, word }) => ({
        mark: found.get(`${candidateId} ${kind} ${place}`) ?? null,
        may: {
          set: asker.is_author && asker.seat === candidateId && (word?.round ?? 0) < promiseReportLimits.rounds,
          mark: marksAny && word !== null,
        },
      })),
    })),
  }
}
