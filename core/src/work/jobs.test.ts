import type { CallInput } from '@nation/domain/contract'
import { jobNames, jobRules, mostAttempts } from '@nation/domain/work'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens'
import { Reactions, sequence, type JournalEntry } from '../journal'
import { change, read, type CitizenContext } from '../platform'
import { aCitizen, aFact, aKind, as, useTestNation } from '../testing'
import {
  giveUpJob,
  listJobFailures,
  listJobs,
  namesOfOpenWork,
  NextRuns,
  noted,
  pauseJob,
  pausedJobs,
  react,
  readOrders,
  retryJob,
  retryJobs,
  runJob,
  takeOpenWork,
} from '.'

const nation = useTestNation()
const job = 'citizens.keep-portrait'
let answers: (entry: JournalEntry) => Promise<void>
let [root, other]: Citizen[] = []
const reactions = new Reactions([
  { name: job, kinds: [aKind('test.asked')], settle: (_, entry) => answers(entry) },
  { name: 'citizens.erase', kinds: [aKind('test.left')], settle: (_, entry) => answers(entry) },
])

beforeEach(async () => {
  answers = () => Promise.reject(new Error('X does not answer'))
  ;[root, other] = [
    await aCitizen(nation.database, { isAdmin: true }),
    await aCitizen(nation.database, { isAdmin: true }),
  ]
})

const by = <T>(who: Citizen | undefined, service: (ctx: CitizenContext) => Promise<T>) =>
  as(nation.runtime, who!, service)
const retry = (input: CallInput<'admin.retry-job'>, who = root) => by(who, (ctx) => retryJob(ctx, input))
const failuresOf = async (name: CallInput<'admin.job-failures'>['job'], cursor?: string) =>
  read(nation.runtime, null, (ctx) => listJobFailures(ctx, { job: name, cursor }))
const listed = () => read(nation.runtime, null, listJobs)
const rowOf = async (name: string) => (await listed()).jobs.find((one) => one.name === name)!

/** Facts that reactions follow from, numbered. Answers their numbers. */
async function happens(times: number, kind: `test.${string}` = 'test.asked'): Promise<number[]> {
  await change(nation.runtime, {}, async (ctx) => {
    for (let i = 0; i < times; i++) ctx.journal.add(aFact(kind, { facts: { i } }))
    return Promise.resolve()
  })
  const { head } = await sequence(nation.database, reactions)
  return Array.from({ length: times }, (_, i) => head - times + 1 + i)
}

async function fails(seq: number, times = 1, handler = job): Promise<void> {
  for (let i = 0; i < times; i++)
    await expect(
      noted(nation.runtime, handler, () => react(nation.runtime, reactions, { seq, handler })),
    ).rejects.toThrow()
}

/** What a relay hands out. */
async function take(machineNow = new Date()) {
  const [name] = await namesOfOpenWork(nation.database, [job], machineNow)
  return name === undefined ? [] : takeOpenWork(nation.database, name, 200, machineNow)
}

const events = (kind: string) => nation.database.query('SELECT facts FROM journal WHERE kind = ?', [kind])

