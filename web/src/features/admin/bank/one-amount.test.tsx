import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { bankOffices, distribute, plainDollars, salaryPresets, type SalaryPercentages } from '@nation/domain/bank'
import type { GovernmentRole } from '@nation/domain/permissions'
import { officeTitle } from '@nation/domain/elections'
import { dollars } from '@nation/domain/formats'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakePassword } from '../../../testing/fake-admin'
import { fakeNation } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { usePanel } from '../panel-session'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => usePanel.setState({ token: null, adminId: null, ended: false }))
afterEach(cleanup)

const anyPool = fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 100_000_000_000 }))

/** Percentages of all ten offices that add up to 100, to the hundredth. */
const anyPercentages = fc
  .array(fc.integer({ min: 0, max: 10_000 }), { minLength: bankOffices.length - 1, maxLength: bankOffices.length - 1 })
  .map((cuts) => {
    const places = [0, ...cuts.sort((a, b) => a - b), 10_000]
    return Object.fromEntries(
      bankOffices.map((office, at) => [office, ((places[at + 1] ?? 0) - (places[at] ?? 0)) / 100]),
    ) as Record<GovernmentRole, number>
  })

/** What a cycle pays when every office is held all the time. */
function paidBy(cents: number, percentages: SalaryPercentages): Record<string, string> {
  const terms = bankOffices.map((office) => ({ office, payee: office, startedAt: 0, endedAt: null }))
  const { salaries } = distribute(cents, percentages, terms, { startsAt: 0, dueAt: 604_800_000 })
  const paid = new Map(salaries.map((salary) => [salary.office, salary.cents]))
  return amounts((office) => dollars(BigInt(paid.get(office) ?? 0)))
}

const amounts = (of: (office: GovernmentRole) => string) =>
  Object.fromEntries(bankOffices.map((office) => [office, of(office)]))

/** What the panel's form says while the percentages are typed, before anything is saved. */
async function previewOf(cents: number, percentages: Record<GovernmentRole, number>) {
  const nation = fakeNation({ now: NOW, as: 'admin' })
  nation.answers['bank.update-total']!({ totalSalaries: plainDollars(cents) })
  renderAt('/admin?tab=bank', nation, NOW)
  fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
  fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
  const form = within(await screen.findByRole('form', { name: 'Percentages' }))
  for (const office of bankOffices) {
    fireEvent.change(form.getByLabelText(officeTitle(office)), { target: { value: String(percentages[office]) } })
  }
  await form.findByText('100 of 100 percent')
  return amounts((office) => document.querySelector(`[data-amount="${office}"]`)?.textContent ?? '')
}

/** What `/bank` says once the percentages are set, in the table and on the notes. */
async function shownAtTheBank(cents: number, percentages: SalaryPercentages) {
  const nation = fakeNation({ now: NOW })
  nation.answers['bank.update-total']!({ totalSalaries: plainDollars(cents) })
  nation.answers['bank.update-percentages']!({ salaryPercentages: percentages })
  renderAt('/bank', nation, NOW)
  const table = within(await screen.findByRole('table', { name: 'What each office gets of the budget of a cycle' }))
  await waitFor(() => expect(table.getByRole('row', { name: /^Total/ }).textContent).toContain(dollars(BigInt(cents))))
  const rows = table.getAllByRole('row').map((row) => row.textContent)
  return amounts((office) => {
    // An office without a part has no row; 'Presidential seat' is the sum of three.
    const row = rows.find((text) => text.replace('Presidential', '').includes(officeTitle(office)))
    return row === undefined ? dollars(0n) : (/\$[\d.,]+$/.exec(row)?.[0] ?? '')
  })
}

it('what an office gets is one amount to the cent: in the panel’s form, at the bank, and when the cycle is paid', async () => {
  await fc.assert(
    fc.asyncProperty(anyPool, anyPercentages, async (cents, percentages) => {
      const paid = paidBy(cents, percentages)
      expect(await previewOf(cents, percentages)).toEqual(paid)
      cleanup()
      usePanel.setState({ token: null, adminId: null, ended: false })
      expect(await shownAtTheBank(cents, percentages)).toEqual(paid)
      cleanup()
    }),
    { numRuns: 3, endOnFailure: true, examples: [[1_125_042, { ...byTheConstitution }]] },
  )
}, 60_000)

/** 20 percent of $11,250.42 is $2,250.084: by largest remainder another cent than by rounding. */
const byTheConstitution: Record<GovernmentRole, number> = {
  ...(Object.fromEntries(bankOffices.map((office) => [office, 0])) as Record<GovernmentRole, number>),
  ...salaryPresets.constitution,
}
