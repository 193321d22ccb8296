import { readFile } from 'node:fs/promises'
import { signedInAt } from './support/citizen'
import { announcements } from './support/election'
import { useNation } from './support/nation'
import { withoutWorkers } from './support/outage'
import { accessibilityProblems, inVariant, isOpenToAll, PHONE } from './support/page'
import { makePanelAccount, openPanel } from './support/panel'
import { allowRenewals, expect, test, type Page } from './support/test'

// A new nation, ten minutes into its week: no official was elected, and the bank is unchanged.
const nation = useNation({ clock: '2026-02-02T00:10:00Z', empty: true })
test.describe.configure({ mode: 'serial' })

const PASSWORD = 'a password for the tests of the bank'
const FIRST_DUE = '2026-02-09T00:15:00Z'
const SECOND_DUE = '2026-02-16T00:15:00Z'

/** A citizen becomes the minister of justice, an office that is appointed and never elected. */
async function appoint(handle: string): Promise<void> {
  const ask = async (path: string, token?: string, body?: object) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(
      nation.origin + path,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : {},
    )
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as Record<string, unknown>
  }
  const { token } = await ask('/api/admin?action=authenticate', undefined, { username: 'root', password: PASSWORD })
  const { members } = await ask('/api/members?action=get-all')
  const { id } = (members as { id: string; twitterUsername: string }[]).find((one) => one.twitterUsername === handle)!
  const office = { userId: id, role: 'government', governmentRole: 'justiceMinister' }
  await ask('/api/members?action=update-role', String(token), office)
}

const poolOf = (page: Page) => page.getByRole('region', { name: 'Salary pool' })
const paymentsOf = (page: Page) => page.getByRole('list', { name: 'Payments' }).getByRole('listitem')
const justice = (page: Page) => page.getByRole('article', { name: 'Minister of Justice' })

