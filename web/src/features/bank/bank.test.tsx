import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { bankOffices } from '@nation/domain/bank'
import { officeTitle } from '@nation/domain/elections'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeNation, refuse } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'
import { heldInWords, percentInWords, serialOf } from './bank-words'
import { slicePath, slicesOf } from './coin'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const day = 86_400_000
const pool = async () => within(await screen.findByRole('region', { name: 'Salary pool' }))

describe('the bank', () => {
  it('shows the pool, the time to the next payment, and a note for each office with its holder', async () => {
    renderAt('/bank', fakeNation({ now: NOW }), NOW)
    await screen.findByText('N 000005')
    const note = await pool()
    expect(note.getByText('$12,500.00')).toBeTruthy()
    expect(note.getByText(/in 3 days/)).toBeTruthy()
    const president = within(screen.getByRole('article', { name: 'President' }))
    expect(president.getByText('$2,500.00')).toBeTruthy()
    expect(president.getByText('20% of the budget')).toBeTruthy()
    expect(president.getByRole('link')).toBeTruthy()
    const vacant = within(screen.getByRole('article', { name: 'Minister of Development' }))
    expect(vacant.getByText('Vacant')).toBeTruthy()
    expect(vacant.getByText('$1,125.00')).toBeTruthy()
  })

  it('lists the offices in one order: on the notes, in the distribution, and where payments are chosen', async () => {
    renderAt('/bank', fakeNation({ now: NOW }), NOW)
    const table = within(await screen.findByRole('table', { name: 'What each office gets of the budget of a cycle' }))
    const titles = bankOffices.filter((office) => office !== 'justiceMinister').map(officeTitle)
    const notes = within(screen.getByRole('region', { name: 'Salaries by position' })).getAllByRole('article')
    expect(notes.map((note) => note.getAttribute('aria-label'))).toEqual(titles)
    const heads = table.getAllByRole('rowheader').map(({ textContent }) => textContent.replace(/^\d+/, ''))
    expect(heads.filter((head) => titles.includes(head))).toEqual(titles)
    const choices = within(screen.getByLabelText('Position')).getAllByRole('option')
    expect(choices.map(({ textContent }) => textContent)).toEqual(['All', ...titles, 'Minister of Justice'])
  })

  it('sums up what is given out, and how the developer wallet’s share is split', async () => {
    renderAt('/bank', fakeNation({ now: NOW }), NOW)
    const table = within(await screen.findByRole('table', { name: 'What each office gets of the budget of a cycle' }))
    expect(table.getByRole('row', { name: 'Presidential seat 45% $5,625.00' })).toBeTruthy()
    expect(table.getByRole('row', { name: 'Ministries 55% $6,875.00' })).toBeTruthy()
    expect(table.getByRole('row', { name: 'Total 100% $12,500.00' })).toBeTruthy()
    const funding = within(screen.getByRole('region', { name: 'Where the money comes from' }))
    expect(funding.getAllByText('50%')).toHaveLength(2)
    expect(funding.getByText('$96,000.00')).toBeTruthy()
  })

  it('warns of an overdraft before it happens, and not where the treasury covers the next cycle', async () => {
    const nation = fakeNation({ now: NOW })
    const answer = nation.answers['bank.get-data']!
    const withTreasury = (treasury: number) => {
      nation.answers['bank.get-data'] = (input) => {
        const read = answer(input)
        if (!('bankData' in read)) return read
        return { ...read, bankData: { ...read.bankData, balances: { ...read.bankData.balances, treasury } } }
      }
      return renderAt('/bank', nation, NOW)
    }
    const { unmount } = withTreasury(12_499.99)
    const note = await screen.findByRole('note', { name: 'Overdraft' })
    expect(note.textContent).toMatch(/^The treasury lacks \$0\.01 for the next cycle’s \$12,500\.00, due .*\.$/)
    unmount()
    const covered = withTreasury(12_500)
    await screen.findByRole('region', { name: 'Where the money comes from' })
    expect(screen.queryByRole('note', { name: 'Overdraft' })).toBeNull()
    covered.unmount()
    withTreasury(-20)
    expect((await screen.findByRole('note', { name: 'Overdraft' })).textContent).toContain(
      'Salaries of $20.00 are recorded ahead of the funding that has been recorded.',
    )
  })

  it('says that nothing is scheduled before an administrator has started the cycle', async () => {
    renderAt('/bank', fakeNation({ now: NOW, empty: true }), NOW)
    expect(await screen.findByText('No payment scheduled')).toBeTruthy()
    expect(screen.getByText('No payment scheduled yet')).toBeTruthy()
    expect(screen.getByText('Admin will initiate the payment cycle')).toBeTruthy()
    expect(await screen.findByText('No payments yet')).toBeTruthy()
  })

  it('says that a payment is due from the very instant on', async () => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    renderAt('/bank', fakeNation({ now: NOW }), NOW + 3 * day - 60_000)
    expect((await pool()).queryByText('Payment Due!')).toBeNull()
    vi.advanceTimersByTime(60_000)
    expect(await screen.findByText('Payment Due!')).toBeTruthy()
  })

  it('says that a payment that is due is paid with what was in force, where the amounts changed since', async () => {
    const nation = fakeNation({ now: NOW })
    const answer = nation.answers['bank.get-data']!
    nation.answers['bank.get-data'] = (input) => {
      const read = answer(input)
      if (!('bankData' in read)) return read
      const balances = { ...read.bankData.balances, treasury: 0 }
      return { ...read, bankData: { ...read.bankData, balances, lastUpdated: NOW + 3 * day } }
    }
    renderAt('/bank', nation, NOW + 4 * day)
    const sentence = 'It is paid with the amounts of that time. Those shown hold from the next cycle on.'
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByRole('note', { name: 'Overdraft' }).textContent).toMatch(/for the next cycle’s \$12,500\.00\.$/)
  })

  it('is calculating until it is answered, and offers to try again when it is not', async () => {
    const nation = fakeNation({ now: NOW })
    const answer = nation.answers['bank.get-data']!
    nation.answers['bank.get-data'] = () => refuse(409, 'conflict', 'Another change was made at the same time.')
    renderAt('/bank', nation, NOW)
    expect(await screen.findByText('Calculating...')).toBeTruthy()
    expect(await screen.findByText('The bank could not be loaded')).toBeTruthy()
    nation.answers['bank.get-data'] = answer
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await (await pool()).findByText('$12,500.00')).toBeTruthy()
  })

  it('lists payments, of one office if one likes, and shows a receipt at an address of its own', async () => {
    const { router } = renderAt('/bank', fakeNation({ now: NOW }), NOW)
    const list = await screen.findByRole('list', { name: 'Payments' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(4 * 8)
    fireEvent.change(screen.getByLabelText('Position'), { target: { value: 'secretary' } })
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'Payments' })).getAllByRole('listitem')).toHaveLength(4),
    )
    fireEvent.click(screen.getAllByRole('link', { name: /^Receipt of .*cycle 3$/ })[0]!)
    const receipt = within(await screen.findByRole('dialog', { name: 'Receipt' }))
    expect(await receipt.findByText('$1,250.00')).toBeTruthy()
    expect(receipt.getByText('3 days 4 hours of 7 days')).toBeTruthy()
    expect(receipt.getByText('Transfer 2026-132')).toBeTruthy()
    expect(router.state.location.search).toMatch(/^\?receipt=/)
    fireEvent.click(receipt.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toBe('')
  })

  it('says so when there is no such receipt', async () => {
    renderAt('/bank?receipt=01890a5d-ac96-774b-bcce-b302099a8057', fakeNation({ now: NOW }), NOW)
    expect(await screen.findByText('Receipt not found')).toBeTruthy()
  })

  it('reads the ledger when it is opened, and not before', async () => {
    const { sent } = renderAt('/bank', fakeNation({ now: NOW }), NOW)
    const open = await screen.findByRole('button', { name: 'Open the ledger' })
    expect(sent.some(({ url }) => url.includes('get-ledger'))).toBe(false)
    fireEvent.click(open)
    const movements = await screen.findByRole('list', { name: 'Movements' })
    const [first] = within(movements).getAllByRole('listitem')
    expect(first?.textContent).toContain('Salary paid')
    expect(within(first!).getByText('Outside the nation')).toBeTruthy()
    expect(screen.getByText(/36 movements, balanced to the cent/)).toBeTruthy()
  })

  it('shows an official their own account, and others none', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    renderAt('/bank', nation, NOW)
    await screen.findByRole('list', { name: 'Payments' })
    expect(screen.queryByText('Your salary account')).toBeNull()
    const all = nation.answers['bank.get-payments']!
    nation.answers['bank.get-payments'] = (input) => all({ ...input, userId: undefined })
    renderAt('/bank', nation, NOW)
    expect(await screen.findByText('Your salary account')).toBeTruthy()
  })

  it('tells an official what is owed to them, also of a salary behind the newest hundred', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const all = nation.answers['bank.get-payments']!
    nation.answers['bank.get-payments'] = (input) => {
      const read = all({ ...input, userId: undefined })
      if (!('payments' in read) || input.userId === undefined || input.status === 'pending') return read
      return { ...read, payments: read.payments.filter(({ status }) => status === 'paid'), nextCursor: 'more' }
    }
    renderAt('/bank', nation, NOW)
    const account = within(await screen.findByRole('region', { name: 'Your salary account' }))
    expect(account.getByText('Recorded in your last 100 salaries')).toBeTruthy()
    await waitFor(() =>
      expect(account.getByText('Recorded, not paid yet').nextElementSibling?.textContent).toBe('$11,375.00'),
    )
  })
})

describe('its words and drawings', () => {
  it('are exact', () => {
    expect(percentInWords(33.33)).toBe('33.33%')
    expect(percentInWords(10)).toBe('10%')
    expect(serialOf(12)).toBe('N 000012')
    expect(heldInWords(7 * day, 7 * day)).toBe('the whole cycle')
    expect(heldInWords(10 * 3_600_000, 7 * day)).toBe('10 hours of 7 days')
    expect(heldInWords(3 * day + 4 * 3_600_000, 7 * day)).toBe('3 days 4 hours of 7 days')
    expect(heldInWords(0, 7 * day)).toBe('0 seconds of 7 days')
  })

  it('cut a coin into parts that make a whole turn, also when one office gets all of it', () => {
    const slices = slicesOf([{ percent: 20 }, { percent: 30 }, { percent: 50 }])
    expect(slices.map(({ from, to }) => [from, to])).toEqual([
      [0, 72],
      [72, 180],
      [180, 360],
    ])
    expect(slicesOf([{ percent: 0 }])).toEqual([])
    expect(slicePath(5, 10, 0, 360).match(/M/g)).toHaveLength(2)
  })
})
