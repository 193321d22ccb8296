import { signedInAt } from './support/citizen'
import { announcements } from './support/election'
import { useNation } from './support/nation'
import { barriers, DESK, inVariant, nothingLoads, PHONE, settled } from './support/page'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: '2026-02-04T09:00:00Z' })
test.describe.configure({ mode: 'serial' })

const ballot = (page: Page, question: string) => page.getByRole('article', { name: question })

async function unfold(page: Page, question: string): Promise<void> {
  await ballot(page, question).getByRole('button', { name: question }).click()
  await expect(ballot(page, question).getByRole('list', { name: 'What happened to this poll' })).toBeVisible()
}

/** Nothing keeps anybody out, in light and in dark, and nothing reaches beyond the window. */
async function isOpenToAll(page: Page, viewport: { width: number; height: number }): Promise<void> {
  await nothingLoads(page)
  await inVariant(page, viewport, 'light')
  expect(await barriers(page)).toEqual([])
  await inVariant(page, viewport, 'dark')
  expect(await barriers(page, 'colours')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
}

test('visitors meet the auth wall', async ({ visit }) => {
  const page = await visit(nation, '/vote')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible()
})

for (const [size, viewport, question] of [
  ['a phone', PHONE, 'Shall the harbour have a lighthouse?'],
  ['a desk', DESK, 'Shall the capital have a tram?'],
] as const) {
  test(`on ${size}, a minister asks, a citizen answers, and the poll is closed and archived`, async ({ visit }) => {
    const at = (handle: string) =>
      signedInAt((where, path) => visit(where, path, { viewport }), nation, handle, '/vote')
    const [minister, citizen] = await Promise.all([at('mina_minister'), at('ada_citizen')])
    await Promise.all([settled(minister), settled(citizen)])
    await expect(citizen.getByRole('button', { name: 'Create Poll' })).toHaveCount(0)

    await minister.getByRole('button', { name: 'Create Poll' }).click()
    const form = minister.getByRole('dialog', { name: 'Create Poll' })
    await form.getByRole('button', { name: 'Create Poll' }).click()
    await expect(form.getByRole('alert')).toHaveText('Please fill in all poll fields')
    await form.getByLabel('Question').fill(question)
    await form.getByLabel('Option 1').fill('Yes')
    await form.getByLabel('Option 2').fill('No')
    await form.getByRole('button', { name: 'Add Option' }).click()
    await form.getByRole('textbox', { name: 'Option 3' }).fill('Ask again next year')
    await isOpenToAll(minister, viewport)
    await form.getByRole('button', { name: 'Create Poll' }).click()
    await expect(announcements(minister)).toContainText('Poll created successfully!')
    await unfold(minister, question)

    // It comes to whoever is there already, without a reload.
    await unfold(citizen, question)
    await ballot(citizen, question).getByRole('button', { name: 'Submit Vote' }).click()
    await expect(announcements(citizen)).toContainText('Please select an option')
    // By keyboard alone.
    await ballot(citizen, question).getByRole('radio', { name: /^Yes/ }).focus()
    await citizen.keyboard.press('Space')
    await citizen.keyboard.press('Enter')
    await expect(announcements(citizen)).toContainText('Vote submitted successfully!')
    await expect(ballot(citizen, question).getByText('Your vote')).toBeVisible()
    await expect(ballot(citizen, question).getByRole('radio', { name: /^No/ })).toBeDisabled()
    await isOpenToAll(citizen, viewport)
    await citizen.reload()
    await expect(ballot(citizen, question).getByText('Voted')).toBeVisible()

    await expect(ballot(minister, question).getByText('1 vote', { exact: true })).toBeVisible()
    await ballot(minister, question).getByRole('button', { name: 'Close Poll' }).click()
    const sure = minister.getByRole('dialog', { name: 'Close Poll' })
    await expect(sure).toContainText('Are you sure you want to close this poll?')
    await sure.getByRole('button', { name: 'Close Poll' }).click()
    await expect(announcements(minister)).toContainText('Poll closed successfully')

    await expect(ballot(citizen, question)).toHaveCount(0)
    await citizen.getByRole('tab', { name: 'Archived Polls' }).click()
    await unfold(citizen, question)
    await expect(ballot(citizen, question)).toContainText('Poll Closed')
    await expect(ballot(citizen, question)).toContainText('Closed by Mina')
    await isOpenToAll(citizen, viewport)

    await minister.getByRole('tab', { name: 'Archived Polls' }).click()
    await unfold(minister, question)
    const download = minister.waitForEvent('download')
    await ballot(minister, question).getByRole('button', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^poll-[0-9a-f-]+\.csv$/)
  })
}

test('the participation hub tells a citizen what is open and what is left to do', async ({ visit }) => {
  const page = await signedInAt(visit, nation, 'ada_citizen', '/participation')
  const polls = page.getByRole('article', { name: 'Vote' })
  await expect(polls).toContainText('Active polls')
  await expect(polls).toContainText('For you to answer')
  await expect(page.getByRole('article', { name: 'Elections' })).toContainText(
    'You have yet to vote for 3 of 3 offices.',
  )
  await polls.getByRole('link', { name: 'Go to the Vote Hub' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Vote Hub' })).toBeVisible()
})
