import { eligibleToVote } from '@nation/domain/elections'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import { canMarkPromise, canSetPromise, markChange, promiseMarks, type PromiseKind } from '@nation/domain/government'
import type { EntityManager } from 'typeorm'
import { z } from 'zod'
import { type CitizenContext, column, readFirst } from '../platform'

const texts = column.json(z.array(z.string()))

interface Which {
  readonly candidateId: string
  readonly kind: PromiseKind
  readonly place: number
}

/**
 * `government.set-promise`: what became of a promise for which the caller sits. What was said before goes into history with
 * its counts, and marks begin anew. The lock of the seat puts two changes, and the end of the term, one after the other.
 * @throws NationError `promise_not_yours`, `promise_not_found`, `promise_rounds_spent`
 */
export async function setPromise(
  { tx, caller, now, journal }: CitizenContext,
  input: CallInput<'government.set-promise'>,
): Promise<CallOutput<'government.set-promise'>> {
  const seat = await readFirst(
    tx,
    { candidacy_id: column.key.nullable },
    'SELECT candidacy_id FROM terms WHERE active_citizen_id = ? FOR UPDATE',
    [caller.id],
  )
  const programme = await programmeOf(tx, input)
  const state = await lockState(tx, programme.id, input)
  allow(canSetPromise(seat?.candidacy_id === programme.id, state?.round ?? 0))
  const round = (state?.round ?? 0) + 1
  const said = [round, input.state, input.sentence, input.link ?? null, now()]
  if (state) {
    await tx.query(
      `INSERT INTO promise_history (promise_id, round, state, sentence, link, set_at, agrees, disagrees)
       SELECT id, round, state, sentence, link, set_at, agrees, disagrees FROM promise_states WHERE id = ?`,
      [state.id],
    )
    await tx.query(
      `UPDATE promise_states SET round = ?, state = ?, sentence = ?, link = ?, set_at = ?, agrees = 0, disagrees = 0
       WHERE id = ?`,
      [...said, state.id],
    )
  } else {
    await tx.query(
      `INSERT INTO promise_states (candidacy_id, kind, place, round, state, sentence, link, set_at, agrees, disagrees)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`,
      [programme.id, input.kind, input.place, ...said],
    )
  }
  journal.add({
    kind: 'government.promise-set',
    actor: caller.uid,
    subject: input.candidateId,
    facts: { candidateId: input.candidateId, promise: input.kind, place: input.place, round, state: input.state },
  })
  return { success: true, message: 'Your word is published.', round }
}

/**
 * `government.mark-promise`: whether the caller agrees with the word as it stands. The lock of that word puts marks one after
 * the other, so its counts are those of its marks.
 * @throws NationError `promise_not_found`, `promise_own_mark`, `voting_not_eligible`, `promise_changed`, `session_ended`
 */
export async function markPromise(
  { tx, caller, now, journal }: CitizenContext,
  input: CallInput<'government.mark-promise'>,
): Promise<CallOutput<'government.mark-promise'>> {
  // The lock comes before the mark: either an erasure waits for this mark, or this waits for the erasure. No mark comes after an erasure.
  const citizen = await readFirst(
    tx,
    { x_created_at: column.instant, votes_from: column.instant.nullable },
    'SELECT x_created_at, votes_from FROM citizens WHERE id = ? AND left_at IS NULL LOCK IN SHARE MODE',
    [caller.id],
  )
  if (!citizen) throw new NationError('session_ended')
  const programme = await programmeOf(tx, input)
  const state = await lockState(tx, programme.id, input)
  if (!state) throw new NationError('promise_not_found')
  const at = now()
  const { eligible } = eligibleToVote({ xCreatedAt: citizen.x_created_at, votesFrom: citizen.votes_from }, at)
  const isOwn = programme.citizen_id === caller.id
  allow(canMarkPromise({ eligible, isOwn, seen: input.round, round: state.round }))
  const before = await readFirst(
    tx,
    { mark: column.oneOf(promiseMarks) },
    'SELECT mark FROM promise_marks WHERE promise_id = ? AND citizen_id = ? AND round = ?',
    [state.id, caller.id, state.round],
  )
  const change = markChange(before?.mark ?? null, input.mark)
  await saveMark(tx, { promiseId: state.id, citizenId: caller.id, round: state.round, mark: input.mark, at })
  const counts = { agrees: state.agrees + change.agrees, disagrees: state.disagrees + change.disagrees }
  if (change.agrees !== 0 || change.disagrees !== 0) {
    await tx.query('UPDATE promise_states SET agrees = ?, disagrees = ? WHERE id = ?', [
      counts.agrees,
      counts.disagrees,
      state.id,
    ])
    journal.add({
      kind: 'government.promise-marked',
      actor: caller.uid,
      subject: caller.uid,
      visibility: `citizen:${caller.uid}`,
    })
  }
  return { success: true, mark: input.mark, ...counts }
}

/** The candidacy that promised it, if it did and won. */
async function programmeOf(tx: EntityManager, { candidateId, kind, place }: Which) {
  const found = await readFirst(
    tx,
    { id: column.key, citizen_id: column.key, goals: texts, promises: texts },
    'SELECT id, citizen_id, goals, promises FROM candidacies WHERE uid = ? AND won',
    [candidateId],
  )
  const list = kind === 'goal' ? found?.goals : found?.promises
  if (!found || list?.[place] === undefined) throw new NationError('promise_not_found')
  return found
}

function lockState(tx: EntityManager, candidacyId: string, { kind, place }: Which) {
  return readFirst(
    tx,
    { id: column.key, round: column.integer, agrees: column.integer, disagrees: column.integer },
    `SELECT id, round, agrees, disagrees FROM promise_states WHERE candidacy_id = ? AND kind = ? AND place = ? FOR UPDATE`,
    [candidacyId, kind, place],
  )
}

interface StoredMark {
  readonly promiseId: string
  readonly citizenId: string
  readonly round: number
  readonly mark: 'agree' | 'disagree' | null
  readonly at: Date
}

async function saveMark(tx: EntityManager, { promiseId, citizenId, round, mark, at }: StoredMark): Promise<void> {
  if (mark === null) {
    await tx.query('DELETE FROM promise_marks WHERE promise_id = ? AND citizen_id = ?', [promiseId, citizenId])
    return
  }
  await tx.query(
    `INSERT INTO promise_marks (promise_id, citizen_id, round, mark, marked_at) VALUES (?, ?, ?, ?, ?)
     ON DUPLICATE KEY UPDATE round = ?, mark = ?, marked_at = ?`,
    [promiseId, citizenId, round, mark, at, round, mark, at],
  )
}
