import { fileURLToPath } from 'node:url'
import type { RunningNation } from '@nation/dev/nation'
import { fund, letBalancesAge } from './support/chain'
import { signedInAt } from './support/citizen'
import { announcements } from './support/election'
import { figures } from './support/figures'
import { addAccount, TUESDAY, useNation } from './support/nation'
import { accessibilityProblems, DESK, isOpenToAll, PHONE, settled } from './support/page'
import { expect, test, type BrowserContext, type Page } from './support/test'
import { TestWallet } from './support/test-wallet'

const nation = useNation({ clock: TUESDAY })

const picture = fileURLToPath(new URL('../docs/pictures/home-light.png', import.meta.url))

/** A new citizen with a wallet, at a page of theirs. */
async function newcomer(
  browserOf: (nation: RunningNation, options: object) => Promise<BrowserContext>,
  handle: string,
  viewport: { width: number; height: number },
  wallet: TestWallet,
): Promise<Page> {
  await addAccount(nation, { handle, name: 'Lina Links', followers: 240, createdAt: '2020-03-01T00:00:00Z' })
  const context = await browserOf(nation, { viewport })
  await wallet.install(context)
  const page = await signedInAt(
    async (_nation, path = '/') => {
      const fresh = await context.newPage()
      await fresh.goto(path)
      return fresh
    },
    nation,
    handle,
    '/profile',
  )
  await settled(page)
  return page
}

for (const [size, viewport] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const) {
  test(`on ${size}, a citizen links a wallet, sees what it weighs, and unlinks it`, async ({ browserOf }) => {
    const wallet = new TestWallet()
    const page = await newcomer(browserOf, `lina_${viewport.width}`, viewport, wallet)
    await fund(nation, wallet.address, 6_000_000)
    const [purse, holdings] = [
      page.getByRole('region', { name: 'Wallet' }),
      page.getByRole('region', { name: 'Holdings' }),
    ]
    await expect(page.getByRole('region', { name: 'Candidacy' })).toContainText('Link your wallet')

    await purse.getByRole('button', { name: /^Phantom/ }).click()
    await expect(announcements(page)).toContainText('Your wallet is linked.')
    await expect(purse).toContainText(`${wallet.address.slice(0, 6)}…`)
    await expect(purse).toContainText('Linked')
    await expect(holdings).toContainText('6.0M $ON')
    await figures(holdings, {
      'Weight at the next opening': '1.5× · Major Holder',
      'To the next tier': '14,000,000 $ON more for 2.0×',
      SOL: '1',
    })
    await expect(page.getByRole('article', { name: /^ID card/ })).toContainText('Eligible Candidate')
    await expect(page.getByRole('region', { name: 'Candidacy' })).toContainText('You may stand')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)

    // The balance is read again when the citizen asks for it.
    await fund(nation, wallet.address, 14_000_000, 0)
    await letBalancesAge(nation)
    await holdings.getByRole('button', { name: 'Refresh balance' }).click()
    await figures(holdings, {
      'Weight at the next opening': '2.0× · Whale',
      'To the next tier': 'You hold the highest',
    })

    await page.reload()
    await expect(purse).toContainText('Linked')
    await purse.getByRole('button', { name: 'Unlink wallet' }).click()
    await page.getByRole('dialog', { name: 'Unlink this wallet?' }).getByRole('button', { name: 'Unlink' }).click()
    await expect(announcements(page)).toContainText('Your wallet is unlinked.')
    await expect(purse).toContainText('Not linked')
    await expect(holdings).toContainText('0 $ON')
    await figures(holdings, { 'Weight at the next opening': '1.0× · Base Citizen' })
    await expect(page.getByRole('article', { name: /^ID card/ })).not.toContainText('Eligible Candidate')
  })

  test(`on ${size}, a citizen refreshes what X tells, and changes their picture`, async ({
    browserOf,
    expectAlarm,
  }) => {
    expectAlarm('Invalid file type. Please upload a JPEG, PNG, GIF, or WebP image.')
    expectAlarm('File too large. Maximum size is 10MB.')
    const handle = `otto_${viewport.width}`
    const page = await newcomer(browserOf, handle, viewport, new TestWallet())
    const social = page.getByRole('region', { name: 'Social' })
    await figures(social, { Followers: '240', Verified: 'No' })
    await addAccount(nation, { handle, followers: 12_345 })
    await social.getByRole('button', { name: 'Refresh X data' }).click()
    await expect(social.getByRole('status')).toHaveText('Twitter data refreshed successfully!')
    await figures(social, { Followers: '12.3K' })
    // Three seconds later the message is gone by itself.
    await expect(social.getByRole('status')).toHaveText('')

    const field = page.getByRole('region', { name: 'Profile picture' })
    const portrait = page
      .getByRole('article', { name: /^ID card/ })
      .locator('img')
      .first()
    const onX = await portrait.getAttribute('src')
    await field
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('I') })
    await expect(field.getByRole('alert')).toHaveText(
      'Invalid file type. Please upload a JPEG, PNG, GIF, or WebP image.',
    )
    await field.locator('input[type=file]').setInputFiles({
      name: 'large.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
    })
    await expect(field.getByRole('alert')).toHaveText('File too large. Maximum size is 10MB.')
    await field.locator('input[type=file]').setInputFiles(picture)
    await expect(announcements(page)).toContainText('Your picture is on your card.')
    await expect(portrait).not.toHaveAttribute('src', onX ?? '')
    await expect(portrait).toHaveJSProperty('naturalWidth', 400)

    await field.getByRole('button', { name: 'Remove' }).click()
    await expect(announcements(page)).toContainText('Your picture is removed.')
    await expect(field.getByRole('button', { name: 'Remove' })).toHaveCount(0)
    await expect(portrait).toHaveAttribute('src', onX ?? '')
  })
}

