import { afterAll, beforeAll, expect, it } from 'vitest'
import { changedCopy, touched, type ChangedCopy } from '../changed-copy'
import { mottoTests, theMotto } from './motto'
import { aTenthOffice } from './tenth-office'

const MINUTES = 60_000

/** Both changes in one copy of the sources: what costs is to check the types of the whole product. */
let copy: ChangedCopy
beforeAll(async () => {
  copy = changedCopy([...aTenthOffice, ...theMotto()])
  await copy.script('domain/scripts/write-manifest.ts')
}, 4 * MINUTES)
afterAll(() => copy.remove())

it('A tenth elected office changes four files', () => {
  expect(touched(aTenthOffice)).toHaveLength(4)
})

it('The example of CONTRIBUTING.md edits at most ten files', () => {
  expect(touched(theMotto().filter((edit) => 'find' in edit)).length).toBeLessThanOrEqual(10)
})

it.each(['.', 'web'] as const)(
  'With a tenth office, and the example of CONTRIBUTING.md as it stands there, the program %s compiles',
  async (program) => {
    expect(await copy.types(program)).toBe('')
  },
  5 * MINUTES,
)

it(
  'A week is played with ten offices, and the example of CONTRIBUTING.md passes its own tests',
  async () => {
    const passed = await copy.test('core/src/elections/a-week.test.ts', ...mottoTests.files)
    expect(passed.sort()).toEqual(
      [
        'In a week all 10 offices are stood for, voted on, counted, seated and paid, and so is the Minister of the Harbour',
        ...mottoTests.titles(),
      ].sort(),
    )
  },
  5 * MINUTES,
)

it(
  'A change that fits no more says which file it does not fit',
  () => {
    const edit = { file: 'domain/src/bank/constants.ts', find: 'poetMinister: 4', put: '' }
    expect(() => changedCopy([edit])).toThrow(/does not fit domain\/src\/bank\/constants\.ts any more/)
    expect(() => changedCopy([{ ...edit, file: 'domain/src/gone.ts' }])).toThrow(/domain\/src\/gone\.ts is not there/)
  },
  4 * MINUTES,
)
