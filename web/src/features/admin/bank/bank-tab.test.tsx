import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { salaryPresets } from '@nation/domain/bank'
import { beforeEach, describe, expect, it } from 'vitest'
import { forget } from '../../../lib/query/query'
import { fakePassword } from '../../../testing/fake-admin'
import { holdCall } from '../../../testing/hold-call'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import type { FakeNation } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { usePanel } from '../panel-session'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => usePanel.setState({ token: null, adminId: null, ended: false }))

async function openBank(nation: FakeNation) {
  const opened = renderAt('/admin?tab=bank', nation, NOW)
  fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
  fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
  await screen.findByRole('heading', { name: 'Total salary pool' })
  return opened
}

/** A bank whose countdown is at zero. */
function dueNation(): FakeNation {
  const nation = fakeNation({ now: NOW, as: 'admin' })
  const answer = nation.answers['bank.get-data']!
  nation.answers['bank.get-data'] = (input) => {
    const response = answer(input)
    if ('bankData' in response && response.bankData.cycle?.number === 5) response.bankData.nextPaymentDate = NOW
    return response
  }
  return nation
}

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const bodiesOf = (sent: { url: string; body: string | null }[], action: string) =>
  sent.filter(({ url }) => url.includes(action)).map(({ body }) => JSON.parse(body ?? '{}') as unknown)

describe('the pool', () => {
  it('is set in steps of a hundred, with the panel’s token', async () => {
    const { sent } = await openBank(fakeNation({ now: NOW, as: 'admin', empty: true }))
    expect(field(/^Total salaries/).step).toBe('100')
    type(/^Total salaries/, '1500')
    press('Update total')
    expect(await screen.findByText('The salary pool is $1,500.00.')).toBeTruthy()
    expect(bodiesOf(sent, 'update-total')).toEqual([{ totalSalaries: '1500', version: 0 }])
    const asked = sent.find(({ url }) => url.includes('update-total'))
    expect(asked?.headers.get('authorization')).toBe('Bearer panel')
  })

  it.each(['', '-5', '1.005'])('is not set to %j', async (amount) => {
    const { sent } = await openBank(fakeNation({ now: NOW, as: 'admin' }))
    type(/^Total salaries/, amount)
    press('Update total')
    expect(await screen.findByText('Please enter a valid salary amount')).toBeTruthy()
    expect(bodiesOf(sent, 'update-total')).toEqual([])
  })
})

/** What another administrator does, and what this one reads of it. */
async function meanwhile(nation: FakeNation, call: 'bank.update-total' | 'bank.update-percentages', input: object) {
  nation.answers[call]!(input as never)
  await act(() => forget(['bank.get-data']))
}

describe('a setting that another administrator changes meanwhile', () => {
  it('is said beside a pool that is being typed, and is kept or taken', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const { sent } = await openBank(nation)
    type(/^Total salaries/, '900')
    await meanwhile(nation, 'bank.update-total', { totalSalaries: '20000' })
    expect(await screen.findByText('It is $20,000.00 now: it was changed while you were writing.')).toBeTruthy()
    press('Update total')
    expect(await screen.findByText(/^Another administrator changed this setting in the meantime/)).toBeTruthy()
    expect(field(/^Total salaries/).value).toBe('900')
    press('Keep writing')
    press('Update total')
    expect(await screen.findByText('The salary pool is $900.00.')).toBeTruthy()
    expect(bodiesOf(sent, 'update-total')).toEqual([
      { totalSalaries: '900', version: 3 },
      { totalSalaries: '900', version: 4 },
    ])
    await waitFor(() => expect(screen.queryByText(/while you were writing/)).toBeNull())
    await meanwhile(nation, 'bank.update-total', { totalSalaries: '1000' })
    await waitFor(() => expect(field(/^Total salaries/).value).toBe('1000.00'))
    type(/^Total salaries/, '5')
    await meanwhile(nation, 'bank.update-total', { totalSalaries: '2000' })
    fireEvent.click(await screen.findByRole('button', { name: 'Take theirs' }))
    expect(field(/^Total salaries/).value).toBe('2000.00')
  })

  it('does not take percentages away that are being typed', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    await openBank(nation)
    type('President', '19')
    await meanwhile(nation, 'bank.update-percentages', { salaryPercentages: salaryPresets.panel })
    expect(await screen.findByText('Other percentages were set while you were writing.')).toBeTruthy()
    expect(field('President').value).toBe('19')
    press('Take theirs')
    expect(field('President').value).toBe('20')
    expect(field('Minister of Justice').value).toBe('10')
  })
})

