import { allCalls, type Call } from '@nation/domain/contract'
import type { Citizen } from '@nation/core/citizens'
import { largestStoredAnswer } from '@nation/core/platform'
import { aCitizen, anOfficial } from '@nation/core/testing'
import { expect, it } from 'vitest'
import { aKey, exampleNation, sendExample, type ExampleNation } from '../testing/example-nation'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()
const replayable = (allCalls as readonly Call[]).filter((call) => call.replayable && call.access !== 'anyone')

/** Calls that end the session which made them: a repeat is refused before its key is looked at. */
const endTheSession = ['admin.logout', 'auth.logout-everywhere', 'user.delete-account']

/** Calls that the example nation refuses, and with what: a refusal stores nothing. */
const refused: Readonly<Record<string, string>> = {
  'user.refresh-twitter': 'no_x_account',
  'token-balance.refresh': 'chain_unavailable',
  'admin.revoke-device': 'device_not_found',
  'admin.retry-job': 'job_not_failed',
  'admin.give-up-job': 'job_not_failed',
  'admin.end-session': 'panel_session_not_found',
  'bank.mark-paid': 'payment_not_found',
  'bank.mark-batch': 'batch_invalid',
}

/** With their examples these change nothing that any answer holds; any other change is in the journal, which ends older answers (decision 60). */
const unwritten: readonly string[] = [
  'user.register',
  'system.set-feature',
  'messenger.start-conversation',
  'admin.retry-jobs',
]

/** Calls whose repeats are harmless by themselves: they store no key. */
const harmless = (allCalls as readonly Call[]).filter((call) => call.repeats === 'harmless')

const callNamed = (id: string) => [...replayable, ...harmless].find((call) => call.id === id) as Call

/** Makes a call of the panel with its example, to prepare another. */
async function panel(id: string): Promise<Answer> {
  const admin = await aCitizen(api.nation.database, { isAdmin: true })
  const answer = await sendExample(api, callNamed(id), { token: await api.panelTokenOf(admin) })
  expect([id, answer.status]).toEqual([id, 200])
  return answer
}

/** Gives a citizen the id that a call's example names. */
async function theExamplesCitizen(id: string): Promise<void> {
  const example = callNamed(id).example as Record<string, string>
  const uid = example.userId ?? example.uid ?? example.recipientId ?? example.citizenId
  const { id: key } = await aCitizen(api.nation.database)
  await api.nation.database.query('UPDATE citizens SET uid = ? WHERE id = ?', [uid, key])
}

/** The candidate sits for the candidacy that the example names, with a promise. */
async function aWinner({ candidate }: ExampleNation): Promise<void> {
  const { candidateId } = callNamed('government.set-promise').example as { candidateId: string }
  await api.nation.database.query(
    `UPDATE candidacies SET uid = ?, won = TRUE, promises = '["Open books"]' WHERE citizen_id = ?`,
    [candidateId, candidate.id],
  )
  await api.nation.database.query(
    `INSERT INTO terms (office, citizen_id, candidacy_id, how, started_at, active_office, active_citizen_id)
     SELECT 'financeMinister', citizen_id, id, 'elected', ?, 'financeMinister', citizen_id FROM candidacies WHERE uid = ?`,
    [api.nation.clock.now(), candidateId],
  )
}

