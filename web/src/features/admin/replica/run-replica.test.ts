import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  aNation,
  noNetwork,
  Refused,
  sessionEnded,
  someMembers,
  TestDisk,
  type SmallNation,
} from '../../../lib/replica/testing'
import { leavePanel, usePanel } from '../panel-session'
import { runReplica, type Place } from './run-replica'
import { useReplica } from './use-replica'

let disk: TestDisk
let nation: SmallNation
const stops: (() => void)[] = []
let forgotten = 0
let failures: unknown[] | null = null

beforeEach(() => {
  disk = new TestDisk()
  nation = aNation()
  forgotten = 0
  failures = null
  usePanel.setState({ token: null, adminId: null, ended: false })
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  localStorage.clear()
})

/** A start of the console on this disk. */
async function start(
  key: Uint8Array<ArrayBuffer> | null = new Uint8Array(32).fill(7),
  calls = nation.calls,
): Promise<() => void> {
  const { locks, channel, indexedDB } = disk.parts(calls)
  const rest = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  const place: Place = {
    name: 'here',
    key: () => Promise.resolve(key),
    deleteKey: () => Promise.resolve(forgotten++),
    failed: (error) => {
      if (!failures) throw error
      failures.push(error)
    },
    parts: { locks, channel, indexedDB, rest, nation: calls },
  }
  const stop = await runReplica(place)
  stops.push(stop)
  return stop
}

const signIn = (adminId: string, token = 'token') => usePanel.setState({ token, adminId, farewell: 'farewell' })
const view = () => useReplica.getState()
const account = () => localStorage.getItem('replica account here')
const isFilled = () => expect.poll(() => view().state?.filled).toBe(true)
const isGone = async () => {
  await expect.poll(() => view().replica).toBeNull()
  await expect.poll(async () => (await disk.indexedDB.databases()).length).toBe(0)
  expect(account()).toBeNull()
}

