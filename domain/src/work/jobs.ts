/** Work that the nation does by itself: `timed` work is due by the clock, a `reaction` follows from an entry of the journal. */
export interface JobRule {
  readonly kind: 'timed' | 'reaction'
  /** What people call it. */
  readonly title: string
  /** Whether a reaction that failed may be given up. What the nation owes a citizen may not. */
  readonly mayBeGivenUp: boolean
  /** Whether an administrator may pause it. Elections, the check of the books and erasures are never paused. */
  readonly mayBePaused: boolean
  /** Whether a run by hand does anything. */
  readonly runsByHand: boolean
}

const timed = (title: string): JobRule => ({
  kind: 'timed',
  title,
  mayBeGivenUp: false,
  mayBePaused: true,
  runsByHand: true,
})

/** A reaction whose result can be made again. */
const copying = (title: string): JobRule => ({
  kind: 'reaction',
  title,
  mayBeGivenUp: true,
  mayBePaused: true,
  runsByHand: false,
})

/** A reaction that the nation owes a citizen. */
const owed = (title: string): JobRule => ({
  kind: 'reaction',
  title,
  mayBeGivenUp: false,
  mayBePaused: false,
  runsByHand: false,
})

/**
 * Every job of the workers by its name. A test of the workers holds this list to the jobs that they run. Only copies that can be
 * made again (a portrait, a citizen's own data) may be given up.
 */
export const jobRules = {
  'elections.advance': { ...timed('The election calendar'), mayBePaused: false },
  'elections.read-roll': timed('Readings for a roll'),
  'bank.pay-due': timed('Salaries'),
  // A night is checked once. The Bank has its own button for a check at once.
  'bank.check-books': { ...timed('The nightly check of the books'), mayBePaused: false, runsByHand: false },
  'polls.close-due': timed('Closings of polls'),
  'broadcasts.end-due': timed('Ends of broadcasts'),
  'tasks.remind': timed('Reminders of tasks'),
  'citizens.refresh-from-x': timed('Refreshes from X'),
  'citizens.refresh-balances': timed('Refreshes of balances'),
  'token.migrate': timed('The change of the token'),
  'media.remove-orphans': timed('Removal of unused files'),
  'citizens.keep-portrait': copying('Copies of portraits'),
  'citizens.export': copying('Copies of citizens’ data'),
  'citizens.erase': owed('Erasure of accounts'),
  'citizens.forget-rolls': owed('Erasure from past rolls'),
  'elections.void-votes': owed('Votes of withdrawn candidates'),
} as const satisfies Readonly<Record<string, JobRule>>

export type JobName = keyof typeof jobRules

export const jobNames = Object.keys(jobRules) as [JobName, ...JobName[]]

/** The names of all timed jobs, or of all reactions. */
export const jobsOfKind = (kind: JobRule['kind']): JobName[] => jobNames.filter((name) => jobRules[name].kind === kind)

/** Whether this is the name of a job. */
export const isJobName = (name: string): name is JobName => Object.hasOwn(jobRules, name)

/** After this many failures a reaction waits for a person. */
export const mostAttempts = 20