/** What some calls need besides the example nation. */
const before: Readonly<Record<string, (nation: ExampleNation) => Promise<unknown>>> = {
  'members.update-role': () => theExamplesCitizen('members.update-role'),
  'admin.update-role': () => theExamplesCitizen('admin.update-role'),
  'government.set-promise': aWinner,
  'government.mark-promise': async (nation) => {
    await aWinner(nation)
    await api.nation.database.query(
      `INSERT INTO promise_states (candidacy_id, kind, place, round, state, sentence, set_at, agrees, disagrees)
       SELECT id, 'promise', 0, 1, 'done', 'Done.', ?, 0, 0 FROM candidacies WHERE won`,
      [api.nation.clock.now()],
    )
  },
  'elections.cancel': () =>
    api.nation.database.query(
      `UPDATE elections SET stage = 'planned', starts_at = starts_at + INTERVAL 14 DAY,
       phase_two_at = phase_two_at + INTERVAL 14 DAY, ends_at = ends_at + INTERVAL 14 DAY`,
    ),
  'broadcast.delete': async () => {
    await panel('broadcast.create')
    const { messageId } = callNamed('broadcast.delete').example as { messageId: string }
    await api.nation.database.query('UPDATE broadcasts SET uid = ?', [messageId])
  },
  'bank.start-cycle': () => panel('bank.update-total'),
  'bank.process-payment': async () => {
    await panel('bank.update-total')
    await panel('bank.start-cycle')
    const due = api.nation.clock.now()
    const cycle = [new Date(due.getTime() - 604_800_000), due]
    await api.nation.database.query('UPDATE bank_state SET cycle_starts_at = ?, cycle_due_at = ?', cycle)
  },
  'messenger.block': () => theExamplesCitizen('messenger.block'),
  'messenger.unblock': () => theExamplesCitizen('messenger.unblock'),
  'messenger.mute': () => theExamplesCitizen('messenger.mute'),
  'messenger.unmute': async () => {
    await theExamplesCitizen('messenger.mute')
    await panel('messenger.mute')
  },
  'messenger.resolve-report': ({ candidate }) => {
    const { reportId } = callNamed('messenger.resolve-report').example as { reportId: string }
    return api.nation.database.query(
      `INSERT INTO message_reports (uid, conversation_id, number, reported_id, reporter_id, reason, created_at)
       SELECT ?, conversation_id, number, sender_id, ?, 'It insults.', ? FROM messages LIMIT 1`,
      [reportId, candidate.id, api.nation.clock.now()],
    )
  },
  'messenger.start-conversation': () => theExamplesCitizen('messenger.start-conversation'),
  'messenger.accept-request': () => api.nation.database.query('UPDATE conversations SET accepted_at = NULL'),
  'candidates.run-again': ({ candidate }) =>
    api.nation.database.query(
      "UPDATE candidacies SET status = 'archived', active_citizen_id = NULL, active_name = NULL WHERE citizen_id = ?",
      [candidate.id],
    ),
}

const ownCandidacy = ['government.set-promise', 'candidates.update', 'candidates.delete', 'candidates.run-again']
const asCitizen = [
  'government.mark-promise',
  'candidates.create',
  'votes.cast',
  'polls.vote',
  'interviews.submit',
  'citizen-interviews.submit',
]

const asTalker = [
  'messenger.send-message',
  'messenger.mark-as-read',
  'messenger.set-notice',
  'messenger.accept-request',
  'messenger.edit-message',
  'messenger.delete-message',
]

async function callerOf(call: Call, nation: ExampleNation): Promise<Citizen> {
  if (ownCandidacy.includes(call.id)) return nation.candidate
  if (asTalker.includes(call.id)) return nation.pollMaker
  if (asCitizen.includes(call.id)) return aCitizen(api.nation.database)
  if (call.id === 'government.resign')
    return anOfficial(api.nation.database, 'financeMinister', { from: api.nation.clock.now() })
  return aCitizen(api.nation.database, { isAdmin: true, isSuperAdmin: true })
}

