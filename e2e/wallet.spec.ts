import type { RunningNation } from '@nation/dev/nation'
import { fund, letBalancesAge } from './support/chain'
import { signedInAt } from './support/citizen'
import { addAccount, TUESDAY, useNation } from './support/nation'
import { accessibilityProblems, settled } from './support/page'
import { expect, test, type BrowserContext, type Page } from './support/test'
import { TestWallet } from './support/test-wallet'

const nation = useNation({ clock: TUESDAY })

type BrowserOf = (nation: RunningNation) => Promise<BrowserContext>

/** A new citizen at their profile, in a browser with a wallet or without one. */
async function newcomer(browserOf: BrowserOf, handle: string, wallet?: TestWallet): Promise<Page> {
  await addAccount(nation, { handle, name: 'Wilma Wallet', followers: 240, createdAt: '2020-03-01T00:00:00Z' })
  const context = await browserOf(nation)
  await wallet?.install(context)
  const page = await signedInAt(() => context.newPage(), nation, handle, '/profile')
  await settled(page)
  return page
}

const purseOf = (page: Page) => page.getByRole('region', { name: 'Wallet' })
const choose = (page: Page, name: string) =>
  purseOf(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()

test('a wallet that is not installed leads to where it is to be had', async ({ browserOf, expectAlarm }) => {
  expectAlarm(/Please install \w+ wallet to continue/)
  const page = await newcomer(browserOf, 'wanda_without')
  for (const name of ['Phantom', 'Solflare', 'Backpack', 'Glow']) {
    await page.context().route(/(phantom|solflare|backpack|glow)\.(app|com)/, (route) => route.fulfill({ body: name }))
    const popup = page.context().waitForEvent('page')
    await choose(page, name)
    await expect(purseOf(page).getByRole('alert')).toContainText(`Please install ${name} wallet to continue`)
    expect((await popup).url()).toContain(name.toLowerCase())
    await (await popup).close()
  }
  await expect(purseOf(page)).toContainText('Not linked')
})

test('who says no in the wallet reads so, and may try again', async ({ browserOf, expectAlarm }) => {
  expectAlarm('Connection cancelled by user')
  const wallet = new TestWallet()
  const page = await newcomer(browserOf, 'nora_no', wallet)
  for (const no of ['connect', 'signIn'] as const) {
    wallet.refuses.add(no)
    await choose(page, 'Phantom')
    await expect(purseOf(page).getByRole('alert')).toHaveText('Connection cancelled by user')
    await expect(purseOf(page)).toContainText('Not linked')
    wallet.refuses.delete(no)
  }
  await choose(page, 'Phantom')
  await expect(purseOf(page)).toContainText('Linked')
  await expect(purseOf(page)).toContainText(wallet.address.slice(0, 6))
})

test('a wallet that does not answer is not waited for', async ({ browserOf, expectAlarm }) => {
  expectAlarm('Connection cancelled by user')
  const wallet = new TestWallet()
  const page = await newcomer(browserOf, 'walt_waits', wallet)
  wallet.ignores.add('signIn')
  await choose(page, 'Phantom')
  await expect(purseOf(page).getByRole('status').filter({ hasText: 'Sign the request in Phantom' })).toBeVisible()
  await purseOf(page).getByRole('button', { name: 'Stop waiting' }).click()
  await expect(purseOf(page)).toContainText('Not linked')
  wallet.ignores.clear()
  await choose(page, 'Phantom')
  await expect(purseOf(page)).toContainText(wallet.address.slice(0, 6))
})

test('a wallet that only signs messages proves itself as well', async ({ browserOf, expectAlarm }) => {
  expectAlarm('Connection cancelled by user')
  const wallet = new TestWallet({ name: 'Backpack', signsMessagesOnly: true })
  const page = await newcomer(browserOf, 'olga_older', wallet)
  wallet.refuses.add('signMessage')
  await choose(page, 'Backpack')
  await expect(purseOf(page).getByRole('alert')).toHaveText('Connection cancelled by user')
  wallet.refuses.clear()
  await choose(page, 'Backpack')
  await expect(purseOf(page)).toContainText(wallet.address.slice(0, 6))
})

test('a signature by another key links nothing', async ({ browserOf, complaints, expectAlarm }) => {
  expectAlarm('does not prove that the wallet is yours')
  const wallet = new TestWallet()
  const page = await newcomer(browserOf, 'fred_forger', wallet)
  wallet.forges = true
  await choose(page, 'Phantom')
  await expect(purseOf(page).getByRole('alert')).toContainText('does not prove that the wallet is yours')
  await expect(purseOf(page)).toContainText('Not linked')
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/40\d .*update-wallet/)])
})

test('a wallet is one citizen’s at a time', async ({ browserOf, complaints, expectAlarm }) => {
  expectAlarm('This wallet is linked to another citizen.')
  const wallet = new TestWallet()
  const first = await newcomer(browserOf, 'anna_first', wallet)
  const second = await newcomer(browserOf, 'berta_second', wallet)
  await choose(first, 'Phantom')
  await expect(purseOf(first)).toContainText('Linked')
  await choose(second, 'Phantom')
  await expect(purseOf(second).getByRole('alert')).toContainText('This wallet is linked to another citizen.')
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/409 .*update-wallet/)])

  await purseOf(first).getByRole('button', { name: 'Unlink wallet' }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(purseOf(first)).toContainText('Not linked')
  await choose(second, 'Phantom')
  await expect(purseOf(second)).toContainText(wallet.address.slice(0, 6))
})

test('switching the account in the wallet is noticed, and changes nothing by itself', async ({ browserOf }) => {
  const wallet = new TestWallet()
  const page = await newcomer(browserOf, 'swenja_switch', wallet)
  await choose(page, 'Phantom')
  await expect(purseOf(page)).toContainText(wallet.accounts[0].address.slice(0, 6))
  await wallet.switchTo(1)
  await expect(purseOf(page).getByText('Your wallet now shows the account')).toContainText(
    wallet.accounts[1].address.slice(0, 6),
  )
  await purseOf(page).getByRole('button', { name: 'Link another wallet' }).click()
  await choose(page, 'Phantom')
  await expect(purseOf(page).getByTitle(wallet.accounts[1].address)).toBeVisible()
  await expect(purseOf(page).getByText('Your wallet now shows the account')).toHaveCount(0)
})

test('the header connects a wallet, shows its balance, and reads it again', async ({ browserOf }) => {
  const wallet = new TestWallet({ name: 'Solflare' })
  const page = await newcomer(browserOf, 'heidi_header', wallet)
  await fund(nation, wallet.address, 1_234_567)
  await page.goto('/gov-staff')
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: 'Connect Wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' })
  await expect(dialog.getByRole('button')).toHaveText(['', /Phantom/, /Solflare/])
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Solflare/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(header).toContainText('1.23M $ON')
  await fund(nation, wallet.address, 1_000_000, 0)
  await letBalancesAge(nation)
  await header.getByRole('button', { name: 'Refresh balance' }).click()
  await expect(header).toContainText('2.23M $ON')
})