test('a pool is set, the official is paid at countdown zero, and by hand while the workers are down', async ({
  visit,
  complaints,
  expectAlarm,
}) => {
  expectAlarm('Please set a total salary amount before starting the cycle.')
  expectAlarm('No payment was marked as paid, because some lines are wrong.')
  const [ada, alma] = await Promise.all([
    signedInAt(visit, nation, 'ada_citizen', '/bank'),
    signedInAt(visit, nation, 'alma_admin', '/'),
  ])
  await Promise.all([
    makePanelAccount(nation, 'alma_admin', PASSWORD),
    test.step('before an administrator has acted, no payment is scheduled', async () => {
      await expect(poolOf(ada)).toContainText('No payment scheduled yet')
      await expect(poolOf(ada)).toContainText('Admin will initiate the payment cycle')
      await expect(ada.getByText('No payments yet')).toBeVisible()
    }),
  ])
  await appoint('ada_citizen')

  await test.step('the administrator sets pool and percentages, and starts the cycle', async () => {
    await openPanel(alma, 'bank', 'root', PASSWORD)
    const start = alma.getByRole('button', { name: 'Start cycle' })
    await start.click()
    await expect(alma.getByText('Please set a total salary amount before starting the cycle.')).toBeVisible()
    const total = alma.getByLabel('Total salaries (USD)')
    await total.fill('-1')
    await alma.getByRole('button', { name: 'Update total' }).click()
    await expect(alma.getByText('Please enter a valid salary amount')).toBeVisible()
    await total.fill('1000')
    await alma.getByRole('button', { name: 'Update total' }).click()
    await expect(announcements(alma)).toContainText('The salary pool is $1,000.00.')
    await alma.getByRole('button', { name: 'Panel: 10% for Justice' }).click()
    await expect(alma.getByText('100 of 100 percent')).toBeVisible()
    await alma.getByRole('button', { name: 'Save percentages' }).click()
    await expect(announcements(alma)).toContainText('The percentages are set.')
    await start.click()
    await alma.getByRole('dialog').getByRole('button', { name: 'Start cycle' }).click()
    await expect(alma.getByRole('heading', { name: 'Payment cycle 1' })).toBeVisible()
    await expect(alma.getByRole('button', { name: 'Process payment' })).toBeDisabled()
  })

  await test.step('everybody sees it at once, without a reload', async () => {
    await expect(poolOf(ada)).toContainText('$1,000.00')
    await expect(poolOf(ada)).toContainText('7 days')
    await expect(justice(ada)).toContainText('$100.00')
    await expect(justice(ada)).toContainText('Ada Lindgren')
  })

  await test.step('a week later the nation starts again, and has paid by itself', async () => {
    // What is open while the nation is away would only complain of it.
    await Promise.all([ada.goto('about:blank'), alma.goto('about:blank')])
    await nation.restart({ clock: FIRST_DUE })
    await ada.goto('/bank')
    await expect(paymentsOf(ada)).toHaveCount(1, { timeout: 30_000 })
    // Her term ended with all others on Monday at 00:00; the cycle some minutes later, by when it was started.
    await expect(paymentsOf(ada).first()).toContainText('Ada Lindgren')
    await expect(ada.getByRole('region', { name: 'Your salary account' })).toContainText(/\$99\.[89]\d/)
    await expect(poolOf(ada)).toContainText('N 000002')
    const receipt = await openReceipt(ada)
    await expect(receipt).toContainText('6 days 23 hours of 7 days')
    await expect(receipt).toContainText('Recorded, not paid yet')
    await receipt.getByRole('button', { name: 'Close' }).click()
  })

  await appoint('ada_citizen')
  await test.step('while the workers are down a payment is due until an administrator processes it', async () => {
    await withoutWorkers(nation, async () => {
      await nation.advance(SECOND_DUE)
      await ada.reload()
      await expect(poolOf(ada)).toContainText('Payment Due!')
      await openPanel(alma, 'bank', 'root', PASSWORD)
      await expect(alma.getByText('Payment Due!')).toBeVisible()
      await alma.getByRole('button', { name: 'Process payment' }).click()
      await expect(announcements(alma)).toContainText('Salaries recorded: cycle 2.')
      await expect(alma.getByRole('heading', { name: 'Payment cycle 3' })).toBeVisible()
    })
    await ada.reload()
    await expect(paymentsOf(ada)).toHaveCount(2)
    await expect(paymentsOf(ada).first()).toContainText('Cycle 2')
  })

  await test.step('the batch goes out as a file and comes back; a wrong one is refused line by line', async () => {
    const [download] = await Promise.all([
      alma.waitForEvent('download'),
      alma.getByRole('button', { name: 'Export batch' }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(3)
    const bring = (text: string) =>
      alma
        .getByLabel('Mark a batch as paid from CSV')
        .setInputFiles({ name: 'batch.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const filled = csv.replace(/,(?=\r\n[^\r]|\r\n$)/g, ',Transfer 7')
    await bring(filled.replace(/Transfer 7\r\n$/, '\r\n'))
    await expect(alma.getByRole('list', { name: 'Wrong lines' })).toContainText('Line 3: The reference is missing.')
    await bring(filled)
    await expect(announcements(alma)).toContainText(/2 payments of \$\d+\.\d\d marked as paid\./)
    await expect(alma.getByText('Every recorded salary is paid')).toBeVisible()
    const check = alma.getByRole('button', { name: 'Check now' })
    await check.press('Enter')
    await expect(announcements(alma)).toContainText('The books are right, to the cent.')
    await expect(check).toBeEnabled()
    await expect(check).toBeFocused()
  })

  await test.step('the page is accessible, at either width', async () => {
    await ada.getByRole('button', { name: 'Open the ledger' }).click()
    await expect(ada.getByRole('list', { name: 'Movements' }).getByRole('listitem')).toHaveCount(6)
    for (const page of [alma, ada]) await isOpenToAll(page)
    await inVariant(ada, PHONE, 'dark')
    await expect(await openReceipt(ada)).toContainText('Transfer 7')
    expect(await accessibilityProblems(ada)).toEqual([])
  })
  const refused = complaints.filter((complaint) => /400 .*bank\/mark-batch/.test(complaint))
  expect(refused).toHaveLength(1)
  complaints.splice(complaints.indexOf(refused[0] ?? ''), 1)
  allowRenewals(complaints)
})

/** The receipt of a page's newest payment. */
async function openReceipt(page: Page) {
  await paymentsOf(page)
    .first()
    .getByRole('link', { name: /^Receipt of Ada Lindgren/ })
    .click()
  return page.getByRole('dialog', { name: 'Receipt' })
}
