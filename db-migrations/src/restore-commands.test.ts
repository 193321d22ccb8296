import { deriveKeys } from '@nation/core/auth'
import { listPayments, owedTo, payDueCycles } from '@nation/core/bank'
import type { Citizen } from '@nation/core/citizens'
import { change, read } from '@nation/core/platform'
import { aCitizen, anOfficial, aRunningBank, bookProblems, useTestNation } from '@nation/core/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { leaveAgain, markPaidAgain } from './restore-commands'

const nation = useTestNation()
const keys = deriveKeys('a secret that only the tests of the nation know')
const day = 86_400_000

let admin: Citizen
let ada: Citizen
let payment: string

beforeEach(async () => {
  admin = await aCitizen(nation.database, { isAdmin: true, role: 'admin' })
  ada = await anOfficial(nation.database, 'president', { from: new Date(nation.clock.now().getTime() - day) })
  await aRunningBank(nation.runtime, admin)
  nation.clock.set(new Date(nation.clock.now().getTime() + 7 * day))
  await payDueCycles(nation.runtime)
  payment = (await read(nation.runtime, null, (ctx) => listPayments(ctx, {}))).payments[0]?.id ?? ''
})

const markPaid = (who: Citizen, csv: string) => change(nation.runtime, {}, (ctx) => markPaidAgain(ctx, who.uid, csv))
const leave = (who: Citizen, cents = 0) => change(nation.runtime, {}, (ctx) => leaveAgain(ctx, keys, who.uid, cents))
const paid = () => nation.database.query<object[]>('SELECT reference, paid_by FROM bank_payouts')
const isGone = async (who: Citizen) =>
  (await nation.database.query<{ left_at: Date | null }[]>('SELECT left_at FROM citizens WHERE id = ?', [who.id]))[0]
    ?.left_at !== null

describe('After an older database was restored', () => {
  it('what was transferred is marked as paid again, once, in the name of an administrator', async () => {
    const csv = `payment,reference\n${payment},Transfer 1\n`
    expect(await markPaid(admin, csv)).toMatch(/^1 payments are marked as paid .*; 0 were/)
    expect(await markPaid(admin, csv)).toMatch(/^0 payments .*; 1 were marked before/)
    expect(await paid()).toEqual([{ reference: 'Transfer 1', paid_by: admin.id }])
    expect(await bookProblems(nation.database)).toEqual([])
  })

  it('a file with a payment that is not there is refused line by line, and one of a citizen as a whole', async () => {
    const csv = `payment,reference\n${payment},Transfer 1\n${admin.uid},Transfer 2\n`
    await expect(markPaid(admin, csv)).rejects.toThrow('Line 3: There is no such payment.')
    await expect(markPaid(ada, `payment,reference\n${payment},Transfer 1\n`)).rejects.toThrow('is no administrator')
    expect(await paid()).toEqual([])
  })

  it('a citizen who had left is deleted again, and gives up only the salary that was given up', async () => {
    await expect(leave(ada)).rejects.toMatchObject({ code: 'salary_waits' })
    expect(await isGone(ada)).toBe(false)
    expect(await leave(ada, await owedTo(nation.database.manager, ada.id))).toContain('is deleted')
    expect(await isGone(ada)).toBe(true)
    expect(await leave(ada)).toContain('has left already')
  })
})
