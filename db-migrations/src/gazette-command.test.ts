import { aCitizen, aPoll, publishGazette, useTestNation } from '@nation/core/testing'
import { expect, it } from 'vitest'
import { readGazette } from './gazette-command'

const nation = useTestNation()
const command = (...args: string[]) => readGazette(nation.database, args, false)

const words = () => nation.database.query<object[]>('SELECT word, number FROM gazette_words ORDER BY word, number')
const numbers = () => nation.database.query<object[]>('SELECT number, seq FROM gazette_entries ORDER BY number')

it('`gazette --rebuild` writes anew by what entries are found, and keeps their numbers; without it only what is new is read', async () => {
  const grace = await aCitizen(nation.database, { isAdmin: true })
  for (const question of ['Build a harbour?', 'Build a lighthouse?']) await aPoll(nation.runtime, grace, { question })
  await publishGazette(nation.runtime)
  const stands = [await words(), await numbers()]
  await nation.database.query('DELETE FROM gazette_words')
  expect(await command('gazette')).toBe('0 entries of the journal were read.')
  expect(await words()).toEqual([])
  expect(await command('gazette', '--rebuild')).toBe('2 entries of the journal were read.')
  expect([await words(), await numbers()]).toEqual(stands)
})