describe('A reaction that failed too often', () => {
  it('waits for a person, with its reason; retried, it is handed out at once under a new name, and is done', async () => {
    const [seq] = await happens(1)
    await fails(seq!, mostAttempts)
    expect(await take()).toEqual([])
    const { failures } = await failuresOf(job)
    expect(failures).toMatchObject([
      { entry: seq, attempts: mostAttempts, stuck: true, error: 'X does not answer', what: 'test.asked' },
    ])
    expect(await rowOf(job)).toMatchObject({ waiting: 0, stuck: 1, error: 'X does not answer' })

    await retry({ adminId: undefined, job, entry: seq! })
    expect(await take()).toEqual([{ seq, handler: job, attempts: 0, retries: 1 }])
    answers = () => Promise.resolve()
    await noted(nation.runtime, job, () => react(nation.runtime, reactions, { seq: seq!, handler: job }))
    expect(await rowOf(job)).toMatchObject({ waiting: 0, stuck: 0, error: null, failedAt: null, failures: 0 })
    expect((await failuresOf(job)).failures).toEqual([])
  })

  it('is retried once, although two administrators ask at once: the other reads that it is no longer failed', async () => {
    const [seq] = await happens(1)
    await fails(seq!)
    const input = { adminId: undefined, job, entry: seq! } as const
    const outcomes = await Promise.allSettled([retry(input, root), retry(input, other)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'job_not_failed' } })
    expect(await nation.database.query('SELECT retries FROM journal_work')).toMatchObject([{ retries: 1 }])
    expect(await events('admin.jobs-retried')).toHaveLength(1)
  })

  it('is given up or retried, never both', async () => {
    const [seq] = await happens(1)
    await fails(seq!)
    const input = { adminId: undefined, job, entry: seq! } as const
    const outcomes = await Promise.allSettled([retry(input, root), by(other, (ctx) => giveUpJob(ctx, input))])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is not tried again once it was given up', async () => {
    const [seq] = await happens(1)
    await fails(seq!)
    await by(root, (ctx) => giveUpJob(ctx, { adminId: undefined, job, entry: seq! }))
    answers = () => Promise.reject(new Error('it was done all the same'))
    expect(await react(nation.runtime, reactions, { seq: seq!, handler: job })).toBe('was done')
    expect((await failuresOf(job)).failures).toEqual([])
    await expect(retry({ adminId: undefined, job, entry: seq! })).rejects.toMatchObject({ code: 'job_not_failed' })
  })

  it('cannot be given up where the nation owes it: an erasure', async () => {
    const [seq] = await happens(1, 'test.left')
    await fails(seq!, 1, 'citizens.erase')
    const giving = by(root, (ctx) => giveUpJob(ctx, { adminId: undefined, job: 'citizens.erase', entry: seq! }))
    await expect(giving).rejects.toMatchObject({ code: 'job_is_owed' })
    expect((await failuresOf('citizens.erase')).failures).toHaveLength(1)
  })

  it('is retried with all others of its kind; those that are tried by themselves are left alone', async () => {
    const seqs = await happens(3)
    await nation.database.query('UPDATE journal_work SET attempts = ? WHERE seq < ?', [mostAttempts, seqs[2]])
    await fails(seqs[2]!)
    const both = await Promise.all(
      [root, other].map((who) => by(who, (ctx) => retryJobs(ctx, { adminId: undefined, job }))),
    )
    expect(both.map(({ retried }) => retried).sort()).toEqual([0, 2])
    expect(await events('admin.jobs-retried')).toHaveLength(1)
    expect((await failuresOf(job)).failures.map(({ entry }) => entry)).toEqual([seqs[2]])
  })

  it('is found on one page of all, the worst first', async () => {
    const seqs = await happens(120)
    await nation.database.query('UPDATE journal_work SET attempts = 1 + seq % 20')
    const pages = [await failuresOf(job)]
    while (pages.at(-1)!.nextCursor !== null) pages.push(await failuresOf(job, pages.at(-1)!.nextCursor!))
    const all = pages.flatMap(({ failures }) => failures)
    expect(pages.map(({ failures }) => failures.length)).toEqual([50, 50, 20])
    expect(new Set(all.map(({ entry }) => entry))).toEqual(new Set(seqs))
    expect(all.map(({ attempts }) => attempts)).toEqual(all.map(({ attempts }) => attempts).sort((a, b) => b - a))
    await expect(failuresOf(job, 'bm9uc2Vuc2U')).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('A job that is paused', () => {
  const pause = (paused: boolean, who = root) => by(who, (ctx) => pauseJob(ctx, { adminId: undefined, job, paused }))

  it('is handed to no worker, and says who paused it; let go on, it is handed out at once', async () => {
    const [seq] = await happens(1)
    expect(await take()).toHaveLength(1)
    await pause(true)
    expect((await readOrders(nation.database))(job)).toEqual({ paused: true, askedAt: null })
    expect(await rowOf(job)).toMatchObject({ pausedBy: root!.username, waiting: 1 })
    expect(await take(new Date(Date.now() + 120_000))).toEqual([])
    await pause(false)
    expect(await take()).toMatchObject([{ seq }])
    expect(await rowOf(job)).toMatchObject({ pausedBy: null, pausedAt: null })
  })

  it('was paused by one of two administrators who did so at once, with one event', async () => {
    await Promise.all([pause(true, root), pause(true, other)])
    expect(await events('admin.job-paused')).toHaveLength(1)
    await Promise.all([pause(false, root), pause(false, other)])
    expect(await events('admin.job-paused')).toHaveLength(2)
  })

  const never = jobNames.filter((name) => !jobRules[name].mayBePaused)

  it('is never one that government, books or the law rest on', () => {
    expect(never.sort()).toEqual([
      'bank.check-books',
      'citizens.erase',
      'citizens.forget-rolls',
      'elections.advance',
      'elections.void-votes',
    ])
  })

  it.each(never)('is never %s: a pause is refused, and one that is in the table holds nothing up', async (name) => {
    const input = { adminId: undefined, job: name }
    const pausing = by(root, (ctx) => pauseJob(ctx, { ...input, paused: true }))
    await expect(pausing).rejects.toMatchObject({ code: 'job_never_paused' })
    expect(await events('admin.job-paused')).toHaveLength(0)
    await nation.database.query(
      'INSERT INTO jobs (name, paused_at) VALUES (?, NOW(3)) ON DUPLICATE KEY UPDATE paused_at = NOW(3)',
      [name],
    )
    expect((await readOrders(nation.database))(name).paused).toBe(false)
    expect(await pausedJobs(nation.database)).toEqual([])
    expect(await rowOf(name)).toMatchObject({ pausedAt: null, pausedBy: null })
  })
})

describe('Timed work', () => {
  const run = (name: CallInput<'admin.run-job'>['job']) =>
    by(root, (ctx) => runJob(ctx, { adminId: undefined, job: name }))

  it('that was asked for is asked for until a run has begun after that and ended, however it ended', async () => {
    await run('polls.close-due')
    const orders = await readOrders(nation.database)
    expect(orders('polls.close-due').askedAt).not.toBeNull()
    expect((await rowOf('polls.close-due')).askedAt).not.toBeNull()
    await expect(noted(nation.runtime, 'polls.close-due', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await readOrders(nation.database))('polls.close-due').askedAt).toBeNull()
    expect(await rowOf('polls.close-due')).toMatchObject({ askedAt: null, failures: 1, error: 'no' })
  })

  it('is not run by hand while it is paused; a reaction never is', async () => {
    await by(root, (ctx) => pauseJob(ctx, { adminId: undefined, job: 'bank.pay-due', paused: true }))
    await expect(run('bank.pay-due')).rejects.toMatchObject({ code: 'job_is_paused' })
    await expect(run(job)).rejects.toMatchObject({ code: 'job_not_by_hand' })
  })

  it('that has nothing to do by hand is refused: the check of a night that was checked', async () => {
    await expect(run('bank.check-books')).rejects.toMatchObject({ code: 'job_not_by_hand' })
    expect(await events('admin.job-asked')).toHaveLength(0)
  })

  it('is not asked for again when an older run ends after a newer one', async () => {
    const name = 'polls.close-due'
    const begun = nation.clock.now().getTime()
    let ends = () => {}
    const older = noted(nation.runtime, name, () => new Promise<void>((resolve) => (ends = resolve)))
    nation.clock.set(new Date(begun + 1_000))
    await run(name)
    nation.clock.set(new Date(begun + 2_000))
    await noted(nation.runtime, name, () => Promise.resolve())
    expect((await rowOf(name)).askedAt).toBeNull()
    ends()
    await older
    expect((await readOrders(nation.database))(name).askedAt).toBeNull()
    expect((await rowOf(name)).askedAt).toBeNull()
  })

  it('is counted by the hour, with how long it took; what another worker does is not', async () => {
    await noted(nation.runtime, 'bank.pay-due', () => Promise.resolve())
    await noted(nation.runtime, 'bank.pay-due', () => Promise.resolve(true))
    await noted(nation.runtime, 'bank.pay-due', () => Promise.resolve(false))
    const { hours, tookMs, lastDoneAt } = await rowOf('bank.pay-due')
    expect(hours).toMatchObject([{ done: 2, failed: 0 }])
    expect([typeof tookMs, lastDoneAt]).toEqual(['number', nation.clock.now().getTime()])
  })

  it('says when it is due next, and is written only when that changes', async () => {
    const next = new NextRuns(nation.database)
    const now = nation.clock.now()
    const later = new Date(now.getTime() + 60_000)
    await next.note('bank.pay-due', later, now)
    await nation.database.query('UPDATE jobs SET next_at = NULL')
    await next.note('bank.pay-due', later, now)
    expect((await rowOf('bank.pay-due')).nextAt).toBeNull()
    await next.note('bank.pay-due', now, now)
    expect((await rowOf('bank.pay-due')).nextAt).toBe(now.getTime())
    await next.note('bank.pay-due', null, now)
    expect((await rowOf('bank.pay-due')).nextAt).toBeNull()
  })

  it('is asked to be written once while the database waits, and again after a failure', async () => {
    const answers: ((failure?: Error) => void)[] = []
    const query = () =>
      new Promise<unknown[]>((resolve, reject) => {
        answers.push((failure) => (failure ? reject(failure) : resolve([])))
      })
    const next = new NextRuns({ query })
    const now = nation.clock.now()
    const first = next.note('bank.pay-due', null, now)
    await next.note('bank.pay-due', null, now)
    await expect.poll(() => answers.length).toBe(1)
    answers[0]!(new Error('too many connections'))
    await expect(first).rejects.toThrow('too many connections')
    const second = next.note('bank.pay-due', null, now)
    await expect.poll(() => answers.length).toBe(2)
    answers[1]!()
    await second
  })
})

it('The list of jobs tells since when the oldest work waits, and whether a worker is there', async () => {
  await happens(2)
  const { workersAreThere } = await listed()
  expect(workersAreThere).toBe(false)
  expect(await rowOf(job)).toMatchObject({
    waiting: 2,
    countsAreMinimums: false,
    oldestWaitingAt: nation.clock.now().getTime(),
  })
})

it('The list of jobs does not say since when the oldest waits when more wait than it counts', async () => {
  const seqs = [...(await happens(500)), ...(await happens(500)), ...(await happens(1))]
  // The oldest was tried most often: it comes last in the index.
  await nation.database.query('UPDATE journal_work SET attempts = 1 WHERE seq = ?', [seqs[0]])
  expect(await rowOf(job)).toMatchObject({ waiting: 1_000, countsAreMinimums: true, oldestWaitingAt: null })
})
