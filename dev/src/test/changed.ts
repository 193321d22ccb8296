import fs from 'node:fs'
import path from 'node:path'
import { root } from '../launcher/root'
import { PlainFailure, run } from '../processes'
import { programs } from './suites'

/** What a change calls for. */
export interface Selection {
  /** Changed files that exist. */
  readonly files: readonly string[]
  /** Those of them that lint reads. */
  readonly code: readonly string[]
  /** The programs of `npm run types` that read any of what changed. */
  readonly programs: readonly string[]
  /** Parts of paths of the tests to run. */
  readonly patterns: readonly string[]
  /** Whether any of these tests needs the database. */
  readonly integration: boolean
  /** Journeys in the browser that pass through the changed features, and those that changed themselves. */
  readonly journeys: readonly string[]
  /** Changed code of no feature: only `npm test` covers what depends on it. */
  readonly elsewhere: readonly string[]
}

/** The browser's journeys of each feature. */
const journeysOf: Readonly<Record<string, readonly string[]>> = {
  admin: ['admin', 'panel-sign-ins'],
  auth: ['sign-in'],
  bank: ['bank'],
  broadcasts: ['admin'],
  chain: ['wallet'],
  citizens: ['profile', 'newcomer'],
  dashboard: ['government', 'tasks'],
  elections: ['elections', 'first-election', 'phases'],
  gazette: ['gazette'],
  government: ['government', 'public'],
  home: ['home'],
  interviews: ['interviews'],
  media: ['profile'],
  membership: ['newcomer', 'profile'],
  messenger: ['messenger'],
  participation: ['public'],
  polls: ['polls'],
  rules: ['public'],
  sessions: ['sign-in'],
  tasks: ['tasks'],
  wallet: ['wallet'],
}

/** The programs that read a room's files. What is of none of these rooms (`domain`, a package, a setting) is read by all. */
const readers: readonly (readonly [files: RegExp, programs: readonly string[]])[] = [
  [/^(?:core|api|workers|db-migrations|bench)\//, ['.']],
  [/^dev\//, ['.', 'e2e']],
  // The replica is measured on Node, too.
  [/^web\/src\/lib\//, ['.', 'web', 'desktop']],
  [/^web\//, ['web', 'desktop']],
  [/^desktop\//, ['desktop']],
  [/^e2e\//, ['e2e']],
  [/^docs\/|^[^/]+\.md$/, []],
]

/** Tests of the whole repository that a change to one place of it can break, by what changed. */
const acrossFeatures: readonly (readonly [files: RegExp, tests: readonly string[]])[] = [
  // Rules, calls and events are also held together: every contract, every event, and what the web client's fakes answer.
  [/^domain\/src\//, ['domain/src/contract/', 'domain/src/events/', 'web/src/testing/fakes.test.ts']],
  [/^docs\/|^[^/]+\.md$/, ['dev/src/tools/documents.test.ts', 'dev/src/tools/citations.test.ts']],
]

const aJourney = /^e2e\/([\w-]+)\.spec\.ts$/
const ofAFeature = /^(?:web\/src\/features|(?:domain|core|api|workers)\/src)\/([\w-]+)\//
const isTest = /\.test\.tsx?$/
const needsDatabase = /^(?:core|api|workers|db-migrations)\//

/**
 * Chooses what to run for changed files: their features' tests in every package, those that hold all features together, and the
 * tests that changed themselves.
 */
export function select(changed: readonly string[], exists: (file: string) => boolean): Selection {
  const files = changed.filter(exists)
  const code = files.filter((file) => /\.(?:ts|tsx|js|mjs)$/.test(file))
  const features = new Set<string>()
  const walked: string[] = []
  const elsewhere: string[] = []
  for (const file of changed) {
    const feature = ofAFeature.exec(file)?.[1]
    const journey = aJourney.exec(file)?.[1]
    if (journey !== undefined) {
      if (exists(file)) walked.push(journey)
    } else if (feature !== undefined && feature in journeysOf) features.add(feature)
    else if (/\.tsx?$/.test(file) && !isTest.test(file)) elsewhere.push(file)
  }
  const tests = files.filter((file) => isTest.test(file))
  const read = changed.flatMap((file) => readers.find(([files]) => files.test(file))?.[1] ?? programs)
  const folders = [...features].flatMap((feature) => [`src/${feature}/`, `src/features/${feature}/`])
  const across = acrossFeatures.filter(([of]) => changed.some((file) => of.test(file))).flatMap(([, names]) => names)
  return {
    files,
    code,
    programs: programs.filter((program) => read.includes(program)),
    patterns: [...new Set([...folders, ...across, ...tests])],
    integration: features.size > 0 || tests.some((file) => needsDatabase.test(file)),
    journeys: [...new Set([...features].flatMap((feature) => journeysOf[feature] ?? []).concat(walked))].sort(),
    elsewhere,
  }
}

/**
 * The files that differ from where this branch left `main`, with those that are not committed.
 * @throws PlainFailure outside of a clone
 */
export async function changedFiles(): Promise<string[]> {
  const base = (await git('merge-base', 'HEAD', 'main').catch(() => git('rev-parse', 'HEAD')))[0] ?? 'HEAD'
  const lists = await Promise.all([
    git('diff', '--name-only', '--no-renames', base),
    git('ls-files', '--others', '--exclude-standard'),
  ])
  return [...new Set(lists.flat())].sort()
}

/** Selects for what has changed in this clone. */
export async function selectChanged(): Promise<Selection> {
  return select(await changedFiles(), (file) => fs.existsSync(path.join(root, file)))
}

async function git(...args: string[]): Promise<string[]> {
  const { exit, output } = await run({ name: 'git', command: 'git', args, cwd: root, env: process.env })
  if (exit.code !== 0) throw new PlainFailure(`git ${args[0]} failed: ${output.trim()}`)
  return output.split('\n').filter((line) => line !== '')
}
