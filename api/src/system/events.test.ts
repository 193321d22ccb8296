import { change } from '@nation/core/platform'
import { sequence, type Visibility } from '@nation/core/journal'
import { aCitizen } from '@nation/core/testing'
import { createParser } from 'eventsource-parser'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()

interface Heard {
  seq: number
  kind: string
}

async function say(kind: string, visibility: Exclude<Visibility, 'listed'> = 'public') {
  await change(api.nation.runtime, {}, async (ctx) => ctx.journal.add({ kind, visibility }))
}

/** Listens until it has heard `count` events, then leaves. */
async function hear(
  count: number,
  path = '/api/events',
  token?: string,
): Promise<{ begun: Promise<void>; events: Promise<Heard[]> }> {
  const leave = new AbortController()
  const response = await fetch(`${api.origin}${path}`, {
    signal: leave.signal,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const heard: Heard[] = []
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const parser = createParser({ onEvent: (event) => heard.push(JSON.parse(event.data) as Heard) })
  const events = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      begin()
      parser.feed(decoder.decode(chunk, { stream: true }))
      if (heard.length >= count) break
    }
    leave.abort()
    return heard
  })()
  return { begun, events }
}

describe('Live events', () => {
  it('are heard as they are numbered, in order', async () => {
    const { begun, events } = await hear(3)
    await begun
    for (const kind of ['test.a', 'test.b', 'test.c']) await say(kind)
    await sequence(api.nation.database)
    expect((await events).map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'test.a'],
      [2, 'test.b'],
      [3, 'test.c'],
    ])
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

  it('are resumed over a backlog of megabytes, and the journal is read no further once the reader has left', async () => {
    const facts = JSON.stringify({ text: 'x'.repeat(1_000) })
    const rows = Array.from({ length: 500 }, () => "('test.long', 'public', ?, '2026-01-06 12:00:00')").join(', ')
    for (let i = 0; i < 8; i++) {
      await api.nation.database.query(
        `INSERT INTO journal (kind, visibility, facts, at) VALUES ${rows}`,
        Array(500).fill(facts),
      )
    }
    while ((await sequence(api.nation.database)).numbered > 0);
    const { events } = await hear(4_000, '/api/events?after=0')
    expect((await events).map((event) => event.seq)).toEqual(Array.from({ length: 4_000 }, (_, i) => 1 + i))
    const { events: few } = await hear(1, '/api/events?after=0')
    expect((await few).length).toBeGreaterThan(0)
  })

  it('begin with what comes next when the number asked for is not there yet', async () => {
    await say('test.first')
    await sequence(api.nation.database)
    const { begun, events } = await hear(1, '/api/events?after=99999999')
    await begun
    await say('test.second')
    await sequence(api.nation.database)
    expect((await events)[0]).toMatchObject({ kind: 'test.second' })
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

  it('tell each of those who are listed their own facts, and nobody else a word of it', async () => {
    const [ada, ben] = [await aCitizen(api.nation.database), await aCitizen(api.nation.database)]
    const admin = await aCitizen(api.nation.database, { isAdmin: true })
    await change(api.nation.runtime, {}, async (ctx) =>
      ctx.journal.add({
        kind: 'test.listed',
        facts: { shared: 1 },
        audience: { [ada.uid]: { own: 'A' }, [ben.uid]: { own: 'B' } },
      }),
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
