import { afterEach, expect, it } from 'vitest'
import { changedCopy, touched, type ChangedCopy, type Edit } from '../testing/changed-copy'

/** What it takes to have a Minister of the Harbour elected. */
const aTenthOffice: readonly Edit[] = [
  {
    file: 'domain/src/permissions/permissions.ts',
    find: "  'justiceMinister',\n] as const",
    put: "  'justiceMinister',\n  'harbourMinister',\n] as const",
  },
  {
    file: 'domain/src/elections/positions.ts',
    find: "  'minister_citizens',\n] as const",
    put: "  'minister_citizens',\n  'minister_harbour',\n] as const",
  },
  {
    file: 'domain/src/elections/positions.ts',
    find: '}\n\n/** All position definitions',
    put: `  minister_harbour: {
    role: 'harbourMinister',
    title: 'Minister of the Harbour',
    short: 'Harbour',
    hue: '#24546b',
    description: 'Lets ships in, and sees them off.',
  },
}

/** All position definitions`,
  },
  {
    file: 'domain/src/bank/constants.ts',
    find: '  citizensMinister: 8,\n',
    put: '  citizensMinister: 5,\n  harbourMinister: 3,\n',
  },
  {
    file: 'web/src/ui/theme/tokens.css',
    find: '  --office-justiceMinister: #46526a;\n',
    put: '  --office-justiceMinister: #46526a;\n  --office-harbourMinister: #24546b;\n',
  },
  {
    file: 'web/src/ui/theme/tokens.css',
    find: '  --office-justiceMinister: #aab6cd;\n',
    put: '  --office-justiceMinister: #aab6cd;\n  --office-harbourMinister: #8cc0d8;\n',
  },
]

let copy: ChangedCopy | undefined
afterEach(() => copy?.remove())

it('A tenth elected office changes four files, in which the whole product compiles and a week is played', async () => {
  expect(touched(aTenthOffice)).toHaveLength(4)
  copy = changedCopy(aTenthOffice)
  expect(await copy.types('.')).toBe('')
  expect(await copy.types('web')).toBe('')
  expect(await copy.test('core/src/elections/a-week.test.ts')).toEqual([
    'In a week all 10 offices are stood for, voted on, counted, seated and paid, and so is the Minister of the Harbour',
  ])
}, 600_000)

it('A change that fits no more says which file it does not fit', () => {
  const edit = { file: 'domain/src/bank/constants.ts', find: 'poetMinister: 4', put: '' }
  expect(() => changedCopy([edit])).toThrow(/does not fit domain\/src\/bank\/constants\.ts any more/)
  expect(() => changedCopy([{ ...edit, file: 'domain/src/gone.ts' }])).toThrow(/domain\/src\/gone\.ts is not there/)
}, 240_000)