it('Funding whose answer was lost is sent again with its key, and only with its key', async () => {
  const nation = fakeNation({ now: NOW, as: 'admin' })
  const answer = nation.answers['bank.record-funding']!
  nation.answers['bank.record-funding'] = () => refuse(500, 'internal', 'Oops! Something went wrong')
  const { sent } = await openBank(nation)
  const keys = () =>
    new Set(
      sent.filter(({ url }) => url.includes('record-funding')).map(({ headers }) => headers.get('idempotency-key')),
    )
  type(/^Amount/, '100')
  type(/^Reference of the funding/, 'July')
  press('Record funding')
  const said = /The funding may be booked already. If you send it again unchanged, it is still booked once\.$/
  expect(await screen.findByText(said, undefined, { timeout: 10_000 })).toBeTruthy()
  nation.answers['bank.record-funding'] = answer
  press('Record funding')
  expect(await screen.findByText('The funding is in the books.')).toBeTruthy()
  expect(keys().size).toBe(1)
  type(/^Amount/, '100')
  type(/^Reference of the funding/, 'July')
  press('Record funding')
  await waitFor(() => expect(keys().size).toBe(2))
}, 20_000)

describe('the cycle', () => {
  it('does not start without a pool, and starts once with one, after a question', async () => {
    const { sent } = await openBank(fakeNation({ now: NOW, as: 'admin', empty: true }))
    press('Start cycle')
    expect(await screen.findByText('Please set a total salary amount before starting the cycle.')).toBeTruthy()
    expect(bodiesOf(sent, 'start-cycle')).toEqual([])
    type(/^Total salaries/, '100')
    press('Update total')
    await screen.findByText('$100.00')
    press('Start cycle')
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Start cycle' }))
    expect(await screen.findByText('The payment cycle has started.')).toBeTruthy()
    const process = await screen.findByRole('button', {
      name: 'Process payment',
      description: /possible from \w+ \d+ Nov/,
    })
    expect(process).toHaveProperty('disabled', true)
  })

  it('is processed when it is due, for the cycle that is meant', async () => {
    const { sent } = await openBank(dueNation())
    expect(await screen.findByText('Payment Due!')).toBeTruthy()
    press('Process payment')
    expect(await screen.findByText('Salaries recorded: cycle 5.')).toBeTruthy()
    expect(bodiesOf(sent, 'process-payment')).toEqual([{ cycle: 5 }])
    expect(await screen.findByRole('heading', { name: 'Payment cycle 6' })).toBeTruthy()
  })

  it('says why it was not processed', async () => {
    const nation = dueNation()
    nation.answers['bank.process-payment'] = () => refuse(409, 'payment_not_due', 'The next payment is not due yet.')
    await openBank(nation)
    press('Process payment')
    expect(await screen.findByText('The next payment is not due yet.')).toBeTruthy()
  })
})

