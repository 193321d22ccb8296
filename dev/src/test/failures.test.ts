import { expect, test } from 'vitest'
import { playwrightFailures, unnamedFailure, vitestFailures } from './failures'

test('a vitest report names its failed tests with their reasons, and files that failed outside of them', () => {
  const failed = { status: 'failed', fullName: 'votes are counted', failureMessages: ['Error: 1\n\n    at here'] }
  const testResults = [
    { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'passed', fullName: 'polls' }, failed] },
    { name: 'b.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', assertionResults: [] },
  ]
  expect(vitestFailures({ testResults })).toEqual([
    { test: 'a.test.ts > votes are counted', why: 'Error: 1\n    at here' },
    { test: 'b.test.ts', why: 'No such module' },
  ])
})

test('a test that hung says so, and not what vitest writes instead', () => {
  const failed = { status: 'failed', fullName: 'waits', failureMessages: ['Error: STACK_TRACE_ERROR\n    at here'] }
  const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [failed] }]
  expect(vitestFailures({ testResults })).toEqual([
    { test: 'a.test.ts > waits', why: 'Error: the time limit was exceeded.\n    at here' },
  ])
})

test('a Playwright report names failed and flaky tests at any depth without colours, and errors outside of them', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    tests: [{ status, results: [{}, ...(message === undefined ? [] : [{ error: { message } }])] }],
  })
  const inner = { title: 'at a desk', specs: [spec('votes', 'unexpected', '\u001b[31mTimed out\u001b[39m')] }
  const suites = [{ title: 'a.spec.ts', specs: [spec('opens', 'expected'), spec('shuts', 'flaky')], suites: [inner] }]
  expect(playwrightFailures({ suites, errors: [{ message: 'No browser' }] })).toEqual([
    { test: 'a.spec.ts > shuts', why: 'No reason was reported.' },
    { test: 'a.spec.ts > at a desk > votes', why: 'Timed out' },
    { test: 'outside of the tests', why: 'No browser' },
  ])
})

test('a check that names no test is explained by its last lines', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`)
  const { test: name, why } = unnamedFailure(1, [...lines, '', '\u001b[31m2 problems\u001b[39m'])
  expect(name).toBe('exit code 1')
  expect(why.split('\n')).toHaveLength(20)
  expect(why).toMatch(/^line 21\n/)
  expect(why).toMatch(/\n2 problems$/)
})
