import { signedInAt } from './support/citizen'
import { announcements } from './support/election'
import { TUESDAY, useNation } from './support/nation'
import { cutTexts } from './support/layout'
import { accessibilityProblems, DESK, inVariant, nothingLoads, PHONE, settled } from './support/page'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: TUESDAY })

const ballot = (page: Page, question: string) => page.getByRole('article', { name: question })

async function unfold(page: Page, question: string): Promise<void> {
  await ballot(page, question).getByRole('button', { name: question, exact: true }).click()
  await expect(ballot(page, question).getByRole('list', { name: 'What happened to this poll' })).toBeVisible()
}

/** The page is accessible, in light and in dark, and nothing reaches beyond the window. */
async function isOpenToAll(page: Page, viewport: { width: number; height: number }): Promise<void> {
  await nothingLoads(page)
  await inVariant(page, viewport, 'light')
  expect(await accessibilityProblems(page)).toEqual([])
  await inVariant(page, viewport, 'dark')
  expect(await accessibilityProblems(page, 'colours')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
}

const sizes = [
  [DESK, 'Shall the capital have a tram?'],
  [PHONE, 'Shall the harbour have a lighthouse?'],
] as const

test('at either width, a minister asks, a citizen answers, and the poll is closed and archived', async ({
  visit,
  expectAlarm,
}) => {
  expectAlarm('Please fill in all poll fields')
  const at = (handle: string) => signedInAt(visit, nation, handle, '/vote')
  const [minister, citizen] = await Promise.all([at('mina_minister'), at('ada_citizen')])
  await Promise.all([settled(minister), settled(citizen)])
  await expect(citizen.getByRole('button', { name: 'Create Poll' })).toHaveCount(0)

  for (const [viewport, question] of sizes) {
    await test.step(`at ${viewport.width} px`, async () => {
      for (const page of [minister, citizen]) {
        await page.setViewportSize(viewport)
        await page.getByRole('tab', { name: 'Active Polls' }).click()
      }
      await ask(minister, viewport, question)
      await unfold(minister, question)
      await answer(citizen, viewport, question)
      await closeAndArchive(minister, citizen, viewport, question)
    })
  }

  await test.step('what one answered is there after a reload, too', async () => {
    await citizen.reload()
    await citizen.getByRole('tab', { name: 'Archived Polls' }).click()
    await expect(ballot(citizen, sizes[0][1])).toContainText('You voted')
  })

  await test.step('the participation hub tells what is open and what is left to do', async () => {
    await citizen.goto('/participation')
    const polls = citizen.getByRole('article', { name: 'Vote' })
    await expect(polls).toContainText('Active polls')
    await expect(polls).toContainText('For you to answer')
    await expect(citizen.getByRole('article', { name: 'Elections' })).toContainText(
      'You have yet to vote for 3 of 3 offices.',
    )
    await polls.getByRole('link', { name: 'Go to the Vote Hub' }).click()
    await expect(citizen.getByRole('heading', { level: 1, name: 'Vote Hub' })).toBeVisible()
  })
})

test('Back asks before it takes away a poll that is being written', async ({ visit }) => {
  const page = await signedInAt(visit, nation, 'mina_minister', '/participation')
  await page.getByRole('article', { name: 'Vote' }).getByRole('link', { name: 'Go to the Vote Hub' }).click()
  await page.getByRole('button', { name: 'Create Poll' }).click()
  const form = page.getByRole('dialog', { name: 'Create Poll' })
  await form.getByLabel('Question').fill('Shall the mountains have a hut?')
  const question = page.getByRole('dialog', { name: 'Discard what you wrote?' })
  await page.goBack()
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL(/\/vote/)
  await expect(form.getByLabel('Question')).toHaveValue('Shall the mountains have a hut?')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/participation$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** A minister asks, with three options, after trying to leave all fields blank. */
async function ask(minister: Page, viewport: { width: number; height: number }, question: string): Promise<void> {
  await minister.getByRole('button', { name: 'Create Poll' }).click()
  const form = minister.getByRole('dialog', { name: 'Create Poll' })
  await form.getByRole('button', { name: 'Create Poll' }).click()
  await expect(form.getByRole('alert')).toContainText('Please fill in all poll fields')
  await form.getByLabel('Question').fill(question)
  await form.getByLabel('Option 1').fill('Yes')
  await form.getByLabel('Option 2').fill('No')
  await form.getByRole('button', { name: 'Add Option' }).click()
  await form
    .getByRole('textbox', { name: 'Option 3' })
    .fill('Ask again next year, when the harbour board has counted its ships')
  await isOpenToAll(minister, viewport)
  await form.getByRole('button', { name: 'Create Poll' }).click()
  await expect(announcements(minister)).toContainText('Poll created successfully!')
}

/** It comes to a citizen who is there already, without a reload; they vote by keyboard alone. */
async function answer(citizen: Page, viewport: { width: number; height: number }, question: string): Promise<void> {
  await unfold(citizen, question)
  expect(await cutTexts(ballot(citizen, question).getByRole('radiogroup'))).toEqual([])
  await ballot(citizen, question).getByRole('button', { name: 'Submit Vote' }).click()
  await expect(ballot(citizen, question).getByText('Please select an option')).toBeVisible()
  await expect(ballot(citizen, question).getByRole('radio', { name: /^Yes/ })).toBeFocused()
  await ballot(citizen, question).getByRole('radio', { name: /^Yes/ }).focus()
  await citizen.keyboard.press('Space')
  await citizen.keyboard.press('Enter')
  await expect(announcements(citizen)).toContainText('Vote submitted successfully!')
  await expect(ballot(citizen, question).getByText('Your vote')).toBeVisible()
  await expect(ballot(citizen, question).getByRole('radio', { name: /^No/ })).toBeDisabled()
  const outcome = ballot(citizen, question).getByText('You have voted. Poll votes are final.').locator('..')
  await expect(outcome).toBeFocused()
  await isOpenToAll(citizen, viewport)
}

async function closeAndArchive(
  minister: Page,
  citizen: Page,
  viewport: { width: number; height: number },
  question: string,
): Promise<void> {
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
}
