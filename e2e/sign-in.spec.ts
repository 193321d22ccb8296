import type { RunningNation } from '@nation/dev/nation'
import { expectXPage, expectSignedIn, expectSignedOut, pick, signedInAt, signIn } from './support/citizen'
import { voteButton } from './support/election'
import { numberIn, valueOf } from './support/figures'
import { bubble, field, say } from './support/messenger'
import { addAccount, TUESDAY, useNation } from './support/nation'
import { allowRenewals, expect, test } from './support/test'
import { workerServes } from './support/worker'

const nation = useNation({ clock: TUESDAY })

/** What the API's log says of a call. */
const calls = ({ lines }: RunningNation, call: string) => lines.filter((line) => line.includes(`call=${call}`))

test('one click on a person in the list at X signs in as them, and comes back to where it began', async ({ visit }) => {
  const page = await visit(nation, '/gov-staff')
  await page.getByRole('banner').getByRole('button', { name: 'CONNECT', exact: true }).click()
  await expectXPage(page)
  await page.getByRole('button', { name: '@ada_citizen' }).click()
  await expectSignedIn(page)
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
  await expectSignedIn(page)
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

test('who cancels at X comes back to where they were, reads so calmly, and stays signed out', async ({ visit }) => {
  const page = await visit(nation, '/bank')
  await page.getByRole('banner').getByRole('button', { name: 'CONNECT', exact: true }).click()
  await expectXPage(page)
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page.getByRole('region', { name: 'Announcements' })).toContainText('You cancelled the sign-in with X.')
  await expectSignedOut(page)
  // Shown once: neither the address nor a reload shows it again.
  await expect(page).toHaveURL(`${nation.origin}/bank`)
})

test('on a second visit, with the worker active, a sign-in asks once, succeeds and comes back to an inner page', async ({
  visit,
}) => {
  nation.fetchCodeAhead()
  const page = await visit(nation, '/')
  await workerServes(page)
  const begun = calls(nation, 'auth.x-login').length
  const ended = calls(nation, 'auth.x-callback').length
  await page.goto('/vote')
  await signIn(page, 'wale_whale')
  await expect(page).toHaveURL(`${nation.origin}/vote`)
  await page.goto('/bank')
  await expectSignedIn(page)
  await expect.poll(() => calls(nation, 'auth.x-callback').length).toBe(ended + 1)
  expect(calls(nation, 'auth.x-login').length).toBe(begun + 1)
})

test('a callback that the browser requests twice leads to the same page, signed in', async ({ visit }) => {
  const page = await visit(nation, '/vote')
  await workerServes(page)
  const callback = page.waitForRequest(/\/api\/auth\/x\/callback/)
  await signIn(page, 'ada_citizen')
  await page.goto((await callback).url())
  await expectSignedIn(page)
  await expect(page).toHaveURL(`${nation.origin}/vote`)
})

test('a reload keeps the session', async ({ visit }) => {
  const page = await signedInAt(visit, nation, 'ada_citizen', '/elections')
  for (const path of ['/elections', '/', '/gov-staff']) {
    await page.goto(path)
    await expectSignedIn(page)
  }
  await page.reload()
  await expectSignedIn(page)
})

test('signing out ends the session in every tab of this browser, and in no other', async ({ visit }) => {
  const here = await signedInAt(visit, nation, 'ada_citizen', '/')
  const nextTab = await here.context().newPage()
  await nextTab.goto('/elections')
  await expectSignedIn(nextTab)
  const elsewhere = await signedInAt(visit, nation, 'ada_citizen', '/')

  await here.getByRole('banner').getByRole('button', { name: 'PROFILE' }).click()
  await here.getByRole('dialog', { name: 'Citizen ID' }).getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(here.getByRole('region', { name: 'Announcements' })).toContainText('You are signed out.')
  await expectSignedOut(here)
  await expectSignedOut(nextTab)
  await here.reload()
  await expectSignedOut(here)
  await elsewhere.reload()
  await expectSignedIn(elsewhere)
})

test('a tab that was open before the sign-in in another one is signed in with it, and the other hears what is for citizens', async ({
  browserOf,
  visit,
}) => {
  const browser = await browserOf(nation)
  // The first tab reads the events for both: as a visitor, until it learns of the sign-in.
  const first = await browser.newPage()
  const stream = first.waitForResponse((response) => new URL(response.url()).pathname === '/api/events')
  await first.goto('/bank')
  await stream
  const second = await browser.newPage()
  await second.goto('/gov-staff')
  await signIn(second, 'ada_citizen')
  await expectSignedIn(first)
  await second.goto('/messenger/citizens')
  await expect(field(second)).toBeVisible()
  const mina = await signedInAt(visit, nation, 'mina_minister', '/messenger/citizens')
  await say(mina, 'The lamps are lit at the ferry pier.')
  await expect(bubble(second, 'The lamps are lit')).toBeVisible()
})

test('signing out everywhere ends the sessions of all browsers', async ({ visit, complaints }) => {
  const [here, elsewhere] = [
    await signedInAt(visit, nation, 'milo_moderator', '/'),
    await signedInAt(visit, nation, 'milo_moderator', '/'),
  ]
  await here.getByRole('banner').getByRole('button', { name: 'PROFILE' }).click()
  await here.getByRole('dialog', { name: 'Citizen ID' }).getByRole('button', { name: 'Sign out everywhere' }).click()
  await expectSignedOut(here)
  // The other browser gets the event at once, asks for a token to make sure, and is refused; so is what its page asked for meanwhile.
  await expectSignedOut(elsewhere)
  await elsewhere.reload()
  await expectSignedOut(elsewhere)
  expect(complaints.length).toBeGreaterThan(0)
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/401 .*\/api\//)
  await elsewhere.reload()
  await expectSignedOut(elsewhere)
})

test('an account that is too young sees why it may not vote', async ({ visit }) => {
  const page = await signedInAt(visit, nation, 'tiny_newborn', '/elections')
  const why = /X account must be at least 6 months old/
  await expect(page.getByRole('main')).toContainText(why)
  await expect(voteButton(page, 'Nyambura Njoroge')).toBeDisabled()
  await expect(voteButton(page, 'Nyambura Njoroge')).toHaveAccessibleDescription(why)
})

test('two tabs stay signed in while their tokens run out and are renewed', async ({ visit, complaints }) => {
  const first = await signedInAt(visit, nation, 'ada_citizen', '/elections')
  const second = await first.context().newPage()
  await second.goto('/elections')
  await expectSignedIn(second)
  const tabs = [first, second]
  for (const _ of ['once', 'and again']) {
    // Longer than an access token lives.
    await nation.advance('+15m')
    await Promise.all(tabs.map((tab) => tab.reload()))
    await Promise.all(tabs.map(expectSignedIn))
  }
  allowRenewals(complaints)
})