describe('percentages', () => {
  it('show their sum as they are typed, and are saved only as a whole', async () => {
    const { sent } = await openBank(fakeNation({ now: NOW, as: 'admin' }))
    expect(screen.getByText('100 of 100 percent')).toBeTruthy()
    type('President', '19.5')
    expect(screen.getByText('99.5 of 100 percent')).toBeTruthy()
    press('Save percentages')
    expect(await screen.findByText('The percentages must add up to 100.')).toBeTruthy()
    type('Minister of Justice', '101')
    type('Minister of Finance', '')
    press('Save percentages')
    expect(await screen.findByText('2 fields need another look')).toBeTruthy()
    expect(document.activeElement).toBe(field('Minister of Finance'))
    expect(screen.queryByText('The percentages must add up to 100.')).toBeNull()
    const said = 'Please enter 0 to 100, with at most two decimals'
    expect(screen.getAllByText(said)).toHaveLength(2)
    type('Minister of Finance', '10')
    type('Minister of Justice', '0.5')
    expect(screen.queryByText(said)).toBeNull()
    press('Save percentages')
    expect(await screen.findByText('The percentages are set.')).toBeTruthy()
    expect(bodiesOf(sent, 'update-percentages')).toMatchObject([
      { salaryPercentages: { president: 19.5, justiceMinister: 0.5, marketingMinister: 10 } },
    ])
  })

  it('say which offices their sum leaves out', async () => {
    await openBank(fakeNation({ now: NOW, as: 'admin' }))
    const sum = () => screen.getByText(/of 100 percent/).textContent
    type('President', '')
    expect(sum()).toBe('80 of 100 percent, without President')
    type('Minister of Finance', '101')
    expect(sum()).toBe('70 of 100 percent, without President and Minister of Finance')
    type('President', '-21')
    expect(sum()).toBe('70 of 100 percent, without President and Minister of Finance')
    type('Minister of Finance', '10.005')
    type('President', '20')
    expect(sum()).toBe('90 of 100 percent, without Minister of Finance')
    type('Minister of Finance', '10')
    expect(sum()).toBe('100 of 100 percent')
  })

  it('know the two presets', async () => {
    await openBank(fakeNation({ now: NOW, as: 'admin' }))
    const preset = (name: string) => screen.getByRole('button', { name })
    expect(preset('Constitution: 10% for Marketing').getAttribute('aria-pressed')).toBe('true')
    press('Panel: 10% for Justice')
    expect(preset('Panel: 10% for Justice').getAttribute('aria-pressed')).toBe('true')
    expect([field('Minister of Justice').value, field('Minister of Marketing').value]).toEqual(['10', '0'])
    expect(screen.getByText('100 of 100 percent')).toBeTruthy()
  })
})

