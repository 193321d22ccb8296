/** A test that failed, and the beginning of why. */
export interface Failure {
  readonly test: string
  readonly why: string
}

interface VitestFiles {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

/** Failed tests of vitest's JSON, and files that failed outside of their tests. */
export function vitestFailures({ testResults }: VitestFiles): Failure[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((each) => each.status === 'failed')
      .map(({ fullName, failureMessages }) => failure(`${name} > ${fullName}`, failureMessages?.[0]))
    return tests.length > 0 || status !== 'failed' ? tests : [failure(name, message)]
  })
}

interface PlaywrightError {
  readonly message?: string
}

interface PlaywrightSuite {
  readonly title: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly { readonly error?: PlaywrightError }[]
    }[]
  }[]
}

/** Failed and flaky tests of Playwright's JSON, and errors outside of tests. */
export function playwrightFailures(report: {
  readonly suites: readonly PlaywrightSuite[]
  readonly errors: readonly PlaywrightError[]
}): Failure[] {
  return [
    ...report.suites.flatMap((suite) => failuresOf(suite, [])),
    ...report.errors.map(({ message }) => failure('outside of the tests', message)),
  ]
}

function failuresOf({ title, suites = [], specs = [] }: PlaywrightSuite, above: readonly string[]): Failure[] {
  const place = [...above, title]
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const error = results.find((result) => result.error)?.error
        return failure([...place, spec.title].join(' > '), error?.message)
      }),
  )
  return [...own, ...suites.flatMap((suite) => failuresOf(suite, place))]
}

/** Colours of the terminal, which Playwright writes into its messages. */
const colours = /\u001b\[[0-9;]*m/g

/** A check, or a suite that failed outside of its tests: its last lines say why. */
export function unnamedFailure(exitCode: number | null, lines: readonly string[]): Failure {
  const said = lines.filter((line) => line.trim() !== '').slice(-checkLines)
  return { test: `exit code ${exitCode ?? 'unknown'}`, why: said.join('\n').replaceAll(colours, '') }
}

/** What vitest's report says of a test that hangs, instead of that. */
const timedOut = /^Error: STACK_TRACE_ERROR/

const reasonLines = 6

/** The last lines of a long reason: what a program printed when it ended is there. */
const lastLines = 14

/** More than of a test: the last lines of a check name its places. */
const checkLines = 20

function failure(test: string, reason = 'No reason was reported.'): Failure {
  const lines = reason
    .replaceAll(colours, '')
    .replace(timedOut, 'Error: the time limit was exceeded.')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const isLong = lines.length > reasonLines + lastLines
  const shown = isLong ? [...lines.slice(0, reasonLines), '…', ...lines.slice(-lastLines)] : lines
  return { test, why: shown.join('\n') }
}
