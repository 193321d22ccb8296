import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../launcher/root'
import { select } from './changed'

const there = () => true

test('a change in a feature calls for its tests in every package, and for its journeys', () => {
  expect(select(['core/src/polls/polls.service.ts', 'web/src/features/polls/Polls.tsx'], there)).toMatchObject({
    patterns: ['src/polls/', 'src/features/polls/'],
    integration: true,
    journeys: ['polls'],
    elsewhere: [],
  })
})

test('a change outside of the features runs the tests that changed, and names what only a whole run covers', () => {
  const changed = ['web/src/ui/Button.tsx', 'web/src/ui/button.test.tsx', 'docs/architecture.md']
  expect(select(changed, there)).toMatchObject({
    code: ['web/src/ui/Button.tsx', 'web/src/ui/button.test.tsx'],
    patterns: ['dev/src/tools/documents.test.ts', 'dev/src/tools/citations.test.ts', 'web/src/ui/button.test.tsx'],
    integration: false,
    journeys: [],
    elsewhere: ['web/src/ui/Button.tsx'],
  })
})

test('a change of a contract also calls for the tests that hold all contracts and the fakes of the web client', () => {
  const { patterns } = select(['domain/src/polls/contract.ts'], there)
  expect(patterns).toEqual(expect.arrayContaining(['src/polls/', 'domain/src/contract/', 'domain/src/events/']))
  for (const pattern of patterns.filter((one) => !one.startsWith('src/')))
    expect(fs.existsSync(path.join(root, pattern)), pattern).toBe(true)
})

test('a document calls for the tests that read all documents, and for no database', () => {
  const { patterns, integration, elsewhere } = select(['docs/architecture.md'], there)
  for (const pattern of patterns) expect(fs.existsSync(path.join(root, pattern)), pattern).toBe(true)
  expect([patterns.length, integration, elsewhere]).toEqual([2, false, []])
})

test('a journey that changed is named itself; one that was deleted is not', () => {
  expect(select(['e2e/offline.spec.ts'], there)).toMatchObject({ journeys: ['offline'], elsewhere: [] })
  expect(select(['e2e/offline.spec.ts'], () => false)).toMatchObject({ journeys: [], elsewhere: [] })
})

test.each([
  ['a service', 'core/src/polls/polls.service.ts', ['.']],
  ['a screen', 'web/src/features/polls/Polls.tsx', ['web', 'desktop']],
  ['what the browser keeps', 'web/src/lib/replica/replica.ts', ['.', 'web', 'desktop']],
  ['a journey', 'e2e/polls.spec.ts', ['e2e']],
  ['a contract', 'domain/src/polls/contract.ts', ['.', 'web', 'desktop', 'e2e']],
  ['a package', 'package.json', ['.', 'web', 'desktop', 'e2e']],
  ['a record', 'docs/architecture.md', []],
])('types are checked by the programs that read %s', (_, file, programs) => {
  expect(select([file], there).programs).toEqual(programs)
})

test('a file that was deleted is not linted, and its feature is tested all the same', () => {
  expect(select(['core/src/bank/old.ts'], () => false)).toMatchObject({ files: [], code: [], journeys: ['bank'] })
})

test('every journey that is named is there', () => {
  const features = fs.readdirSync(path.join(root, 'web/src/features'))
  const { journeys } = select(
    [...features, 'auth'].map((name) => `core/src/${name}/a.ts`),
    there,
  )
  for (const name of journeys) expect(fs.existsSync(path.join(root, `e2e/${name}.spec.ts`)), name).toBe(true)
})

test('every feature of the web client has journeys', () => {
  for (const name of fs.readdirSync(path.join(root, 'web/src/features')))
    expect(select([`web/src/features/${name}/a.ts`], there).journeys, name).not.toEqual([])
})
