import { readFile } from 'node:fs/promises'
import { signedInAt } from './support/citizen'
import { announcements } from './support/election'
import { TUESDAY, useNation } from './support/nation'
import { accessibilityProblems, DESK, inVariant, PHONE, settled, variants } from './support/page'
import { expect, test, type Page } from './support/test'

// An empty nation is enough: the citizens and the administrator sign in here.
const nation = useNation({ clock: TUESDAY })

const title = 'Where should the night ferry stop?'
const questions = ['Where do you go at night?', 'How late should it run?']

/** Both widths and both schemes; where nothing says otherwise, each once. */
const [phone, , desk] = variants

/** Nothing keeps people out of this page, and nothing of it is wider than the screen. */
async function isOpenToAll(page: Page, what: string, among: readonly (typeof variants)[number][] = [phone, desk]) {
  await settled(page)
  for (const { viewport, colorScheme, looksAt } of among) {
    await inVariant(page, viewport, colorScheme)
    await settled(page)
    expect(await accessibilityProblems(page, looksAt), `${what} at ${viewport.width} px, ${colorScheme}`).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, `${what} is wider than ${viewport.width} px`).toBeLessThanOrEqual(viewport.width)
  }
}

test('an administrator asks, a citizen answers on a phone, and the answers are read, exported and stored', async ({
  visit,
  expectAlarm,
}) => {
  expectAlarm('Title and description are required')
  expectAlarm('At least one question is required')
  expectAlarm('Please fill in all poll fields')
  const admin = await signedInAt(visit, nation, 'alma_admin', '/')
  await admin.getByRole('banner').getByRole('button', { name: 'PROFILE' }).click()

  await test.step('the ID card leads to the dashboard', async () => {
    await admin.getByRole('dialog').getByRole('link', { name: 'Government', exact: true }).click()
    await expect(admin.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
    await admin.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Interviews' }).click()
    await isOpenToAll(admin, 'the interviews of the dashboard', variants)
  })

  await test.step('an interview is asked: one question is not enough of a title, and blank ones are dropped', async () => {
    await admin.getByRole('button', { name: 'Create Interview' }).click()
    const form = admin.getByRole('dialog', { name: 'Create Interview' })
    await form.getByRole('button', { name: 'Create Interview' }).click()
    await expect(form.getByRole('alert')).toContainText('Title and description are required')
    await form.getByRole('textbox', { name: 'Title' }).fill(title)
    await form
      .getByRole('textbox', { name: 'Description' })
      .fill('It begins in spring.\nWe decide with what you tell us.')
    await form.getByRole('button', { name: 'Create Interview' }).click()
    await expect(form.getByRole('alert')).toHaveText('At least one question is required')
    await form.getByRole('textbox', { name: 'Question 1' }).fill(questions[0]!)
    await form.getByRole('button', { name: 'Add Question' }).click()
    await form.getByRole('button', { name: 'Add Question' }).click()
    await form.getByRole('textbox', { name: 'Question 3' }).fill(questions[1]!)
    expect(await accessibilityProblems(admin), 'the form').toEqual([])
    await form.getByRole('button', { name: 'Create Interview' }).click()
    await expect(form).toBeHidden()
    await expect(admin.getByRole('article', { name: title })).toContainText('2 questions')
  })

  const visitor = await visit(nation, '/interviews', { viewport: PHONE })
  await test.step('everybody sees it; answering asks to sign in', async () => {
    await visitor.getByRole('link', { name: title }).click()
    await expect(visitor.getByRole('heading', { name: 'Sign in to answer' })).toBeVisible()
  })

  const path = new URL(visitor.url()).pathname
  const ben = await signedInAt(visit, nation, 'ada_citizen', path)
  await ben.setViewportSize(PHONE)
  await test.step('a citizen answers; a reload loses nothing; what is sent is final, which is said before', async () => {
    const submit = ben.getByRole('button', { name: 'Submit Response' })
    await expect(submit).toBeDisabled()
    await ben.getByLabel(questions[0]!).fill('=1+1, from the market to the hill')
    await expect(ben.getByText('A response is final.')).toBeVisible()
    await ben.reload()
    await expect(ben.getByLabel(questions[0]!)).toHaveValue('=1+1, from the market to the hill')
    await expect(submit).toBeDisabled()
    await ben.getByLabel(questions[1]!).fill('Until two, "and" on time')
    await isOpenToAll(ben, 'the form to answer', variants)
    await ben.setViewportSize(PHONE)
    await submit.click()
    await expect(ben.getByRole('heading', { name: 'Response Submitted!' })).toBeVisible()
    await expect(ben).toHaveURL(/\/interviews$/)
    await expect(ben.getByRole('article').filter({ hasText: title })).toContainText('Answered')
    await ben.getByRole('link', { name: title }).click()
    await expect(ben.getByRole('heading', { name: 'You have answered this interview' })).toBeVisible()
  })

  await test.step('the dashboard heard of it by itself; responses are read by citizen, by question, and as files', async () => {
    const row = admin.getByRole('article', { name: title })
    await expect(row).toContainText('One response')
    await row.getByRole('link', { name: 'View Responses' }).click()
    await expect(admin.getByRole('list', { name: 'Responses' })).toContainText('from the market to the hill')
    await admin.getByRole('radio', { name: 'By question' }).check()
    await admin.getByRole('button', { name: 'Next question' }).click()
    await expect(admin.getByRole('list', { name: 'Answers to question 2' })).toContainText('Until two')
    await isOpenToAll(admin, 'the responses')
    await admin.setViewportSize(DESK)
    const saving = admin.waitForEvent('download')
    await admin.getByRole('button', { name: 'Export CSV' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('where-should-the-night-ferry-stop-responses.csv')
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain(`"'=1+1, from the market to the hill","Until two, ""and"" on time"`)
  })

  await test.step('closed and deleted while a citizen reads it: the page says so without a reload; the response stays stored', async () => {
    await admin.getByRole('link', { name: 'All interviews' }).click()
    await admin.getByRole('switch', { name: `${title} takes answers` }).click()
    await expect(visitor.getByText('Closed', { exact: true })).toBeVisible()
    // A page that shows it would get a 404, which browsers complain of.
    await visitor.close()
    await ben.goto('/interviews?show=mine')
    await expect(ben.getByRole('list', { name: 'My responses' })).toContainText('Interview closed')
    await admin.getByRole('article', { name: title }).getByRole('button', { name: 'Delete' }).click()
    await expect(admin.getByText('Are you sure you want to delete this interview?')).toBeVisible()
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(announcements(admin)).toContainText('Its responses are kept.')
    await admin.getByRole('radio', { name: 'Deleted' }).click()
    await expect(admin.getByRole('article', { name: title })).toContainText('One response')
    await expect(ben.getByRole('list', { name: 'My responses' })).toContainText('Interview deleted')
  })

  await test.step('a poll is asked in the dashboard, too', async () => {
    const question = 'Shall the ferry ring its bell?'
    await admin.goto('/government?tab=polls')
    await settled(admin)
    await admin.getByRole('button', { name: 'Create Poll' }).click()
    const form = admin.getByRole('dialog', { name: 'Create Poll' })
    await form.getByRole('button', { name: 'Create Poll' }).click()
    await expect(form.getByText('Please fill in all poll fields')).toBeVisible()
    await expect(form.getByRole('textbox', { name: /^Option \d/ })).toHaveCount(2)
    await form.getByRole('textbox', { name: 'Question', exact: true }).fill(question)
    await form.getByRole('textbox', { name: 'Option 1' }).fill('At noon')
    await form.getByRole('textbox', { name: 'Option 2' }).fill('Never')
    await form.getByRole('button', { name: 'Create Poll' }).click()
    await expect(announcements(admin)).toContainText('Poll created successfully!')
    await expect(admin.getByRole('article', { name: question })).toContainText('0 votes')
    await isOpenToAll(admin, 'the polls of the dashboard')
  })

  await test.step('a citizen without an office is turned away at its door', async () => {
    await ben.goto('/government')
    await expect(ben.getByRole('heading', { name: 'Government Access Restricted' })).toBeVisible()
    await isOpenToAll(ben, 'the closed door', [desk])
    await ben.getByRole('link', { name: 'Return to Home' }).click()
    await expect(ben).toHaveURL(/\/$/)
  })
})
