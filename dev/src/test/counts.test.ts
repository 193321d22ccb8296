import { expect, test } from 'vitest'
import { add, closingLine, countPlaywright, countVitest, judge } from './counts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
})

test('a test file that fails outside of its tests counts as a failure', () => {
  const testResults = [file('passed', 'passed'), file('failed', 'passed', 'failed'), file('failed')]
  expect(countVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({ passed: 2, failed: 2 })
})

test('a browser test that passed at its second try, and an error outside of the tests, count as failures', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1 }, errors: [{}] }
  expect(countPlaywright(report)).toEqual({ passed: 4, failed: 3 })
})

test.each([
  ['all passed', { passed: 3, failed: 0 }, 0, { passed: 3, failed: 0 }],
  ['one failed', { passed: 3, failed: 1 }, 1, { passed: 3, failed: 1 }],
  ['nothing ran', { passed: 0, failed: 0 }, 0, { passed: 0, failed: 1 }],
  ['there is no report', undefined, 0, { passed: 0, failed: 1 }],
  ['the program failed although no test did', { passed: 3, failed: 0 }, 1, { passed: 3, failed: 1 }],
])('when %s, the suite says so', (_, counts, exitCode, judged) => {
  expect(judge(counts, exitCode)).toEqual(judged)
})

test('a suite that may run nothing fails only when its program does', () => {
  expect(judge({ passed: 0, failed: 0 }, 0, true)).toEqual({ passed: 0, failed: 0 })
  expect(judge({ passed: 0, failed: 0 }, 1, true)).toEqual({ passed: 0, failed: 1 })
})

test('the closing line sums all suites', () => {
  expect(
    closingLine(
      add([
        { passed: 3, failed: 0 },
        { passed: 4, failed: 2 },
      ]),
    ),
  ).toBe('7 passed, 2 failed')
})
