import { expect, it } from 'vitest'
import { readPage } from './page'
import { packed, unpacked } from './packing'

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const page = { success: true, table: 'gazette', columns: ['id', 'kind'], rows: [[7, 'polls.opened']], next: 'there' }

it('A page is read once, and its bytes stay as they came', () => {
  const bytes = bytesOf(page)
  const { batch, next } = readPage(bytes, 'gazette')
  expect(next).toBe('there')
  expect(batch).toEqual({ put: { gazette: [{ id: '7', kind: 'polls.opened' }] }, gone: {}, bytes })
  expect(batch.bytes).toBe(bytes)
})

it('The first pages of other tables are read with it, and are stored as every build of the format reads them', () => {
  const tasks = { table: 'tasks', columns: ['id'], rows: [['t1']], next: 'on' }
  const polls = { table: 'polls', columns: ['id'], rows: [], next: null }
  const whole = { ...page, others: [tasks, polls] }
  const { batch, others } = readPage(bytesOf(whole), 'gazette', ['tasks', 'polls'])
  const put = { gazette: [{ id: '7', kind: 'polls.opened' }], tasks: [{ id: 't1' }], polls: [] }
  expect(batch.put).toEqual(put)
  expect(others).toEqual([
    { table: 'tasks', next: 'on' },
    { table: 'polls', next: null },
  ])
  // No bytes: what is stored is no page, of which an earlier build reads the first table alone.
  expect(batch).not.toHaveProperty('bytes')
  expect(packed(batch)).toEqual({ put: { ...put, gazette: [{ id: 7, kind: 'polls.opened' }] }, gone: {} })
  expect(unpacked(structuredClone(packed(batch)))).toEqual({ put, gone: {} })
  // A build stored answers as they came for a while.
  expect(unpacked(whole)).toEqual({ put, gone: {} })
  for (const also of [['tasks'], ['polls', 'tasks'], ['tasks', 'polls', 'chat'], []] as const)
    expect(() => readPage(bytesOf(whole), 'gazette', also)).toThrow(
      expect.objectContaining({ code: 'no_page' }) as Error,
    )
})

it('What is on the disk as it came is read as the batch that it was', () => {
  expect(unpacked(page)).toEqual({ put: { gazette: [{ id: '7', kind: 'polls.opened' }] }, gone: {} })
})

it.each([
  ['a page of a network that wants a sign-in', new TextEncoder().encode('<html>')],
  ['half a page', bytesOf(page).slice(0, 40)],
  ['another table', bytesOf({ ...page, table: 'audit' })],
  ['rows of another length', bytesOf({ ...page, rows: [[7]] })],
  ['others that are no list', bytesOf({ ...page, others: { length: 0 } })],
  ['rows of an earlier server', bytesOf({ rows: { gazette: [{ id: '7' }] }, next: null })],
])('%s is reported as the answer of another server', (_, bytes) => {
  expect(() => readPage(bytes, 'gazette')).toThrow(expect.objectContaining({ code: 'no_page', status: 200 }) as Error)
})
