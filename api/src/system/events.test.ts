import { once } from 'node:events'
import diagnostics from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import { change, type Visibility } from '@nation/core/platform'
import { sequence } from '@nation/core/journal'
import { aCitizen, aFact, ownConnections } from '@nation/core/testing'
import { createParser } from 'eventsource-parser'
import { describe, expect, it, vi } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()

interface Heard {
  seq: number
  kind: string
}

async function say(kind: `test.${string}`, visibility: Exclude<Visibility, 'listed'> = 'public') {
  await change(api.nation.runtime, {}, async (ctx) => ctx.journal.add(aFact(kind, { visibility })))
}

/** The newest journal entry that an answer names. */
const entryOf = async (path: string) => (await fetch(api.origin + path)).headers.get('x-nation-entry')

/** Where a stream says that it begins. */
interface Place {
  event: string | undefined
  id: string | undefined
}

/**
 * Listens until it has heard `count` entries, then leaves. It is answered when the stream's headers have come: what is
 * numbered from then on is heard.
 */
async function hear(
  count: number,
  path = '/api/events',
  token?: string,
  more: Record<string, string> = {},
): Promise<{ place: () => Place | undefined; events: Promise<Heard[]> }> {
  const leave = new AbortController()
  const response = await fetch(`${api.origin}${path}`, {
    signal: leave.signal,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...more },
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const heard: Heard[] = []
  let place: Place | undefined
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      if (event === undefined) heard.push(JSON.parse(data) as Heard)
      else place = { event, id }
    },
  })
  const events = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      if (heard.length >= count) break
    }
    leave.abort()
    return heard
  })()
  return { place: () => place, events }
}

/** That many numbered entries with a kilobyte each. */
async function writeLong(count: number): Promise<void> {
  const facts = JSON.stringify({ text: 'x'.repeat(1_000) })
  for (let left = count; left > 0; left -= 500) {
    const rows = Array.from({ length: Math.min(500, left) }, () => [
      'test.long',
      'public',
      facts,
      api.nation.clock.now(),
    ])
    await api.nation.database.query(
      `INSERT INTO journal (kind, visibility, facts, at) VALUES ${rows.map(() => '(?, ?, ?, ?)').join(', ')}`,
      rows.flat(),
    )
  }
  while ((await sequence(api.nation.database)).numbered > 0);
}

/** How many statements wait for a lock on a table. */
async function waitingFor(table: string): Promise<number> {
  const connections = await ownConnections(api.nation.database)
  return connections.filter(
    ({ state, statement }) => state.startsWith('Waiting for table') && statement.includes(`FROM ${table} `),
  ).length
}

