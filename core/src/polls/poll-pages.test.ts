import { describe, expect, it } from 'vitest'
import { counterDifferences, repairCounters } from '../platform'
import { aCitizen, aPoll, as, useTestNation } from '../testing'
import { closeDuePolls, closePoll, countActivePolls, deletePoll, pollCounters, pollPage, type PollFilter } from '.'

const nation = useTestNation()
const day = 86_400_000
const kinds = ['open', 'closed', 'deleted', 'expired', 'closed', 'open', 'closed'] as const

const uidOf = (id: string): string => id.padStart(36, '0')

type Kind = (typeof kinds)[number]

/** Polls of every kind, so many row keys apart; 97 of them are over several blocks of row keys. */
async function manyPolls(count: number, apart: number, kindOf = (n: number): Kind => kinds[n % 7]!) {
  const maker = await aCitizen(nation.database)
  const now = nation.clock.now()
  const polls = Array.from({ length: count }, (_, n) => ({ id: String(5_000 + n * apart), kind: kindOf(n) }))
  const rows = polls.map(({ id, kind }) => [
    ...[id, uidOf(id), 'Which bridge?', kind === 'expired' ? 'open' : kind, maker.id, 'Admin', now, now],
    kind === 'expired' ? new Date(now.getTime() - day) : null,
  ])
  await nation.database.query(
    'INSERT INTO polls (id, uid, question, status, created_by, created_by_role, created_at, updated_at, closes_at) VALUES ?',
    [rows],
  )
  await repairCounters(nation.database, Object.values(pollCounters))
  return polls.toReversed()
}

const page = (status: PollFilter, limit: number, rest: { offset?: number; cursor?: string } = {}) =>
  pollPage(
    { tx: nation.runtime.database.manager, now: nation.clock.now },
    { status, limit, offset: rest.offset ?? 0, cursor: rest.cursor },
  )

describe('Pages of polls', () => {
  it.each([
    ['far apart', 97],
    ['one after the other', 1],
  ])('by offset and by cursor show every poll of a kind once, the newest first: %s', async (_, apart) => {
    const polls = await manyPolls(120, apart)
    const of: Record<PollFilter, readonly string[]> = {
      all: ['open', 'closed', 'expired'],
      active: ['open'],
      closed: ['closed', 'expired'],
    }
    for (const status of ['all', 'active', 'closed'] as const) {
      const expected = polls.filter(({ kind }) => of[status].includes(kind)).map(({ id }) => uidOf(id))
      const [byOffset, byCursor]: string[][] = [[], []]
      for (let offset = 0; offset < expected.length; offset += 7) {
        const { polls: shown, total } = await page(status, 7, { offset })
        expect(total).toBe(expected.length)
        byOffset!.push(...shown.map(({ id }) => id))
      }
      for (let cursor: string | null | undefined; cursor !== null;) {
        const next = await page(status, 11, cursor === undefined ? {} : { cursor })
        byCursor!.push(...next.polls.map(({ id }) => id))
        cursor = next.nextCursor
      }
      expect({ status, byOffset, byCursor }).toEqual({ status, byOffset: expected, byCursor: expected })
      expect((await page(status, 7, { offset: expected.length })).polls).toEqual([])
    }
  })

  it('go on behind a long run of deleted polls, with their options in order', async () => {
    const polls = await manyPolls(400, 1, (n) => (n > 30 && n < 390 ? 'deleted' : 'closed'))
    const options = polls.flatMap(({ id }) =>
      [1, 0].map((place) => [uidOf(`${place}${id}`), id, place, `Bridge ${place}`, 1]),
    )
    await nation.database.query('INSERT INTO poll_options (uid, poll_id, place, text, votes) VALUES ?', [options])
    const first = await page('all', 7)
    const second = await page('all', 7, { cursor: first.nextCursor! })
    const shown = [...first.polls, ...second.polls]
    const expected = polls.filter(({ kind }) => kind === 'closed').slice(0, 14)
    expect(shown.map(({ id }) => id)).toEqual(expected.map(({ id }) => uidOf(id)))
    expect(new Set(shown.flatMap((poll) => poll.options.map(({ text }) => text).join()))).toEqual(
      new Set(['Bridge 0,Bridge 1']),
    )
  })

  it('are counted through opening, closing by hand and by date, and deleting', async () => {
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const dated = { closesAt: nation.clock.now().getTime() + day }
    const [first, second] = [await aPoll(nation.runtime, admin), await aPoll(nation.runtime, admin)]
    await aPoll(nation.runtime, admin, dated)
    await aPoll(nation.runtime, admin, dated)
    await as(nation.runtime, admin, (ctx) => closePoll(ctx, { pollId: first.id }))
    await as(nation.runtime, admin, (ctx) => deletePoll(ctx, { pollId: second.id }))
    nation.clock.set(new Date(nation.clock.now().getTime() + 2 * day))
    const counts = { all: 3, active: 0, closed: 3 }
    expect((await page('all', 1)).counts).toEqual(counts)
    await closeDuePolls(nation.runtime)
    expect((await page('all', 1)).counts).toEqual(counts)
    expect(await countActivePolls(nation.database.manager, nation.clock.now())).toBe(0)
    expect(await counterDifferences(nation.database, Object.values(pollCounters))).toEqual([])
  })
})
