import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ESLint } from 'eslint'
import { afterAll, expect, test } from 'vitest'
import { root, script } from '../launcher/root'

const eslint = new ESLint({ cwd: root })

/** The rules that ESLint's part refuses a text by, if it were this file of the repository. */
async function refusedBy(filePath: string, text: string): Promise<string[]> {
  const results = await eslint.lintText(text, { filePath: path.join(root, filePath) })
  return results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId ?? 'syntax'))
}

test.each([
  ['a room that it must not know', 'domain/src/polls/x.ts', `export * from '@nation/core/polls'`],
  ['another room by a relative path', 'api/src/polls/x.ts', `export * from '../../../core/src/polls/polls'`],
  ['the app from a feature', 'web/src/features/polls/x.ts', `export * from '../../app/routes'`],
  ['another feature past its index', 'web/src/features/polls/x.ts', `export * from '../bank/Wallet'`],
  ['a feature from the toolkit', 'web/src/ui/x.ts', `export * from '../features/bank'`],
  ['the demo in the browser', 'web/src/lib/x.ts', `export * from '@nation/demo'`],
])('an import of %s is refused', async (_, file, text) => {
  expect(await refusedBy(file, text)).toEqual(['no-restricted-imports'])
})

test.each([
  [
    'an import() of the app from a feature',
    'web/src/features/polls/x.ts',
    `export const a = import('../../app/routes')`,
  ],
  ['a statement in an index', 'web/src/features/polls/index.ts', `export const a = 1`],
  ['the clock in the domain', 'domain/src/polls/x.ts', `export const a = Date.now()`],
  ['rows without a shape', 'core/src/polls/x.ts', `export const a = (db: Db) => db.query('SELECT 1')`],
  ['a journey without the worker', 'e2e/x.spec.ts', `export const a = { serviceWorkers: 'block' }`],
])('%s is refused', async (_, file, text) => {
  expect(await refusedBy(file, text)).toEqual(['no-restricted-syntax'])
})

test.each([
  ['regexp/no-super-linear-backtracking', 'core/src/polls/x.ts', `export const a = /^(?:a+)+$/`],
  ['regexp/no-super-linear-move', 'core/src/polls/x.ts', `export const a = /a+b/`],
  ['no-restricted-globals', 'domain/src/polls/x.ts', `export const a = () => fetch('/')`],
  ['@typescript-eslint/no-restricted-imports', 'web/src/lib/x.ts', `import { z } from 'zod'\nexport const a = z`],
  [
    '@typescript-eslint/no-restricted-imports',
    'web/src/lib/x.ts',
    `import { useBlocker } from 'react-router-dom'\nexport const a = useBlocker`,
  ],
  ['@typescript-eslint/no-explicit-any', 'core/src/polls/x.ts', `export const a = (b: any) => b`],
  ['@typescript-eslint/no-unused-vars', 'core/src/polls/x.ts', `const a = 1`],
  ['no-console', 'core/src/polls/x.ts', `console.log(1)`],
])('%s refuses what it is for', async (rule, file, text) => {
  expect(await refusedBy(file, text)).toEqual([rule])
})

/** One piece of code for each rule of `.oxlintrc.json` that a mistake of every day breaks. */
const typed: Readonly<Record<string, string>> = {
  'typescript(await-thenable)': `export const a = async () => await 1`,
  'typescript(no-base-to-string)': `export const a = (b: object) => String(b)`,
  'typescript(no-floating-promises)': `export function a(b: Promise<void>) { b }`,
  'typescript(no-misused-promises)': `export const a = (b: Promise<void>) => (b ? 1 : 2)`,
  'typescript(no-unnecessary-type-assertion)': `export const a = (b: string) => b as string`,
  'typescript(no-unsafe-argument)': `export const a = (b: (c: string) => void, d: any) => b(d)`,
  'typescript(no-unsafe-assignment)': `export function a(b: any) { const c = b; void c }`,
  'typescript(no-unsafe-call)': `export function a(b: any) { b() }`,
  'typescript(no-unsafe-enum-comparison)': `enum B { C = 'c' }\nexport const a = (b: B) => b === 'c'`,
  'typescript(no-unsafe-member-access)': `export function a(b: any) { void b.c }`,
  'typescript(no-unsafe-return)': `export const a = (b: any): string => b`,
  'typescript(only-throw-error)': `export function a() { throw 'b' }`,
  'typescript(prefer-promise-reject-errors)': `export const a = () => Promise.reject('b')`,
  'typescript(restrict-template-expressions)': 'export const a = (b: object) => `${b.constructor}`',
  'typescript(unbound-method)': `class B { c() { return this } }\nexport const a = (b: B) => { const d = b.c; void d }`,
}

/** The same of React: only the client is held to these. */
const ofReact: Readonly<Record<string, string>> = {
  'react-hooks(exhaustive-deps)': `export function A({ b }: { b: string }) { useEffect(() => { document.title = b }, []); return null }`,
  'react-hooks(rules-of-hooks)': `export function A({ b }: { b: string }) { if (b) useEffect(() => {}); return null }`,
  'react(purity)': `export function A() { const b = Math.random(); return <i>{b}</i> }`,
  'react(set-state-in-render)': `export function A() { const [b, setB] = useState(0); setB(b + 1); return <i>{b}</i> }`,
  'react(static-components)': `export function A() { const B = () => <i />; return <B /> }`,
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-lint-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Writes a repository of broken files, one for each rule, and lints it by the settings of this one. */
function lintBroken(): Map<string, string[]> {
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text)
  }
  fs.copyFileSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'))
  write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { strict: true, lib: ['ES2023', 'DOM'], jsx: 'preserve', types: [] } }),
  )
  const react = `declare function useState<T>(a: T): [T, (a: T) => void]\ndeclare function useEffect(a: () => void, b?: unknown[]): void\ndeclare namespace JSX { interface IntrinsicElements { i: object } }\n`
  Object.values(typed).forEach((text, index) => write(`core/typed-${index}.ts`, text))
  Object.values(ofReact).forEach((text, index) => write(`web/react-${index}.tsx`, react + text))
  const { stdout } = spawnSync(process.execPath, [script('oxlint/bin/oxlint'), '-f', 'json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
  const found = new Map<string, string[]>()
  for (const { code, filename } of diagnostics) found.set(filename, [...(found.get(filename) ?? []), code])
  return found
}

test('the rules that need types, and those of React, refuse what they are for', () => {
  const found = lintBroken()
  const foundIn = (name: string) => found.get(name) ?? []
  Object.keys(typed).forEach((rule, index) => expect(foundIn(`core/typed-${index}.ts`)).toContain(rule))
  Object.keys(ofReact).forEach((rule, index) => expect(foundIn(`web/react-${index}.tsx`)).toContain(rule))
})
