import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const rooms = ['core', 'api', 'workers', 'db-migrations', 'dev', 'bench']

/** Files that read votes for withdrawn candidates, too, and why that is right. */
const withVoidVotes: Readonly<Record<string, string>> = {
  'bench/src/monday.ts': 'nobody withdraws there',
  'bench/src/recount.ts': 'nobody withdraws there',
  'bench/src/soak.ts': 'nobody withdraws there',
  'core/src/elections/ballot-inputs.ts': 'the row of a void vote is the one that a new vote replaces',
  'core/src/elections/rollover/count.ts': 'void votes were removed before, in the same transaction',
  'core/src/elections/rollover/recount.ts': 'void votes were removed before, in the same transaction',
  'core/src/elections/void-votes.ts': 'it removes them',
}

it('every file that reads current votes leaves void ones out, or says why not', () => {
  const files = rooms.flatMap((room) =>
    readdirSync(path.join(root, room, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('migrations/'))
      .map((file) => path.join(room, 'src', file)),
  )
  const careless = files.filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return /(?:FROM|JOIN) current_votes\b/.test(text) && !text.includes('isNotVoid')
  })
  expect(careless.toSorted()).toEqual(Object.keys(withVoidVotes))
})
