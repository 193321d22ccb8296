import fs from 'node:fs'
import path from 'node:path'
import { root, script } from '../launcher/root'
import { Child } from '../processes'
import { countPlaywright, countVitest, judge, type Counts } from './counts'
import { playwrightFailures, unnamedFailure, vitestFailures, type Failure } from './failures'

export interface SuiteResult extends Counts {
  name: string
  seconds: number
  /** What is known of the tests that failed. */
  failures: readonly Failure[]
}

export interface Suite {
  name: string
  args: string[]
  env?: NodeJS.ProcessEnv
  /** Reads the suite's report; without, the suite is one check that its exit code decides. */
  read?: () => Report
  /** A suite that ran nothing has failed, unless this says that it may. */
  allowNone?: boolean
}

/** A suite's report: how many tests, and which of them failed. */
interface Report {
  counts: Counts
  failures: readonly Failure[]
}

/** Runs one suite, showing its lines, and never fails itself: what goes wrong is counted. */
export async function runSuite(suite: Suite, say: (line: string) => void): Promise<SuiteResult> {
  const began = Date.now()
  const written: string[] = []
  const child = new Child({
    name: suite.name,
    command: process.execPath,
    args: suite.args,
    cwd: root,
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...suite.env },
    onLine: (line) => {
      written.push(line)
      if (written.length > 200) written.shift()
      say(`${suite.name.padEnd(13)} │ ${line}`)
    },
  })
  const { code } = await child.exited
  await child.stop(2000)
  const report = suite.read ? readReport(suite.read) : checked(code === 0)
  const seconds = Math.round((Date.now() - began) / 100) / 10
  const judged = judge(report?.counts, code ?? 1, suite.allowNone)
  const named = report?.failures ?? []
  const failures = judged.failed > 0 && named.length === 0 ? [unnamedFailure(code, written)] : named
  const result = { name: suite.name, seconds, failures, ...judged }
  say(`${suite.name.padEnd(13)} │ ${result.passed} passed, ${result.failed} failed in ${seconds} s`)
  return result
}

const checked = (passed: boolean): Report => ({
  counts: { passed: passed ? 1 : 0, failed: passed ? 0 : 1 },
  failures: [],
})

function readReport(read: () => Report): Report | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * Two linters (decision 109): oxlint for the rules that need types and for those of React, in ESLint the rest. Without files, both read
 * the whole repository.
 */
export function lint(files?: readonly string[]): Suite[] {
  const typed = files?.filter((file) => /\.tsx?$/.test(file))
  const oxlint = { name: 'lint types', args: [script('oxlint/bin/oxlint'), ...(typed ?? [])] }
  const eslint = {
    name: 'lint',
    args: [script('eslint/bin/eslint.js'), ...(files ?? ['.']), '--max-warnings=0', '--no-warn-ignored'],
  }
  return typed?.length === 0 ? [eslint] : [oxlint, eslint]
}

/** The folders of the programs whose types are checked. */
export const programs: readonly string[] = ['.', 'web', 'desktop', 'e2e']

/**
 * One program for all that runs on Node, and one for each place that has a world of its own. TypeScript 7 checks them in a
 * fraction of the time (decision 66). With a folder for what it remembers, it checks again only what a change reaches.
 */
export function types(folders: readonly string[] = programs, memory?: string): Suite[] {
  return folders.map((folder) => {
    const name = folder === '.' ? 'types' : `types ${folder}`
    const remembered =
      memory === undefined ? [] : ['--incremental', '--tsBuildInfoFile', `${memory}/${name}.tsbuildinfo`]
    return { name, args: [script('typescript-7/bin/tsc'), '--project', folder, ...remembered] }
  })
}

export function format(files: readonly string[] = ['.']): Suite {
  return { name: 'format', args: [script('oxfmt/bin/oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...files] }
}

interface VitestOptions {
  name: string
  projects: string[]
  folder: string
  patterns?: readonly string[]
  exclude?: string
  /** Whether it is in order that no file fits the patterns. */
  allowNone?: boolean
  env?: NodeJS.ProcessEnv
}

export function vitest({
  name,
  projects,
  folder,
  patterns = [],
  exclude,
  allowNone = false,
  env = {},
}: VitestOptions): Suite {
  const report = path.join(folder, `${name}.json`)
  const args = [
    script('vitest/vitest.mjs'),
    'run',
    ...patterns,
    ...projects.flatMap((project) => ['--project', project]),
    ...(exclude ? ['--exclude', exclude] : []),
  ]
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  if (allowNone) args.push('--passWithNoTests')
  const suite = { name, args, env, allowNone }
  return {
    ...suite,
    read: () => {
      const written = readJson<Parameters<typeof countVitest>[0] & Parameters<typeof vitestFailures>[0]>(report)
      return { counts: countVitest(written), failures: vitestFailures(written) }
    },
  }
}

export function playwright(folder: string, patterns: string[], env: NodeJS.ProcessEnv): Suite {
  const report = path.join(folder, 'e2e.json')
  const args = [script('@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts', ...patterns]
  args.push('--reporter=list,json')
  return {
    name: 'e2e',
    args,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    read: () => {
      const written = readJson<Parameters<typeof countPlaywright>[0] & Parameters<typeof playwrightFailures>[0]>(report)
      return { counts: countPlaywright(written), failures: playwrightFailures(written) }
    },
  }
}

function readJson<T>(file: string): T {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as T
}