/** Everything that the nation holds but what is stored for replay. */
async function fingerprint(): Promise<unknown> {
  const tables: { name: string }[] = await api.nation.database.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()
     AND table_type = 'BASE TABLE' AND table_name NOT IN ('idempotency_keys', 'idempotency_use', 'shared_answers', 'journal_head')
     ORDER BY table_name`,
  )
  return api.nation.database.query(`CHECKSUM TABLE ${tables.map(({ name }) => `\`${name}\``).join(', ')}`)
}

interface Stored {
  key_bytes: string
  answer_bytes: string
  reference: string | null
}

const stored = (): Promise<Stored[]> =>
  api.nation.database.query(
    `SELECT LENGTH(idempotency_key) AS key_bytes, reference,
       COALESCE(LENGTH(answer), 0) + COALESCE(LENGTH(reference), 0) + COALESCE(LENGTH(s.answers), 0) AS answer_bytes
     FROM idempotency_keys k LEFT JOIN shared_answers s ON s.id = k.shared_id`,
  )

const lengths = [16_000, 8_000, 5_000, 4_000, 2_000, 1_000, 500, 300, 280, 200, 160, 140, 120, 100, 80, 60, 50, 40]
const counts = [50, 30, 20, 12, 10, 8, 6, 5, 4, 3]

/** The example with every text as long and every list as full as the call takes them. */
function swollen(call: Call): Record<string, unknown> {
  let best: Record<string, unknown> = structuredClone(call.example)
  const keepIfTaken = (next: Record<string, unknown>) => {
    const taken = call.input.safeParse(next).success
    if (taken) best = next
    return taken
  }
  for (const name of Object.keys(call.input.shape)) {
    if (name in best || call.actors.includes(name) || call.claims.includes(name)) continue
    lengths.some((length) => keepIfTaken({ ...best, [name]: 'ж'.repeat(length) }))
  }
  for (const path of pathsOf(best, (value) => typeof value === 'string')) {
    lengths.some((length) => keepIfTaken(replaced(best, path, () => 'ж'.repeat(length))))
  }
  for (const path of pathsOf(best, Array.isArray)) {
    const fill = (count: number) => (list: unknown) => {
      const items = list as unknown[]
      return Array.from({ length: count }, (_, place) => items[place] ?? numbered(items.at(-1), place))
    }
    counts.some((count) => keepIfTaken(replaced(best, path, fill(count))))
  }
  return best
}

type Path = readonly (string | number)[]

function pathsOf(value: unknown, wanted: (value: unknown) => boolean, at: Path = []): Path[] {
  const here = wanted(value) && at.length > 0 ? [at] : []
  if (value === null || typeof value !== 'object') return here
  const inner = Array.isArray(value) ? value.map((one, place) => [place, one] as const) : Object.entries(value)
  return [...here, ...inner.flatMap(([name, one]) => pathsOf(one, wanted, [...at, name]))]
}

function replaced<T>(value: T, [first, ...rest]: Path, change: (value: unknown) => unknown): T {
  if (first === undefined) return change(value) as T
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string | number, unknown>
  copy[first] = replaced(copy[first], rest, change)
  return copy as T
}

/** The same with another beginning of its texts, where a list takes none twice. */
function numbered(value: unknown, place: number): unknown {
  return pathsOf({ value }, (one) => typeof one === 'string').reduce<Record<string, unknown>>(
    (item, path) => replaced(item, path, (text) => `${place}${(text as string).slice(String(place).length)}`),
    { value },
  ).value
}

const entries = async () => {
  const rows: { n: string }[] = await api.nation.database.query('SELECT COUNT(*) AS n FROM journal')
  return Number(rows[0]?.n)
}

interface Twice {
  readonly first: Answer
  readonly rows: Stored[]
  /** Whether the first request wrote into the journal. */
  readonly written: boolean
}

async function twice(call: Call, input: Record<string, unknown>): Promise<Twice> {
  const nation = await exampleNation(api)
  await before[call.id]?.(nation)
  const caller = await callerOf(call, nation)
  const token = call.access === 'panel' ? await api.panelTokenOf(caller) : await api.tokenOf(caller)
  const key = aKey()
  const own = call.id === 'user.delete-account' ? { confirm: caller.handle } : {}
  const send = (headers: Record<string, string>) =>
    sendExample(api, call, { token, headers, input: { ...input, ...own } })
  const heard = await entries()
  const first = await send({ 'idempotency-key': key })
  const written = (await entries()) > heard
  const done = await fingerprint()
  const again = await send({ 'idempotency-key': key })
  if (endTheSession.includes(call.id)) expect([call.id, first.status, again.status]).toEqual([call.id, 200, 401])
  else if (first.status === 200) expect(again).toMatchObject({ status: 200, body: first.body })
  else expect([again.status, again.body.code]).toEqual([first.status, first.body.code])
  expect(await fingerprint(), `${call.id} was done twice`).toEqual(done)
  return { first, rows: await stored(), written }
}

it.each(replayable.map((call) => [call.id, call] as const))(
  '%s is done once under one key, answered the same again, and stores little',
  async (id, call) => {
    const { first, rows, written } = await twice(call, {})
    expect([id, written]).toEqual([id, first.status === 200 && !unwritten.includes(id)])
    expect([id, first.status === 200 ? '200' : first.body.code]).toEqual([id, refused[id] ?? '200'])
    expect(rows).toHaveLength(first.status === 200 ? 1 : 0)
    const swelled = await twice(call, swollen(call))
    for (const row of [...rows, ...swelled.rows]) {
      expect(Number(row.answer_bytes), id).toBeLessThanOrEqual(largestStoredAnswer)
      expect(Number(row.key_bytes)).toBeLessThanOrEqual(128)
    }
    const long = JSON.stringify(swelled.first.body).length > largestStoredAnswer
    if (long)
      expect(swelled.rows.map((row) => row.reference !== null)).toEqual(swelled.first.status === 200 ? [true] : [])
  },
)

it.each(harmless.map((call) => [call.id, call] as const))(
  '%s changes nothing when it is made again, under one key or several, and stores none',
  async (_, call) => {
    const { first, rows } = await twice(call, {})
    expect([first.status, rows]).toEqual([200, []])
    const use: object[] = await api.nation.database.query('SELECT caller FROM idempotency_use')
    expect(use).toEqual([])
  },
)

it('Words that may be taken back are stored in their message alone', async () => {
  for (const id of ['messenger.edit-message', 'messenger.delete-message']) {
    const { first, rows } = await twice(callNamed(id), {})
    const { id: messageId } = (first.body as { message: { id: string } }).message
    expect(rows).toMatchObject([{ reference: messageId, answer_bytes: String(messageId.length) }])
  }
})
