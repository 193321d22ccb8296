import { expect, it } from 'vitest'
import { isReplicaPage, rowsOfPage } from './pages'

const page = {
  table: 'gazette',
  columns: ['id', 'kind'],
  rows: [
    [983_040, 'polls.opened'],
    ['7', null],
  ],
  next: null,
}

it('Rows of a page have their names again, and ids that are texts', () => {
  expect(isReplicaPage(page, 'gazette')).toBe(true)
  expect(rowsOfPage(page)).toEqual([
    { id: '983040', kind: 'polls.opened' },
    { id: '7', kind: null },
  ])
})

it.each([
  null,
  'page',
  {},
  { ...page, table: 'members' },
  { ...page, columns: ['kind', 'at'] },
  { ...page, rows: [[1]] },
  { ...page, rows: [{ id: '1' }] },
  { ...page, next: 1 },
])('What is no page of the table is not taken for one: %j', (value) => {
  expect(isReplicaPage(value, 'gazette')).toBe(false)
})
