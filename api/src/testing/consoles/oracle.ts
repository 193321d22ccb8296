import { commandOf, type CommandCall } from '@nation/domain/commands'
import { replicaTables, rowsOfPage, type ReplicaPage } from '@nation/domain/replica'
import type { Replica, Row } from '@nation/web/replica/testing'
import type { DataSource } from 'typeorm'
import { expect } from 'vitest'
import { wordsOf, type Console } from './console'
import type { Line } from './line'
import type { Panel } from './people'

type Tables = Readonly<Record<string, Readonly<Record<string, Row>>>>

const byId = (rows: Iterable<Row>): Record<string, Row> => Object.fromEntries([...rows].map((row) => [row.id, row]))

export const tablesOf = ({ memory }: Replica): Tables =>
  Object.fromEntries(replicaTables.map((table) => [table, byId(memory.table(table).rows())]))

/** All rows as the server gives them now. */
export async function tablesOfServer(line: Line, token: string): Promise<Tables> {
  const tables: Record<string, Record<string, Row>> = {}
  for (const table of replicaTables) {
    const rows: Row[] = []
    for (let after: string | null = ''; after !== null;) {
      const query: URLSearchParams = new URLSearchParams({ table, ...(after !== '' && { after }) })
      const page = await line.ask({
        method: 'GET',
        path: `/api/replica/rows?${query.toString()}`,
        headers: { authorization: `Bearer ${token}` },
      })
      rows.push(...rowsOfPage(page as unknown as ReplicaPage))
      after = page.next as string | null
    }
    tables[table] = byId(rows)
  }
  return tables
}

interface Done {
  readonly admin: string
  readonly key: string
  readonly call: CommandCall
  readonly subject: string
  readonly version: string | null
}

interface Event {
  readonly kind: string
  readonly actor: string
  readonly subject: string
  readonly facts: { readonly isModerator?: boolean } | null
}

const readDone = (database: DataSource): Promise<Done[]> =>
  database.query('SELECT admin, command_key AS `key`, call_id AS `call`, subject, version FROM admin_commands')

/** Each thing that a person meant and that was not given up was done once; what was given up never was. */
export async function expectEachMeantOnce(database: DataSource, consoles: readonly Console[]): Promise<number> {
  const all = await readDone(database)
  for (const { me, intentions, sent } of consoles) {
    const done = new Set(all.filter(({ admin }) => admin === me).map(({ key }) => key))
    const certain = intentions.filter(({ isCertain }) => isCertain)
    const wanted = certain.filter(({ isGivenUp }) => !isGivenUp).map(({ key, call, words }) => ({ key, call, words }))
    expect(wanted.filter(({ key }) => !done.has(key!))).toEqual([])
    const known = new Set(wanted.map(({ key }) => key))
    // What is left was queued, or sent again, by a window that was killed before it could say so: at most once each.
    const uncertain = intentions.filter(({ isCertain }) => !isCertain)
    for (const key of done) {
      if (known.has(key)) continue
      const command = sent.get(key)!
      const words = wordsOf(command.call, command.input)
      const at = uncertain.findIndex((one) => one.call === command.call && one.words === words)
      expect([command.call, words, at >= 0]).toEqual([command.call, words, true])
      uncertain.splice(at, 1)
    }
  }
  return all.length
}

/** Texts that were typed once are there once, and the panel's, too. */
export async function expectNothingMadeTwice(database: DataSource, panel: Panel): Promise<void> {
  const rows: { text: string; n: string }[] = await database.query(
    `SELECT message AS text, COUNT(*) AS n FROM broadcasts GROUP BY message
     UNION ALL SELECT title, COUNT(*) FROM tasks GROUP BY title`,
  )
  const made = new Map(rows.map(({ text, n }) => [text, Number(n)]))
  expect([...made].filter(([, n]) => n > 1)).toEqual([])
  const created: { n: string }[] = await database.query(
    "SELECT COUNT(*) AS n FROM journal WHERE actor = ? AND kind IN ('tasks.created', 'broadcasts.created')",
    [panel.me],
  )
  const acknowledged = [...panel.created.values()]
  expect(Number(created[0]!.n)).toBeGreaterThanOrEqual(acknowledged.filter(Boolean).length)
  expect(Number(created[0]!.n)).toBeLessThanOrEqual(acknowledged.length)
}

