import { anOfficial, aCitizen, aRunningBank, bookProblems, paymentsOf } from '@nation/core/testing'
import { salaryPresets } from '@nation/domain/bank'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()
const week = 7 * 86_400_000

const anAdmin = () => aCitizen(api.nation.database, { username: 'Alma', isAdmin: true, isSuperAdmin: true })

const call = (token: string | undefined, action: string, body: object = {}, headers: Record<string, string> = {}) =>
  api.send('POST', `/api/bank?action=${action}`, { ...(token !== undefined && { token }), body, headers })

/** What everybody reads, as soon as the shared answer is a new one. */
const shared = (path: string) => expect.poll(async () => (await api.send('GET', path)).body)

const pass = (ms: number) => api.nation.clock.set(new Date(api.nation.clock.now().getTime() + ms))

describe('The bank over HTTP', () => {
  it('is set up, started and paid in the panel, and read by everybody at both kinds of address', async () => {
    const admin = await anAdmin()
    const token = await api.panelTokenOf(admin)
    const ada = await anOfficial(api.nation.database, 'president', { from: new Date(0) })
    const adminId = admin.uid
    expect((await call(token, 'start-cycle', { adminId })).body).toMatchObject({
      error: 'Please set a total salary amount before starting the cycle.',
      code: 'total_missing',
    })
    const total = await call(token, 'update-total', { totalSalaries: 1_500, adminId })
    const answered = { success: true, totalSalaries: 1_500, totalSalariesCents: '150000' }
    const { totalVersion, ...budget } = total.body
    expect([budget, typeof totalVersion]).toEqual([answered, 'number'])
    const salaryPercentages = salaryPresets.panel
    const parts = await call(token, 'update-percentages', { salaryPercentages, version: 0, adminId })
    const { percentagesVersion, ...divided } = parts.body
    expect([divided, typeof percentagesVersion]).toEqual([{ success: true, salaryPercentages }, 'number'])
    const late = await call(token, 'update-percentages', { salaryPercentages, version: 0, adminId })
    expect([late.status, late.body]).toMatchObject([409, { code: 'setting_changed' }])
    const started = await call(token, 'start-cycle', { adminId })
    const due = api.nation.clock.now().getTime() + week
    expect(started.body).toEqual({ success: true, cycleActive: true, nextPaymentDate: due, cycle: 1 })
    expect((await call(token, 'start-cycle')).status).toBe(409)
    expect((await call(token, 'process-payment')).body).toMatchObject({ code: 'payment_not_due' })
    for (const path of ['/api/bank?action=get-data', '/api/bank/get-data']) {
      await shared(path).toMatchObject({
        bankData: {
          totalSalaries: 1_500,
          cycleActive: true,
          nextPaymentDate: due,
          salaryCalculations: { president: 300 },
        },
      })
    }
    pass(week)
    const later = await api.panelTokenOf(admin)
    const paid = await call(later, 'process-payment', { adminId, cycle: 1 })
    expect(paid.body).toMatchObject({ success: true, alreadyPaid: false, paid: [{ number: 1, paid: 300 }] })
    await shared('/api/bank?action=get-payments&limit=5').toMatchObject({
      payments: [{ payee: { id: ada.uid }, amount: 300, status: 'pending' }],
      nextCursor: null,
    })
    await shared('/api/bank?action=get-cycles').toMatchObject({ cycles: [{ number: 1, processedBy: 'Alma' }] })
    await shared('/api/bank?action=get-ledger').toMatchObject({
      movements: [{ kind: 'salaries' }, { kind: 'cycle-budget' }],
    })
    expect(await bookProblems(api.nation.database)).toEqual([])
  })

  it('is changed in the panel alone: an administrator’s own token and other names are refused, and nothing changes', async () => {
    const admin = await anAdmin()
    const [own, panel] = [await api.tokenOf(admin), await api.panelTokenOf(admin)]
    const stranger = await aCitizen(api.nation.database)
    const bodies = {
      'update-total': { totalSalaries: 5 },
      'update-percentages': { salaryPercentages: salaryPresets.panel },
      'start-cycle': {},
      'process-payment': {},
      'record-funding': { amount: 1, reference: 'x' },
      'mark-paid': { paymentId: stranger.uid, reference: 'x' },
      'mark-batch': { csv: 'payment,reference' },
      'check-books': {},
    }
    for (const [action, body] of Object.entries(bodies)) {
      expect([action, (await call(own, action, body)).body.code]).toEqual([action, 'panel_only'])
      expect([action, (await call(undefined, action, body)).status]).toEqual([action, 401])
      const forged = await call(panel, action, { ...body, adminId: stranger.uid })
      expect([action, forged.status, forged.body.code]).toEqual([action, 403, 'not_yourself'])
    }
    expect((await api.send('GET', '/api/bank/export-batch', { token: own })).body.code).toBe('panel_only')
    expect(await api.nation.database.query("SELECT kind FROM journal WHERE kind LIKE 'bank.%'")).toEqual([])
  })

  it('says what is wrong with an amount and with percentages', async () => {
    const token = await api.panelTokenOf(await anAdmin())
    for (const totalSalaries of [-1, '12.345', '']) {
      const { status, body } = await call(token, 'update-total', { totalSalaries })
      expect([status, body.code, body.error]).toEqual([400, 'salary_invalid', 'Please enter a valid salary amount'])
    }
    const none = await call(token, 'update-total', {})
    expect(none.body).toMatchObject({
      error: 'Please enter a valid salary amount',
      code: 'salary_invalid',
      details: [{ path: 'totalSalaries', message: 'Please enter a valid salary amount' }],
    })
    const odd = await call(token, 'update-percentages', { salaryPercentages: { president: 100, king: 0 } })
    expect(odd.body).toMatchObject({ code: 'percentages_invalid', details: [{ path: 'salaryPercentages.king' }] })
    const much = await call(token, 'update-percentages', { salaryPercentages: { president: 101 } })
    expect(much.body).toMatchObject({ code: 'percentages_invalid' })
  })

  it('pays once for 200 presses at the same moment, and again the same answer for the same press', async () => {
    const admin = await anAdmin()
    const ada = await anOfficial(api.nation.database, 'president', { from: new Date(0) })
    await aRunningBank(api.nation.runtime, admin)
    pass(week)
    const token = await api.panelTokenOf(admin)
    const presses = await Promise.all(Array.from({ length: 200 }, () => call(token, 'process-payment')))
    // The limit of requests in a minute is checked before a payment is made.
    const codes = presses.map(({ status, body }) => `${status} ${body.success === true ? 'paid' : String(body.code)}`)
    expect(codes.filter((code) => code === '200 paid')).toHaveLength(1)
    for (const code of new Set(codes)) {
      expect(['200 paid', '409 payment_not_due', '429 rate_limited', '503 busy']).toContain(code)
    }
    expect(codes.filter((code) => code === '409 payment_not_due').length).toBeGreaterThan(20)
    expect(await paymentsOf(api.nation.database)).toEqual([[1, 'president', ada.uid, 200_00]])
  })

  it('repeats the answer of a press under its key', async () => {
    const admin = await anAdmin()
    await anOfficial(api.nation.database, 'president', { from: new Date(0) })
    await aRunningBank(api.nation.runtime, admin)
    pass(week)
    const token = await api.panelTokenOf(admin)
    const press = () => call(token, 'process-payment', {}, { 'idempotency-key': 'one-press' })
    const first = await press()
    expect(first.status).toBe(200)
    expect((await press()).body).toEqual(first.body)
    expect(await paymentsOf(api.nation.database)).toHaveLength(1)
  })

  it('gives everybody the payments as a file, and the panel a batch that comes back', async () => {
    const admin = await anAdmin()
    const ada = await anOfficial(api.nation.database, 'president', { from: new Date(0) })
    await aRunningBank(api.nation.runtime, admin)
    pass(week)
    const token = await api.panelTokenOf(admin)
    await call(token, 'process-payment')
    const batch = await api.send('GET', '/api/bank?action=export-batch', { token })
    expect(batch.body).toMatchObject({ payments: 1, csv: expect.stringContaining(ada.walletAddress ?? '-') as string })
    const csv = String(batch.body.csv).replace(/,\r\n$/, ',Transfer 7\r\n')
    expect((await call(token, 'mark-batch', { csv })).body).toMatchObject({ marked: 1, total: 200 })
    const wrong = await call(token, 'mark-batch', { csv: csv.replace('Transfer 7', 'Transfer 8') })
    expect(wrong.body).toMatchObject({
      code: 'batch_invalid',
      details: [{ path: 'lines.2', message: "Line 2: It is marked as paid already, as 'Transfer 7'." }],
    })
    const file = await fetch(`${api.origin}/api/bank/export-payments`)
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="nation-payments-.*\.csv"$/)
    const text = await file.text()
    expect(text).toContain('Transfer 7')
    expect(text).not.toContain(ada.walletAddress)
  })
})
