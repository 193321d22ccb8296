import { expect, it } from 'vitest'
import { ReadAhead } from './read-ahead'

const job = { table: 'tasks', since: 1, after: null } as const

/** A table of some pages; a test says when each is answered. */
function pagesOf(count: number) {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const rows = ({ after = '0' }: { after?: string }) => {
    asked.push(after)
    const next = Number(after) + 1 < count ? String(Number(after) + 1) : null
    const page = { table: 'tasks', columns: ['id'], rows: [[`t${after}`]], next }
    return new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
      answers.push(() => resolve(new TextEncoder().encode(JSON.stringify(page))))
    })
  }
  const answer = async () => {
    answers.shift()?.()
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return { asked, answer, nation: { rows } as never }
}

it('Pages come in their order, and no more than two are asked for ahead', async () => {
  const { asked, answer, nation } = pagesOf(5)
  const pages = new ReadAhead(nation, job)
  await answer()
  await answer()
  await answer()
  expect(asked).toEqual(['0', '1'])
  const came: unknown[] = []
  for (let next: string | null = '0'; next !== null;) {
    const taken = pages.take()
    await answer()
    const page = await taken
    came.push(page.batch.put.tasks?.[0]?.id)
    next = page.next
  }
  expect(came).toEqual(['t0', 't1', 't2', 't3', 't4'])
  expect(asked).toEqual(['0', '1', '2', '3', '4'])
})

it('Nothing is asked for once it was stopped', async () => {
  const { asked, answer, nation } = pagesOf(5)
  const pages = new ReadAhead(nation, job)
  pages.stop()
  await answer()
  await pages.take()
  expect(asked).toEqual(['0'])
})