/** Sends requests over one connection at once, without waiting for answers; answers what came back, and how to hang up. */
function sendInBatch(requests: readonly string[]): {
  readonly got: () => string
  readonly hangUp: () => Promise<void>
} {
  const { hostname, port } = new URL(api.origin)
  const socket = connect(Number(port), hostname)
  let got = ''
  socket.on('data', (data) => (got += data.toString()))
  socket.write(requests.map((line) => `${line} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''))
  return {
    got: () => got,
    hangUp: async () => {
      socket.destroy()
      await once(socket, 'close')
    },
  }
}

/** The ends of new connections that this process serves. */
function servedSockets(): { readonly sockets: Socket[]; readonly stop: () => void } {
  const sockets: Socket[] = []
  const note = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
  diagnostics.subscribe('net.server.socket', note)
  return { sockets, stop: () => diagnostics.unsubscribe('net.server.socket', note) }
}

/** A reader that takes nothing, and the server's end of its connection. */
async function aStuckReader(): Promise<{ readonly reader: Socket; readonly served: Socket }> {
  const { sockets, stop } = servedSockets()
  const { hostname, port } = new URL(api.origin)
  const reader = connect(Number(port), hostname)
  reader.write('GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(reader, 'readable')
  stop()
  const served = sockets.find(({ remotePort }) => remotePort === reader.localPort)
  if (!served) throw new Error('The server has no such connection.')
  return { reader, served }
}

/** Writes long entries until that is so; a reader who takes everything has heard each of them before the next. */
async function writeUntil(isSo: () => boolean): Promise<void> {
  const { got, hangUp } = sendInBatch(['GET /api/events'])
  await vi.waitFor(() => expect(got()).toContain('event: attached'), timeLimit)
  for (let last = 400; !isSo() && last <= 40_000; last += 400) {
    await writeLong(400)
    await vi.waitFor(() => expect(got()).toContain(`\nid: ${last}\n`), timeLimit)
  }
  await hangUp()
  expect(isSo()).toBe(true)
}

const timeLimit = { timeout: 15_000 }

/** An open stream: the kinds that it told, and whether the server ended it. @param after null for what comes from now on */
async function listen(token: string | undefined, after: number | null = 0) {
  const leave = new AbortController()
  const response = await fetch(`${api.origin}/api/events${after === null ? '' : `?after=${after}`}`, {
    signal: leave.signal,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  })
  const kinds: string[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => void (event === undefined && kinds.push((JSON.parse(data) as Heard).kind)),
  })
  const decoder = new TextDecoder()
  let isOver = false
  void (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      parser.feed(decoder.decode(chunk, { stream: true }))
    isOver = true
  })().catch(() => undefined)
  return { kinds: () => kinds, isOver: () => isOver, leave: () => leave.abort() }
}

describe('A connection', () => {
  it('gets a stream’s headers when it asks for headers alone, and has no stream', async () => {
    for (let n = 0; n < 100; n++) {
      const { status, headers } = await fetch(`${api.origin}/api/events`, { method: 'HEAD' })
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    }
    const { events } = await hear(1)
    await say('test.a')
    await sequence(api.nation.database)
    expect(await events).toHaveLength(1)
  })

  it('carries a stream behind answers that are not over yet', async () => {
    for (let n = 0; n < 20; n++) {
      const stream = sendInBatch([...Array<string>(5).fill('GET /api/health'), 'GET /api/events'])
      await vi.waitFor(() => expect(stream.got()).toContain('the journal of the nation'), timeLimit)
      await stream.hangUp()
    }
  })

  it('carries one stream: what asks for another one behind it is refused, takes no place, and ends no process', async () => {
    for (let n = 0; n < 4; n++) {
      const stream = sendInBatch([...Array<string>(40).fill('GET /api/events'), 'HEAD /api/events'])
      await vi.waitFor(() => expect(stream.got()).toContain('the journal of the nation'), timeLimit)
      await say('test.b')
      await sequence(api.nation.database)
      await vi.waitFor(() => expect(stream.got()).toContain('"kind":"test.b"'), timeLimit)
      expect(stream.got().split('HTTP/1.1 200')).toHaveLength(2)
      await stream.hangUp()
    }
    const { events } = await hear(1)
    await say('test.c')
    await sequence(api.nation.database)
    expect((await events).map(({ kind }) => kind)).toEqual(['test.c'])
  })

  it('is the body of its stream: without lengths, and what is asked for behind the head is not answered', async () => {
    const { hostname, port } = new URL(api.origin)
    const socket = connect(Number(port), hostname)
    let got = ''
    socket.on('data', (data) => (got += data.toString()))
    socket.write('GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await vi.waitFor(() => expect(got).toContain('event: attached'), timeLimit)
    socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await say('test.d')
    await sequence(api.nation.database)
    await vi.waitFor(() => expect(got).toContain('"kind":"test.d"'), timeLimit)
    const [head = '', ...body] = got.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(head.toLowerCase()).toContain('\r\nconnection: close')
    expect(head.toLowerCase()).not.toMatch(/transfer-encoding|content-length/)
    expect(body).toHaveLength(1)
    expect(body[0]).toMatch(/^retry: 2000\n/)
    // A browser that only says that it will send no more has left, too.
    socket.end()
    await once(socket, 'close')
  })

  it('gives its place back when its reader leaves', async () => {
    for (let round = 0; round < 2; round++) {
      const streams = Array.from({ length: 50 }, () => sendInBatch(['GET /api/events']))
      for (const { got } of streams) await vi.waitFor(() => expect(got()).toContain('event: attached'), timeLimit)
      expect(await api.send('GET', '/api/events')).toMatchObject({ status: 429 })
      for (const { hangUp } of streams) await hangUp()
      await vi.waitFor(async () => {
        const next = sendInBatch(['GET /api/events'])
        try {
          await vi.waitFor(() => expect(next.got()).toContain('HTTP/1.1 '), timeLimit)
          expect(next.got()).toContain('HTTP/1.1 200')
        } finally {
          await next.hangUp()
        }
      }, timeLimit)
    }
  })

  it('is cut off when its reader takes nothing: no more than a mebibyte waits for it', async () => {
    const { served } = await aStuckReader()
    let most = 0
    await writeUntil(() => {
      most = Math.max(most, served.writableLength)
      return served.destroyed
    })
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(2 * 1024 * 1024)
  })

  it('of a reader that takes nothing holds up no end of the process', async () => {
    const { served } = await aStuckReader()
    await writeUntil(() => served.writableLength > 500_000)
    expect(served.destroyed).toBe(false)
    // The API is closed behind each test: it would wait for this reader.
  })
})

describe('Live events', () => {
  it('are heard as they are numbered, in order', async () => {
    const { events } = await hear(3)
    for (const kind of ['test.a', 'test.b', 'test.c'] as const) await say(kind)
    await sequence(api.nation.database)
    expect((await events).map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'test.a'],
      [2, 'test.b'],
      [3, 'test.c'],
    ])
  })

  it('can begin at the entry that any answer names, also for what came between the answer and the stream', async () => {
    await say('test.before')
    await sequence(api.nation.database)
    await expect.poll(async () => await entryOf('/api/openapi.json')).toBe('1')
    await say('test.between')
    await sequence(api.nation.database)
    const { place, events } = await hear(1, '/api/events?after=1')
    expect((await events)[0]).toMatchObject({ seq: 2, kind: 'test.between' })
    expect(place()).toEqual({ event: 'attached', id: '1' })
  })

  it('are resumed after a number without a gap, although more happens meanwhile', async () => {
    for (let i = 0; i < 1_200; i++)
      await api.nation.database.query(
        "INSERT INTO journal (kind, visibility, facts, at) VALUES ('test.old', 'public', '{}', ?)",
        [api.nation.clock.now()],
      )
    while ((await sequence(api.nation.database)).numbered > 0);
    const listening = hear(1_300, '/api/events?after=100')
    for (let i = 0; i < 200; i++) {
      await say('test.new')
      if (i % 20 === 0) await sequence(api.nation.database)
    }
    await sequence(api.nation.database)
    const { events } = await listening
    expect((await events).map((event) => event.seq)).toEqual(Array.from({ length: 1_300 }, (_, i) => 101 + i))
  })

  it('are resumed over a backlog of megabytes, by the number or by the header that browsers send', async () => {
    await writeLong(2_000)
    const heard = async (...from: [string, undefined, Record<string, string>]) => {
      const { place, events } = await hear(1_990, ...from)
      expect((await events).map((event) => event.seq)).toEqual(Array.from({ length: 1_990 }, (_, i) => 11 + i))
      expect(place()).toEqual({ event: 'attached', id: '10' })
    }
    await heard('/api/events?after=10', undefined, {})
    await heard('/api/events', undefined, { 'last-event-id': '10' })
    // What the address asks for counts, not what the browser heard last.
    await heard('/api/events?after=10', undefined, { 'last-event-id': '1500' })
  })

  it('of long ago are a reset, however they are asked for, and go on from the newest', async () => {
    await writeLong(2_500)
    // The newest number is there when a stream is attached behind it.
    const { events: newest } = await hear(1, '/api/events?after=2500')
    const streams = await Promise.all([
      hear(1, '/api/events?after=0'),
      hear(1, '/api/events?after=499'),
      hear(1, '/api/events', undefined, { 'last-event-id': '499' }),
    ])
    const { place, events } = await hear(2_001, '/api/events?after=500')
    await say('test.next')
    await sequence(api.nation.database)
    for (const stream of streams) {
      expect(await stream.events).toMatchObject([{ seq: 2_501, kind: 'test.next' }])
      expect(stream.place()).toEqual({ event: 'reset', id: '2500' })
    }
    expect(await newest).toMatchObject([{ seq: 2_501 }])
    expect(await events).toHaveLength(2_001)
    expect(place()).toEqual({ event: 'attached', id: '500' })
  })

  it('begin with what comes next when the number asked for is of another journal', async () => {
    await say('test.first')
    await sequence(api.nation.database)
    const { place, events } = await hear(1, '/api/events?after=99999999')
    await say('test.second')
    await sequence(api.nation.database)
    expect((await events)[0]).toMatchObject({ kind: 'test.second' })
    expect(place()).toEqual({ event: 'reset', id: '1' })
  })

  it('are answered when the stream is attached and not before: what is numbered after that is heard', async () => {
    await say('test.first')
    await sequence(api.nation.database)
    // A client with a number that this process has not read is attached once the journal is read, which waits here.
    const holder = api.nation.database.createQueryRunner()
    await holder.query('LOCK TABLES journal WRITE, journal_head WRITE')
    let answered = false
    const listening = hear(1, '/api/events?after=99999999').then((stream) => {
      answered = true
      return stream
    })
    await expect.poll(() => waitingFor('journal')).toBeGreaterThan(0)
    await holder.query(
      "INSERT INTO journal (seq, kind, visibility, facts, at) VALUES (2, 'test.between', 'public', '{}', ?)",
      [api.nation.clock.now()],
    )
    await holder.query('UPDATE journal_head SET seq = 2')
    // The server answers others meanwhile; this stream has no headers.
    expect((await api.send('GET', '/api/openapi.json')).status).toBe(200)
    expect(answered).toBe(false)
    await holder.query('UNLOCK TABLES')
    await holder.release()
    const { place, events } = await listening
    await say('test.after')
    await sequence(api.nation.database)
    expect((await events)[0]).toMatchObject({ kind: 'test.after' })
    expect(place()).toEqual({ event: 'reset', id: '2' })
  })

  it('are refused, not answered with a stream that hears nothing, while the journal cannot be read', async () => {
    await api.nation.database.query('RENAME TABLE journal TO journal_away')
    try {
      expect(await api.send('GET', '/api/events?after=99999999')).toMatchObject({ status: 503, body: { code: 'busy' } })
    } finally {
      await api.nation.database.query('RENAME TABLE journal_away TO journal')
    }
  })

  it('reach only those who may see them: the server decides', async () => {
    const minister = await aCitizen(api.nation.database, { role: 'government', governmentRole: 'secretary' })
    const admin = await aCitizen(api.nation.database, { isAdmin: true })
    const other = await aCitizen(api.nation.database)
    await say('test.public')
    await say('test.officials', 'officials')
    await say('test.admins', 'admins')
    await say('test.system', 'system')
    await say('test.mine', `citizen:${other.uid}`)
    await say('test.end')
    await sequence(api.nation.database)
    const kinds = async (count: number, token?: string) => {
      const { events } = await hear(count, '/api/events?after=0', token)
      return (await events).map((event) => event.kind.replace('test.', ''))
    }
    expect(await kinds(2)).toEqual(['public', 'end'])
    expect(await kinds(3, await api.tokenOf(minister))).toEqual(['public', 'officials', 'end'])
    expect(await kinds(4, await api.tokenOf(admin))).toEqual(['public', 'officials', 'admins', 'end'])
    expect(await kinds(3, await api.tokenOf(other))).toEqual(['public', 'mine', 'end'])
  })

  it('are told by audience, to each kind of caller as this table says', async () => {
    const audiences = ['public', 'citizens', 'officials', 'executives', 'moderators', 'admins', 'system'] as const
    const people: Readonly<Record<string, Parameters<typeof aCitizen>[1] | null>> = {
      visitor: null,
      citizen: {},
      minister: { role: 'government', governmentRole: 'financeMinister' },
      marketing: { role: 'government', governmentRole: 'marketingMinister' },
      president: { role: 'government', governmentRole: 'president' },
      moderator: { role: 'moderator' },
      admin: { isAdmin: true },
      // The panel's token of a citizen who is no administrator of the site.
      panel: {},
    }
    const tokens = await Promise.all(
      Object.entries(people).map(async ([who, facts]) => {
        if (facts === null) return [who, undefined] as const
        const citizen = await aCitizen(api.nation.database, facts)
        if (who === 'panel') await say('test.own', `citizen:${citizen.uid}`)
        return [who, await (who === 'panel' ? api.panelTokenOf(citizen) : api.tokenOf(citizen))] as const
      }),
    )
    for (const audience of audiences) await say(`test.${audience}`, audience)
    await say('test.end')
    await sequence(api.nation.database)
    const heard = async (token: string | undefined) => {
      const stream = await listen(token)
      await expect.poll(() => stream.kinds().at(-1)).toBe('test.end')
      stream.leave()
      return stream
        .kinds()
        .filter((kind) => kind.startsWith('test.') && kind !== 'test.end')
        .map((kind) => kind.replace('test.', ''))
    }
    const table: Record<string, string[]> = {}
    for (const [who, token] of tokens) table[who] = await heard(token)
    expect(table).toEqual({
      visitor: ['public'],
      citizen: ['public', 'citizens'],
      minister: ['public', 'citizens', 'officials'],
      marketing: ['public', 'citizens', 'officials', 'moderators'],
      president: ['public', 'citizens', 'officials', 'executives'],
      moderator: ['public', 'citizens', 'moderators'],
      admin: ['public', 'citizens', 'officials', 'executives', 'moderators', 'admins'],
      panel: ['public', 'citizens', 'officials', 'executives', 'moderators', 'admins'],
    })
  })

  it('end for a session of the panel within a second of its end, and for no other; its token opens none any more', async () => {
    const citizen = await aCitizen(api.nation.database)
    const [ended, other] = [await api.panelTokenOf(citizen), await api.panelTokenOf(citizen)]
    const [first, second] = [await listen(ended, null), await listen(other, null)]
    expect(await api.send('POST', '/api/admin/logout', { token: ended, body: {} })).toMatchObject({ status: 200 })
    // The workers number it; here nothing else does.
    await sequence(api.nation.database)
    await expect.poll(() => first.isOver(), { timeout: 10_000 }).toBe(true)
    expect(second.isOver()).toBe(false)
    expect(await api.send('GET', '/api/events', { token: ended })).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    })
    await say('test.admins', 'admins')
    await sequence(api.nation.database)
    await expect.poll(() => second.kinds()).toContain('test.admins')
    expect(first.kinds()).not.toContain('test.admins')
    second.leave()
  })

  it('tell each of those who are listed their own facts, and others nothing', async () => {
    const [ada, ben] = [await aCitizen(api.nation.database), await aCitizen(api.nation.database)]
    const admin = await aCitizen(api.nation.database, { isAdmin: true })
    await change(api.nation.runtime, {}, async (ctx) =>
      ctx.journal.add(
        aFact('test.listed', {
          facts: { shared: 1 },
          audience: { [ada.uid]: { own: 'A' }, [ben.uid]: { own: 'B' } },
        }),
      ),
    )
    await say('test.end')
    await sequence(api.nation.database)
    const heard = async (count: number, token?: string) =>
      (await (
        await hear(count, '/api/events?after=0', token)
      ).events) as (Heard & { facts: unknown })[]
    const own = async (citizen: typeof ada) => (await heard(2, await api.tokenOf(citizen))).map(({ facts }) => facts)
    expect(await own(ada)).toEqual([{ shared: 1, own: 'A' }, {}])
    expect(await own(ben)).toEqual([{ shared: 1, own: 'B' }, {}])
    for (const token of [undefined, await api.tokenOf(admin)])
      expect((await heard(1, token)).map(({ kind }) => kind)).toEqual(['test.end'])
  })
})
