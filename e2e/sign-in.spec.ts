import { atX, isSignedIn, isSignedOut, pick, signIn } from './support/citizen'
import { voteButton } from './support/election'
import { numberIn, valueOf } from './support/figures'
import { addAccount, useNation } from './support/nation'
import { allowRenewals, expect, test } from './support/test'

const nation = useNation({ clock: '2026-02-03T09:00:00Z' })

test('one click on a person in the list at X signs in as them, and comes back to where it began', async ({ visit }) => {
  const page = await visit(nation, '/gov-staff')
  await page.getByRole('banner').getByRole('button', { name: 'CONNECT', exact: true }).click()
  await atX(page)
  await page.getByRole('button', { name: '@ada_citizen' }).click()
  await isSignedIn(page)
  await expect(page).toHaveURL(`${nation.origin}/gov-staff`)

  await page.getByRole('banner').getByRole('button', { name: 'PROFILE' }).click()
  const card = page
    .getByRole('dialog', { name: 'Citizen ID' })
    .getByRole('article', { name: 'ID card of Ada Lindgren' })
  await expect(card.getByText('Ada Lindgren', { exact: true })).toBeVisible()
  await expect(card.getByText('@ada_citizen')).toBeVisible()
  await expect(card.getByText(/^[0-9A-F]{8}$/)).toBeVisible()
})

test('who is new to the nation becomes its citizen by signing in', async ({ visit }) => {
  await addAccount(nation, { handle: 'zoe_arrives', name: 'Zoë Arrives', followers: 12 })
  const page = await visit(nation, '/gov-staff')
  const citizens = valueOf(page.getByRole('main'), 'total citizens')
  const before = await numberIn(citizens)
  await signIn(page, 'zoe_arrives')
  await page.reload()
  await isSignedIn(page)
  await expect.poll(() => numberIn(citizens)).toBe(before + 1)
})

test('the auth wall signs in, and leads on to the page that was asked for', async ({ visit }) => {
  const page = await visit(nation, '/elections/create-profile')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Connect with Twitter' }).click()
  await pick(page, 'wale_whale')
  await expect(page).toHaveURL(`${nation.origin}/elections/create-profile`)
  await expect(page.getByRole('heading', { level: 1, name: 'Run for Office' })).toBeVisible()
})

test('who cancels at X is told so, and stays signed out', async ({ visit }) => {
  const page = await visit(nation)
  await page.getByRole('banner').getByRole('button', { name: 'CONNECT', exact: true }).click()
  await atX(page)
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page.getByRole('region', { name: 'Announcements' })).toContainText('The sign-in with X was cancelled.')
  await isSignedOut(page)
  // Told once: neither the address nor a reload tells it again.
  await expect(page).toHaveURL(`${nation.origin}/`)
})

test('a reload keeps the session', async ({ visit }) => {
  const page = await visit(nation, '/elections')
  await signIn(page, 'ada_citizen')
  for (const path of ['/elections', '/', '/gov-staff']) {
    await page.goto(path)
    await isSignedIn(page)
  }
  await page.reload()
  await isSignedIn(page)
})

test('signing out ends the session in every tab of this browser, and in no other', async ({ browserOf, visit }) => {
  const browser = await browserOf(nation)
  const [here, nextTab] = [await browser.newPage(), await browser.newPage()]
  await here.goto('/')
  await signIn(here, 'ada_citizen')
  await nextTab.goto('/elections')
  await isSignedIn(nextTab)
  const elsewhere = await visit(nation)
  await signIn(elsewhere, 'ada_citizen')

  await here.getByRole('banner').getByRole('button', { name: 'PROFILE' }).click()
  await here.getByRole('dialog', { name: 'Citizen ID' }).getByRole('button', { name: 'Sign out', exact: true }).click()
  await isSignedOut(here)
  await isSignedOut(nextTab)
  await expect(here.getByRole('region', { name: 'Announcements' })).toContainText('You are signed out.')
  await here.reload()
  await isSignedOut(here)
  await elsewhere.reload()
  await isSignedIn(elsewhere)
})

test('signing out everywhere ends the sessions of all browsers', async ({ visit, complaints }) => {
  const [here, elsewhere] = [await visit(nation), await visit(nation)]
  await signIn(here, 'milo_moderator')
  await signIn(elsewhere, 'milo_moderator')
  await here.getByRole('banner').getByRole('button', { name: 'PROFILE' }).click()
  await here.getByRole('dialog', { name: 'Citizen ID' }).getByRole('button', { name: 'Sign out everywhere' }).click()
  await isSignedOut(here)
  // The other browser is told at once, asks for a token to make sure, and is refused.
  await isSignedOut(elsewhere)
  await elsewhere.reload()
  await isSignedOut(elsewhere)
  expect(complaints.length).toBeGreaterThan(0)
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/401 .*\/api\/auth\/refresh/)
  await elsewhere.reload()
  await isSignedOut(elsewhere)
})

test('an account that is too young sees why it may not vote', async ({ visit }) => {
  const page = await visit(nation, '/elections')
  await signIn(page, 'tiny_newborn')
  const why = /X account must be at least 6 months old/
  await expect(page.getByRole('main')).toContainText(why)
  await expect(voteButton(page, 'Nyambura Njoroge')).toBeDisabled()
  await expect(voteButton(page, 'Nyambura Njoroge')).toHaveAccessibleDescription(why)
})

test('two tabs stay signed in while their tokens run out and are renewed', async ({ browserOf, complaints }) => {
  const browser = await browserOf(nation)
  const tabs = [await browser.newPage(), await browser.newPage()]
  await tabs[0]!.goto('/elections')
  await signIn(tabs[0]!, 'ada_citizen')
  await tabs[1]!.goto('/elections')
  await isSignedIn(tabs[1]!)
  for (const _ of ['once', 'and again']) {
    // Longer than an access token lives.
    await nation.advance('+15m')
    await Promise.all(tabs.map((tab) => tab.reload()))
    await Promise.all(tabs.map(isSignedIn))
  }
  allowRenewals(complaints)
})