describe('payments', () => {
  const ofPresident = /^Mark as paid: .*President, cycle 4$/

  /** The field for the reference of the president's payment, which is asked for. */
  async function askForReference() {
    fireEvent.click(await screen.findByRole('button', { name: ofPresident }))
    return screen.findByLabelText(/^Reference for .*President, cycle 4$/)
  }

  it('are lines with one thing to do, which asks for a reference and may be left again', async () => {
    await openBank(fakeNation({ now: NOW, as: 'admin' }))
    const list = within(await screen.findByRole('list', { name: 'Payments' }))
    for (const line of list.getAllByRole('listitem')) {
      const inLine = within(line)
      expect(inLine.getAllByRole('button')).toHaveLength(1)
      expect(inLine.queryByRole('textbox')).toBeNull()
      expect(line.textContent).toMatch(/cycle \d+.+\$[\d,.]+Mark as paid$/)
    }
    const reference = await askForReference()
    expect(document.activeElement).toBe(reference)
    const cancel = screen.getByRole('button', { name: /^Cancel: .*President, cycle 4$/ })
    expect(cancel.getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(cancel)
    expect(list.queryByRole('textbox')).toBeNull()
    expect(screen.getByRole('button', { name: ofPresident }).getAttribute('aria-expanded')).toBe('false')
  })

  it('are marked as paid with a reference, and not without', async () => {
    const { sent } = await openBank(fakeNation({ now: NOW, as: 'admin' }))
    const first = await askForReference()
    const form = first.closest('form')!
    fireEvent.submit(form)
    expect(await screen.findByText('Please enter a reference')).toBeTruthy()
    expect(document.activeElement).toBe(first)
    expect(bodiesOf(sent, 'mark-paid')).toEqual([])
    fireEvent.change(first, { target: { value: 'Transfer 9' } })
    fireEvent.submit(form)
    expect(await screen.findByText(/is marked as paid\.$/)).toBeTruthy()
    expect(bodiesOf(sent, 'mark-paid')).toMatchObject([{ reference: 'Transfer 9' }])
    await waitFor(() => expect(screen.queryByRole('button', { name: ofPresident })).toBeNull())
    // The focus is not lost with the line.
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Mark as paid: .*cycle 4$/)
  })

  it('that are too many for one file are exported in part, which is said', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const answer = nation.answers['bank.export-batch']!
    nation.answers['bank.export-batch'] = (input) => ({ ...answer(input), payments: 440, waiting: 900 })
    await openBank(nation)
    press('Export batch')
    expect(await screen.findByText(/has the 440 oldest of 900 payments/)).toBeTruthy()
  })

  it('of a file are refused whole, with every wrong line', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    nation.answers['bank.mark-batch'] = () => ({
      failed: 400,
      body: {
        success: false,
        code: 'batch_invalid',
        error: 'No payment was marked as paid, because some lines are wrong.',
        details: [
          { path: 'lines.2', code: 'line', message: 'Line 2: The reference is missing.' },
          { path: 'lines.5', code: 'line', message: 'Line 5: There is no such payment.' },
        ],
      },
    })
    await openBank(nation)
    const file = new File(['payment,reference\n'], 'batch.csv', { type: 'text/csv' })
    const control = field('Mark a batch as paid from CSV')
    control.focus()
    const release = holdCall('/api/bank/mark-batch')
    fireEvent.change(control, { target: { files: [file] } })
    await waitFor(() => expect(control.getAttribute('aria-disabled')).toBe('true'))
    expect(fireEvent.click(control)).toBe(false)
    release()
    expect(await screen.findByText('No payment was marked as paid, because some lines are wrong.')).toBeTruthy()
    const wrong = within(screen.getByRole('list', { name: 'Wrong lines' })).getAllByRole('listitem')
    expect(wrong.map(({ textContent }) => textContent)).toEqual([
      'Line 2: The reference is missing.',
      'Line 5: There is no such payment.',
    ])
    expect(document.activeElement).toBe(control)
    expect(control.getAttribute('aria-invalid')).toBe('true')
    const said = document.getElementById(control.getAttribute('aria-describedby')!)!
    expect(said.getAttribute('role')).toBe('alert')
    expect(said.textContent).toMatch(/^No payment was marked as paid.*Line 2.*Line 5/)
    nation.answers['bank.mark-batch'] = () => ({ success: true, marked: 2, unchanged: 0, total: 2, totalCents: '200' })
    fireEvent.change(control, { target: { files: [file] } })
    await waitFor(() => expect(said.textContent).toBe(''))
    expect(control.getAttribute('aria-describedby')).toBeNull()
  })

  it('of a file that cannot be used say what is wrong with it', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    nation.answers['bank.mark-batch'] = () => ({
      failed: 400,
      body: {
        success: false,
        code: 'batch_unusable',
        error: 'No payment was marked as paid, because the file could not be used.',
        details: [{ path: 'lines.1', code: 'line', message: 'Line 1: The file is empty.' }],
      },
    })
    await openBank(nation)
    fireEvent.change(field('Mark a batch as paid from CSV'), { target: { files: [new File([''], 'batch.csv')] } })
    expect(await screen.findByText('No payment was marked as paid, because the file could not be used.')).toBeTruthy()
    const wrong = within(screen.getByRole('list', { name: 'Wrong lines' })).getAllByRole('listitem')
    expect(wrong.map(({ textContent }) => textContent)).toEqual(['Line 1: The file is empty.'])
  })

  it('forget what was wrong with a reference when a file is chosen', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    nation.answers['bank.mark-batch'] = () => refuse(400, 'batch_unusable', 'The file could not be used.')
    await openBank(nation)
    const first = await askForReference()
    fireEvent.submit(first.closest('form')!)
    expect(await screen.findByText('Please enter a reference')).toBeTruthy()
    fireEvent.change(field('Mark a batch as paid from CSV'), { target: { files: [new File([''], 'batch.csv')] } })
    await waitFor(() => expect(screen.queryByText('Please enter a reference')).toBeNull())
    expect(first.getAttribute('aria-invalid')).not.toBe('true')
    expect(await screen.findByText('The file could not be used.')).toBeTruthy()
  })
})

describe('the books', () => {
  it('are checked on request, and what is wrong is said', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    nation.answers['bank.check-books'] = () => ({
      success: true,
      books: { checkedAt: NOW, balanced: false, movements: 36 },
      problems: ['Movement 7 is not what was sealed.'],
    })
    await openBank(nation)
    press('Check now')
    expect(await screen.findByText('Movement 7 is not what was sealed.')).toBeTruthy()
  })
})
