import { expect, it } from 'vitest'
import { askedAhead } from './ask-ahead'
import { aNation } from './testing'
import type { Nation } from './types'

/** A nation of a few tables, whose calls are written down. */
function nation(short: readonly string[] = []) {
  const asked: string[] = []
  const { calls } = Object.assign(aNation(), { short })
  const ahead = (now = () => 0) =>
    askedAhead(
      {
        ...calls,
        open: () => (asked.push('open'), calls.open()),
        rows: (input) => (
          asked.push(['rows', input.table, input.after, input.also].filter(Boolean).join(' ')),
          calls.rows(input)
        ),
        changes: (input) => (asked.push('changes'), calls.changes(input)),
        run: (input) => (asked.push('run'), calls.run(input)),
      },
      now,
    )
  return { asked, ahead }
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

it('The first pages are on their way before the copy asks, and are asked for once', async () => {
  const { asked, ahead } = nation()
  const copy = ahead()
  await turns()
  expect(asked).toEqual(['open', 'rows members', 'rows tasks'])
  await copy.open()
  const page = JSON.parse(new TextDecoder().decode(await copy.rows({ table: 'members' }))) as { table: string }
  expect(page.table).toBe('members')
  expect(asked).toHaveLength(3)
  await copy.rows({ table: 'members' })
  expect(asked.slice(3)).toEqual(['rows members'])
})

it('What the copy asks for together is not asked for ahead', async () => {
  const { asked, ahead } = nation(['tasks'])
  ahead()
  await turns()
  expect(asked).toEqual(['open', 'rows members'])
})

it('A page that was asked for alone does not answer a call that asks for others with it, nor the calls after that', async () => {
  const { asked, ahead } = nation(['tasks'])
  const copy = ahead()
  await copy.open()
  await turns()
  const page = JSON.parse(new TextDecoder().decode(await copy.rows({ table: 'members', also: 'tasks' }))) as object
  expect(page).toMatchObject({ table: 'members', others: [{ table: 'tasks' }] })
  await copy.rows({ table: 'members' })
  expect(asked.slice(2)).toEqual(['rows members tasks', 'rows members'])
})

const aCommand = {
  key: '0191e0a0-0000-7000-8000-000000000001',
  call: 'broadcast.create',
  input: { message: 'The harbour opens at noon.' },
  version: null,
} as const

it.each([
  ['a change that was read', 'changes', (copy: Nation) => copy.changes({ after: '0' })],
  ['a command of its own', 'run', (copy: Nation) => copy.run(aCommand)],
])('No page counts that is older than %s', async (_, call, make) => {
  const { asked, ahead } = nation()
  const copy = ahead()
  await copy.open()
  await turns()
  await make(copy)
  await copy.rows({ table: 'members' })
  expect(asked.slice(3)).toEqual([call, 'rows members'])
})

it('A copy that asks again, or later, is answered anew, and reads its own pages', async () => {
  for (const [late, times] of [
    [false, 2],
    [true, 1],
  ] as const) {
    const { asked, ahead } = nation()
    let now = 0
    const copy = ahead(() => now)
    await turns()
    if (late) now = 60_000
    for (let time = 0; time < times; time++) await copy.open()
    await copy.rows({ table: 'tasks' })
    expect(asked.slice(3)).toEqual(['open', 'rows tasks'])
  }
})

it('Pages that are refused fail the copy when it asks for them, and nothing before', async () => {
  const small = aNation()
  small.before = (call) => {
    if (call === 'rows') throw new Error('No network')
  }
  const copy = askedAhead(small.calls)
  await turns()
  await copy.open()
  await expect(copy.rows({ table: 'members' })).rejects.toThrow('No network')
})
