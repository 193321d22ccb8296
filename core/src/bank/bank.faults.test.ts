import type { DataSource } from 'typeorm'
import { expect, it } from 'vitest'
import { aCitizen, as, untilKilled, useTestNation } from '../testing'
import type { Citizen } from '../citizens/citizen.entity'
import type { CitizenContext } from '../platform'
import { listPayments, markBatch, markPaid, payDueCycles, processPayment, recordFunding } from '.'
import { anOfficial, aRunningBank, bankStory, bookProblems } from './testing'

const nation = useTestNation()
const week = 7 * 86_400_000

/** Does a change that is killed before its n-th statement, for every n; then does it again, which must come to the same. */
async function killedEverywhere(admin: Citizen, service: (ctx: CitizenContext) => Promise<unknown>): Promise<number> {
  const { clock, url } = nation
  const runtimeOf = (database: DataSource) => ({ database, clock, nudge: () => undefined })
  for (let n = 1; ; n++) {
    const before = await bankStory(nation.database)
    const ended = await untilKilled(url, n, (database) => as(runtimeOf(database), admin, service))
    expect(await bookProblems(nation.database)).toEqual([])
    if (ended !== 'killed') return n
    // Nothing was committed, or all of it: killed after the commit was sent there would be no statement left to be killed at.
    expect(await bankStory(nation.database)).toEqual(before)
  }
}

it('A press, a funding and marking paid leave nothing half done, whichever statement they are killed at', async () => {
  const admin = await aCitizen(nation.database, { isAdmin: true })
  const from = new Date(nation.clock.now().getTime() - 1)
  for (const office of ['president', 'secretary', 'raidMinister'] as const) {
    await anOfficial(nation.database, office, { from })
  }
  await aRunningBank(nation.runtime, admin)
  nation.clock.set(new Date(nation.clock.now().getTime() + week))
  const ofPress = await killedEverywhere(admin, (ctx) => processPayment(ctx, { adminId: undefined }))
  expect(await payDueCycles(nation.runtime)).toEqual([])

  const funding = { amount: 500, reference: 'Fees', adminId: undefined }
  const ofFunding = await killedEverywhere(admin, (ctx) => recordFunding(ctx, funding))

  const [last, ...others] = (await as(nation.runtime, admin, (ctx) => listPayments(ctx, {}))).payments
  const one = { paymentId: last?.id ?? '', reference: 'Transfer 1', adminId: undefined }
  const ofOne = await killedEverywhere(admin, (ctx) => markPaid(ctx, one))
  const csv = ['payment,reference', ...others.map(({ id }) => `${id},Transfer 2`)].join('\n')
  const ofBatch = await killedEverywhere(admin, (ctx) => markBatch(ctx, { csv, adminId: undefined }))

  const story = await bankStory(nation.database)
  expect(story.payments).toHaveLength(3)
  expect(story.movements).toHaveLength(2 + 5 + 3 + 3 * 2)
  for (const statements of [ofPress, ofFunding, ofOne, ofBatch]) expect(statements).toBeGreaterThan(10)
})
