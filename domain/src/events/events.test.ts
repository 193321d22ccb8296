import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allCalls } from '../contract'
import { manifest } from '../contract/manifest'
import { defineEvent } from '../definitions'
import { allEvents, type EventDeclaration } from '.'
import { eventManifestSource, ownManifestSource } from './manifest-source'

const events = allEvents as readonly EventDeclaration[]
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The text of every file that serves: what is written, listened to and read is said there. */
function sourcesOf(...rooms: string[]): string[] {
  return rooms.flatMap((room) =>
    readdirSync(path.join(root, room, 'src'), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !/\.test\.tsx?$/.test(file.name))
      .map((file) => readFileSync(path.join(file.parentPath, file.name), 'utf8')),
  )
}

/** Reading calls that no event makes stale, and why a screen need not hear of it. */
const notLive: Readonly<Record<string, string>> = {
  'admin.export-audit': 'is a file that is asked for when it is needed',
  'bank.export-batch': 'is a file that is asked for when it is needed',
  'system.health': 'is for monitoring',
  'user.get-user': 'one’s own is read again by `profile`; that of another citizen when it is opened',
  'messenger.search-users': 'is asked anew at each letter',
  'messenger.search-messages': 'is asked anew for other words; a result leads to the message as it is',
  'admin-chat.get-online-admins': 'is known to Redis alone, and asked every few seconds',
  'replica.open': 'is what a console begins with, once',
  'replica.rows': 'is read once; what changes afterwards is asked for by its number',
  'replica.changes': 'is asked for at each number of the journal that a console hears of',
  'user.deletion-status': 'is asked by a former citizen, who receives no events',
}

describe('The registry of events', () => {
  it('takes no undeclared call: it does not compile', () => {
    const named = {
      kind: 'polls.painted',
      summary: 'A poll has a colour.',
      audience: 'public',
      facts: z.strictObject({}),
    } as const
    const known: EventDeclaration = defineEvent({ ...named, stale: ['polls.get'] })
    // @ts-expect-error no such call
    const unknown: EventDeclaration = defineEvent({ ...named, stale: ['polls.get', 'polls.paint'] })
    expect([known.stale, unknown.stale.length]).toEqual([['polls.get'], 2])
  })

  it('is what the manifest says (npm run manifest writes it anew)', () => {
    expect(readFileSync(new URL('./manifest.ts', import.meta.url), 'utf8')).toBe(eventManifestSource(events))
    expect(readFileSync(new URL('./own/index.ts', import.meta.url), 'utf8')).toBe(ownManifestSource(events))
  })

  it('reads the list of members again, here and in the panel, after each change of a role', () => {
    const changes = events.filter(({ affects }) => affects === 'role' || affects === 'roles')
    expect(changes.map(({ kind }) => kind)).toContain('government.seated')
    for (const { kind, stale } of changes) {
      expect(stale, kind).toEqual(expect.arrayContaining(['members.get-all', 'admin.users']))
    }
  })

  it('declares each kind once, under the feature that it is of', () => {
    expect(new Set(events.map(({ kind }) => kind)).size).toBe(events.length)
    for (const { kind, summary } of events) {
      expect(kind).toMatch(/^[a-z]+\.[a-z-]+$/)
      expect(summary).toMatch(/\.$/)
    }
  })

  it.each(events.map((event) => [event.kind, event] as const))('declares %s whole', (_, event) => {
    const facts = Object.keys(event.facts.shape)
    for (const fact of [...event.personal, ...event.staleWhere.facts]) expect(facts).toContain(fact)
    for (const id of [...event.stale, ...event.staleForAdmins, ...event.staleWhere.calls, ...event.brings]) {
      expect(allCalls.find((call) => call.id === id)?.method).toBe('GET')
      expect(Object.keys(manifest)).toContain(id)
    }
    expect(() => z.toJSONSchema(event.facts)).not.toThrow()
    // Events to a list are also in tables that are indexed by citizen; so it may be removed, and is never searched.
    expect(event.audiences.includes('listed')).toBe(event.copiedAs !== undefined)
    // Of votes the log names nobody.
    if (event.copiedAs === 'ballots' || event.copiedAs === 'pollVotes') expect(event.unnamedInLog).toBe(true)
  })

  it('names no kind that nothing writes', () => {
    const written = sourcesOf('core', 'db-migrations').join('\n')
    expect(events.map(({ kind }) => kind).filter((kind) => !written.includes(`'${kind}'`))).toEqual([])
  })

  it('makes every reading call stale that screens show, or says why not', () => {
    const refreshed = new Set<string>(events.flatMap(({ stale, brings }) => [...stale, ...brings]))
    const reads = allCalls
      .filter(({ id, method }) => method === 'GET' && Object.hasOwn(manifest, id))
      .map(({ id }) => id)
    expect(reads.filter((id) => !refreshed.has(id) && notLive[id] === undefined)).toEqual([])
    expect(Object.keys(notLive).filter((id) => refreshed.has(id))).toEqual([])
  })
})
