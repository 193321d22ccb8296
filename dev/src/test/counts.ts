/** What one suite's report says. */
export interface Counts {
  passed: number
  failed: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** vitest's JSON: its tests, and each file that failed outside of its tests. */
export function countVitest(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
}

/** Playwright's JSON: its tests, and each error outside of them. A test that passed at its second try has failed once: it counts as failed. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/**
 * What a suite adds to the sum: a suite that ran nothing and should have, or whose program failed although no test did, is a failure of its own.
 */
export function judge(counts: Counts | undefined, exitCode: number, mayRunNothing = false): Counts {
  const { passed, failed } = counts ?? { passed: 0, failed: 0 }
  const silentFailure = failed === 0 && (exitCode !== 0 || (passed === 0 && !mayRunNothing))
  return { passed, failed: silentFailure ? 1 : failed }
}

export function add(all: Counts[]): Counts {
  return all.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  })
}

/** The line with which every test command closes. */
export function closingLine({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`
}