/** What a command leaves in the journal, where it changes something. */
const kindOf: Readonly<Partial<Record<CommandCall, readonly string[]>>> = {
  'admin.update-role': ['citizens.role-changed'],
  'broadcast.create': ['broadcasts.created'],
  'broadcast.delete': ['broadcasts.deleted'],
  'government-tasks.create-task': ['tasks.created'],
  'government-tasks.update-task': ['tasks.updated'],
  'government-tasks.update-status': ['tasks.completed', 'tasks.reopened'],
  'government-tasks.delete-task': ['tasks.deleted'],
}
const kinds = Object.values(kindOf).flat()

/** What the journal has said of a row so far: a new title is one that no other has. */
interface State {
  readonly titles: number
  readonly status: string
}

const after: Readonly<Record<string, (state: State, event: Event) => State>> = {
  'tasks.updated': ({ titles, status }) => ({ titles: titles + 1, status }),
  'tasks.completed': ({ titles }) => ({ titles, status: 'completed' }),
  'tasks.reopened': ({ titles }) => ({ titles, status: '' }),
  'tasks.deleted': ({ titles }) => ({ titles, status: 'deleted' }),
  'broadcasts.deleted': ({ titles }) => ({ titles, status: 'deleted' }),
  'citizens.role-changed': ({ titles }, { facts }) => ({ titles, status: facts?.isModerator ? 'moderator' : '' }),
}

/** Versions of a row's states, as consoles name them: each state has one version, and each version is of one state. */
class Versions {
  readonly #versions = new Map<string, string | null>()

  /** Whether a state may have this version. */
  isOf({ titles, status }: State, version: string | null): boolean {
    const name = `${titles} ${status}`
    if (this.#versions.has(name)) return this.#versions.get(name) === version
    if ([...this.#versions.values()].includes(version)) return false
    this.#versions.set(name, version)
    return true
  }
}

/**
 * Follows the journal of each row: every command left one event, in the order in which its console sent them, and rested on what the
 * event before it had left behind: nothing was overwritten that its person had not seen.
 */
export async function expectNothingOverwritten(database: DataSource, consoles: readonly Console[]): Promise<void> {
  const [all, events] = await Promise.all([readDone(database), readEvents(database)])
  const queues = new Map<string, (Done & { readonly from: string | null })[]>()
  for (const { me, sent } of consoles) {
    const mine = all
      .filter(({ admin }) => admin === me)
      .map((done) => ({ ...done, from: sent.get(done.key)!.version, order: sent.get(done.key)!.order }))
      .sort((one, other) => one.order - other.order)
    for (const done of mine) {
      // Who finishes what is finished, or deletes what is deleted, changes nothing, and the journal says nothing of it.
      if (done.call !== 'admin.update-role' && done.from === done.version) continue
      const place = `${me} ${done.subject}`
      queues.set(place, [...(queues.get(place) ?? []), done])
    }
  }
  const subjects = new Set(events.map((event) => event.subject))
  for (const subject of subjects) {
    const ofSubject = events.filter((event) => event.subject === subject)
    const versions = new Versions()
    let state: State = { titles: 0, status: '' }
    for (const event of ofSubject) {
      const before = state
      state = after[event.kind]?.(before, event) ?? before
      // What the panel did rests on nothing, and is what the next one has to have seen.
      if (!consoles.some(({ me }) => me === event.actor)) continue
      const done = queues.get(`${event.actor} ${subject}`)?.shift()
      const what = { subject, event: event.kind, key: done?.key }
      expect({ ...what, isDone: done !== undefined && kindOf[done.call]!.includes(event.kind) }).toEqual({
        ...what,
        isDone: true,
      })
      const isSeen = commandOf(done!.call).creates !== undefined || versions.isOf(before, done!.from)
      expect({ ...what, isSeen: isSeen && versions.isOf(state, done!.version) }).toEqual({ ...what, isSeen: true })
    }
  }
  expect([...queues.values()].flat().map(({ call, key, subject }) => [call, key, subject])).toEqual([])
}

async function readEvents(database: DataSource): Promise<Event[]> {
  const rows: (Omit<Event, 'facts'> & { facts: unknown })[] = await database.query(
    `SELECT kind, actor, subject, facts FROM journal
     WHERE kind IN (?) AND (kind <> 'citizens.role-changed' OR visibility = 'admins') ORDER BY seq`,
    [kinds],
  )
  return rows.map((row) => ({
    ...row,
    facts: (typeof row.facts === 'string' ? JSON.parse(row.facts) : row.facts) as Event['facts'],
  }))
}
