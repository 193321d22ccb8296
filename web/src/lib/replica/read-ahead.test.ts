import { expect, it } from 'vitest'
import { ReadAhead } from './read-ahead'
import type { Job } from './types'

const jobOf = (table: 'members' | 'tasks' | 'polls', after: string | null = null): Job => ({ table, since: 1, after })

/** Tables of which a job has so many pages, numbered from 0; a test says when each is answered. */
function pagesOf(counts: Readonly<Record<string, number>>) {
  const asked: string[] = []
  const waiting = new Map<string, (fails: boolean) => void>()
  const rows = ({ table, after = '0' }: { table: string; after?: string }) => {
    const [part, page] = after.includes('.') ? after.split('.') : ['', after]
    const name = `${table} ${after}`
    asked.push(name)
    const isLast = Number(page) + 1 >= counts[table]!
    const next = isLast ? null : `${part}${part === '' ? '' : '.'}${Number(page) + 1}`
    return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      waiting.set(name, (fails) => {
        if (fails) reject(new Error('No network'))
        else resolve(new TextEncoder().encode(JSON.stringify({ table, columns: ['id'], rows: [[name]], next })))
      })
    })
  }
  const answer = async (name: string, fails = false) => {
    waiting.get(name)!(fails)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return { asked, answer, nation: { rows } as never }
}

const idsOf = (pages: Awaited<ReturnType<ReadAhead['take']>>) =>
  pages.flatMap(({ batch, table }) => (batch.put[table] ?? []).map(({ id }) => id))

it('Pages of a table come in their order, and no more than three lie here', async () => {
  const { asked, answer, nation } = pagesOf({ tasks: 5 })
  const pages = new ReadAhead(nation, [jobOf('tasks')])
  for (const n of [0, 1, 2]) await answer(`tasks ${n}`)
  expect(asked).toEqual(['tasks 0', 'tasks 1', 'tasks 2'])
  expect(idsOf(await pages.take())).toEqual(['tasks 0', 'tasks 1', 'tasks 2'])
  await answer('tasks 3')
  expect(idsOf(await pages.take())).toEqual(['tasks 3'])
  const last = pages.take()
  await answer('tasks 4')
  expect(idsOf(await last)).toEqual(['tasks 4'])
  expect(asked).toHaveLength(5)
  await expect(pages.take()).rejects.toThrow('no page')
})

it('Parts of a table are asked for at once, three pages at most, and are taken as they come', async () => {
  const { asked, answer, nation } = pagesOf({ members: 2 })
  const parts = ['a.0', 'b.0', 'c.0', 'd.0'].map((after) => jobOf('members', after))
  const pages = new ReadAhead(nation, parts)
  expect(asked).toEqual(['members a.0', 'members b.0', 'members c.0'])
  await answer('members c.0')
  // The part that is behind the others: were it read last, it would be read alone.
  expect(asked.slice(3)).toEqual(['members d.0'])
  expect(idsOf(await pages.take())).toEqual(['members c.0'])
  await answer('members a.0')
  await answer('members b.0')
  expect(await pages.take()).toMatchObject([
    { table: 'members', after: 'a.0', next: 'a.1' },
    { table: 'members', after: 'b.0', next: 'b.1' },
  ])
  await answer('members d.0')
  expect(asked.slice(4)).toEqual(['members a.1', 'members b.1', 'members c.1'])
})

it('Tables behind the first are asked for meanwhile, and are taken once it is complete', async () => {
  const { asked, answer, nation } = pagesOf({ members: 2, tasks: 1, polls: 1 })
  const pages = new ReadAhead(nation, [jobOf('members'), jobOf('tasks'), jobOf('polls')])
  expect(asked).toEqual(['members 0', 'tasks 0', 'polls 0'])
  await answer('tasks 0')
  await answer('members 0')
  expect(idsOf(await pages.take())).toEqual(['members 0'])
  await answer('members 1')
  expect(idsOf(await pages.take())).toEqual(['members 1', 'tasks 0'])
  await answer('polls 0')
  expect(idsOf(await pages.take())).toEqual(['polls 0'])
})

it('Nothing is asked for once it was stopped', async () => {
  const { asked, answer, nation } = pagesOf({ tasks: 5 })
  const pages = new ReadAhead(nation, [jobOf('tasks')])
  pages.stop()
  await answer('tasks 0')
  expect(idsOf(await pages.take())).toEqual(['tasks 0'])
  expect(asked).toEqual(['tasks 0'])
})

it('After a failure what came of any table is taken, what is on its way, too, and then the failure is reported', async () => {
  const { asked, answer, nation } = pagesOf({ members: 2, tasks: 1, polls: 3 })
  const pages = new ReadAhead(nation, [jobOf('members'), jobOf('tasks'), jobOf('polls')])
  await answer('tasks 0')
  await answer('members 0', true)
  expect(idsOf(await pages.take())).toEqual(['tasks 0'])
  const rest = pages.take()
  await answer('polls 0')
  expect(idsOf(await rest)).toEqual(['polls 0'])
  await expect(pages.take()).rejects.toThrow('No network')
  expect(asked).toHaveLength(3)
})