test('the ID card opens anywhere, and Escape leads back to where one was', async ({ visit }) => {
  const page = await signedInAt(visit, nation, 'tiny_newborn', '/gov-staff')
  const profile = page.getByRole('banner').getByRole('button', { name: 'PROFILE' })
  await profile.click()
  const card = page.getByRole('dialog', { name: 'Citizen ID' })
  await expect(card.getByRole('region', { name: 'Voting rights' })).toContainText(
    'X account must be at least 6 months old',
  )
  await expect(card.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await expect(profile).toBeFocused()
})

test('a visitor is asked to sign in', async ({ visit }) => {
  const page = await visit(nation, '/profile')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
})

test('a citizen opens a page of their own to everybody, and closes it again', async ({ visit, complaints }) => {
  await addAccount(nation, { handle: 'pia_public', name: 'Pia Public', createdAt: '2020-03-01T00:00:00Z' })
  const own = await signedInAt(visit, nation, 'pia_public', '/profile')
  const panel = own.getByRole('region', { name: 'Public page' })
  await panel.getByRole('switch', { name: 'Show my public page' }).click()
  await expect(announcements(own)).toContainText('Your public page is shown.')
  const address = (await panel.getByRole('link', { name: 'Open my public page' }).getAttribute('href')) ?? ''
  expect(address).toMatch(/^\/citizen\/[0-9A-F]{8}$/)

  const seen = await visit(nation, address)
  await expect(seen.getByRole('article', { name: 'ID card of Pia Public' })).toBeVisible()
  await expect(seen).toHaveTitle(/^Pia Public, citizen No\. /)
  for (const part of ['Offices held', 'Candidacies', 'Elections voted in'])
    await expect(seen.getByRole('region', { name: part })).toBeVisible()
  await isOpenToAll(seen)
  const download = seen.waitForEvent('download')
  await seen.getByRole('button', { name: 'Download card' }).click()
  expect((await download).suggestedFilename()).toBe(`nation-citizen-${address.slice(-8)}.png`)

  await panel.getByRole('switch', { name: 'Show my public page' }).click()
  await expect(announcements(own)).toContainText('Your public page is closed.')
  await expect(panel.getByRole('link')).toHaveCount(0)
  const again = await seen.reload()
  expect(again?.status()).toBe(404)
  await expect(seen.getByText('Citizen not found')).toBeVisible()
  await expect(seen.getByText('Pia Public')).toHaveCount(0)
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/404 .*\/(api\/citizens\/page|citizen\/)/)
})

test('a citizen takes a copy of their data along, and leaves for good', async ({ visit, complaints }) => {
  await addAccount(nation, { handle: 'gone_soon', name: 'Gone Soon', createdAt: '2020-03-01T00:00:00Z' })
  const page = await signedInAt(visit, nation, 'gone_soon', '/profile')
  const data = page.getByRole('region', { name: 'Your data' })
  await data.getByRole('button', { name: 'Export my data' }).click()
  const download = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toBe('nation-my-data.json')

  const leave = page.getByRole('region', { name: 'Delete my account' })
  await leave.getByRole('button', { name: 'Delete my account' }).click()
  await leave.getByRole('button', { name: 'Delete for good' }).click()
  await expect(leave).toContainText('Please type your handle exactly to confirm.')
  await leave.getByRole('textbox').fill('gone_soon')
  await leave.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'CONNECT', exact: true })).toBeVisible()
  // The session ended with the account: what was still under way in its name was refused.
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/401 .*\/api\//)
})