describe('the copy that the console stores', () => {
  it('begins with the first sign-in', async () => {
    await start()
    expect(view()).toMatchObject({ ready: true, replica: null })
    signIn('alma')
    await isFilled()
    expect(view().replica?.get('tasks', 't1')).toMatchObject({ title: 'Light the harbour' })
  })

  it('is drawn anew as soon as a table is said to be complete, and where the first sync breaks off', async () => {
    nation.put('members', ...someMembers(10))
    let pages = 0
    nation.before = (call) => {
      if (call === 'rows' && ++pages > 4) throw noNetwork()
    }
    // Longer than a draw takes to be due, shorter than one of the rows.
    const rows: typeof nation.calls.rows = (input) =>
      new Promise((resolve) => setTimeout(resolve, 600)).then(() => nation.calls.rows(input))
    const changes: string[] = []
    const stale: string[] = []
    stops.push(
      useReplica.subscribe(({ state, version }, before) => {
        if (!state || !before.state || state.rows === 0) return
        const [now, was] = [state, before.state].map(({ unread, contact }) => `${contact}: ${String(unread)}`)
        if (now === was) return
        changes.push(now!)
        if (version === before.version) stale.push(now!)
      }),
    )
    await start(undefined, { ...nation.calls, rows })
    signIn('alma')
    await expect.poll(() => view().state?.contact).toBe('offline')
    expect(changes).not.toEqual([])
    expect(stale).toEqual([])
  })

  it('is there after a restart, before a sign-in, and goes on with the stored token', async () => {
    const stop = await start()
    signIn('alma')
    await isFilled()
    stop()
    usePanel.setState({ token: null, adminId: null })
    nation.put('tasks', { id: 't2', title: 'Paint the boats' })
    await start()
    await expect.poll(() => view().replica?.get('tasks', 't2')).toMatchObject({ title: 'Paint the boats' })
    expect(usePanel.getState().token).toBeNull()
  })

  it('stores the token encrypted', async () => {
    await start()
    signIn('alma', 'a-secret-token')
    await expect.poll(account).not.toBeNull()
    const stored = account() ?? ''
    expect(stored).not.toContain('a-secret-token')
    expect(atob(stored)).not.toContain('a-secret-token')
  })

  it('goes when its administrator leaves the panel, with the key', async () => {
    await start()
    signIn('alma')
    await isFilled()
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"success":true}')))
    await leavePanel()
    await isGone()
    await expect.poll(() => forgotten).toBe(1)
  })

  it('ends the session of its own, too, when it is left before the next sign-in', async () => {
    const stop = await start()
    signIn('alma', 'stored-token')
    await isFilled()
    stop()
    usePanel.setState({ token: null, adminId: null })
    await start()
    const ended: (string | null)[] = []
    vi.stubGlobal('fetch', (url: string, { headers }: RequestInit) => {
      if (url.startsWith('/api/admin/logout')) ended.push(new Headers(headers).get('authorization'))
      return Promise.resolve(new Response('{"success":true}'))
    })
    await leavePanel()
    await isGone()
    await expect.poll(() => ended).toEqual(['Bearer stored-token'])
  })

  it('goes when the server has ended the session, and the panel is left', async () => {
    await start()
    signIn('alma')
    await isFilled()
    nation.before = () => {
      throw sessionEnded()
    }
    view().replica?.wake()
    await isGone()
    expect(usePanel.getState()).toMatchObject({ token: null, ended: true })
    await expect.poll(() => forgotten).toBe(1)
  })

  it('stays when a sign-in runs out, and says so', async () => {
    await start()
    signIn('alma')
    await isFilled()
    nation.before = () => {
      throw new Refused(401, 'unauthenticated')
    }
    view().replica?.wake()
    await expect.poll(() => view().state?.contact).toBe('signInNeeded')
    expect(view().replica?.get('tasks', 't1')).toBeDefined()
  })

  it('is in memory only where the system stores no key, and is gone after a restart', async () => {
    const stop = await start(null)
    signIn('alma')
    await isFilled()
    expect(view().state?.notice).toBe('noKey')
    expect(account()).toBeNull()
    stop()
    await start(null)
    expect(view()).toMatchObject({ ready: true, replica: null })
  })

  it('is another administrator’s when another one signs in', async () => {
    await start()
    signIn('alma')
    await isFilled()
    nation.before = (call) => {
      if (call === 'run') throw new Refused(503, 'busy')
    }
    await view().replica?.addCommand({
      ...{ call: 'broadcast.create', input: { message: 'Hear.' }, base: null },
    })
    signIn('berit', 'another')
    await expect.poll(() => view().state?.otherEntries).toBe(1)
    expect(view().entries).toEqual([])
  })

  it('that cannot be opened is reported and left as it is; everything is read from the server, and what waits is there later', async () => {
    const stop = await start()
    signIn('alma')
    await isFilled()
    nation.before = (call) => {
      if (call === 'run') throw new Refused(0, 'network')
    }
    await view().replica?.addCommand({ call: 'broadcast.create', input: { message: 'Hear.' }, base: null })
    stop()
    failures = []
    const opening = vi.spyOn(disk.indexedDB as unknown as IDBFactory, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store.', 'UnknownError')
    })
    await start()
    expect(failures).toHaveLength(1)
    signIn('alma', 'newer')
    await expect.poll(() => failures).toHaveLength(2)
    expect(view().replica).toBeNull()
    opening.mockRestore()
    signIn('alma', 'newest')
    await expect.poll(() => view().entries.map(({ call }) => call)).toEqual(['broadcast.create'])
  })

  it('is there after the next sign-in where the account beside it was damaged, with what waits', async () => {
    const stop = await start()
    signIn('alma')
    await isFilled()
    nation.before = (call) => {
      if (call === 'run') throw new Refused(0, 'network')
    }
    await view().replica?.addCommand({ call: 'broadcast.create', input: { message: 'Hear.' }, base: null })
    stop()
    localStorage.setItem('replica account here', 'no account')
    await start()
    expect(view()).toMatchObject({ ready: true, replica: null })
    signIn('alma', 'newer')
    await expect.poll(() => view().entries.map(({ call }) => call)).toEqual(['broadcast.create'])
  })
})
