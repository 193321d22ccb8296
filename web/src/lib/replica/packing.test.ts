import { expect, it } from 'vitest'
import { inPieces, packed, unpacked } from './packing'

const entry = { id: '983040', kind: 'polls.opened', at: 1, sentence: ['One.'] }
const batch = {
  put: { members: [{ id: '7', username: 'Ada' }], gazette: [entry], audit: [{ ...entry, id: '1' }] },
  gone: { gazette: ['2'] },
}

it('A batch comes back from the disk as it was, and has the numbers of entries as numbers there', () => {
  const stored = JSON.parse(JSON.stringify(packed(batch))) as { put: Record<string, { id: unknown }[]> }
  expect(stored.put.gazette?.[0]?.id).toBe(983_040)
  expect(stored.put.members?.[0]?.id).toBe('7')
  expect(unpacked(stored)).toEqual(batch)
})

it('A batch that an earlier console stored is read, too', () => {
  expect(unpacked(JSON.parse(JSON.stringify(batch)))).toEqual(batch)
})

it('A batch of many rows is taken apart, and nothing is lost', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `m${n}` }))
  const put = { members: rows(2_500), tasks: rows(3) }
  const pieces = inPieces({ put, gone: { polls: ['p1'] } })
  expect(pieces.map((piece) => Object.values(piece.put).map(({ length }) => length))).toEqual([
    [],
    [500],
    [500],
    [500],
    [500],
    [500],
    [3],
  ])
  expect(pieces.flatMap((piece) => piece.put.members ?? [])).toEqual(put.members)
  expect(pieces.flatMap((piece) => piece.put.tasks ?? [])).toEqual(put.tasks)
  expect(pieces.flatMap((piece) => piece.gone.polls ?? [])).toEqual(['p1'])
  expect(inPieces({ put: { members: [] }, gone: {} })).toEqual([{ put: { members: [] }, gone: {} }])
})
