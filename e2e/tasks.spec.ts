import { signedInAt } from './support/citizen'
import { announcements } from './support/election'
import { TUESDAY, useNation } from './support/nation'
import { accessibilityProblems, DESK, inVariant, isFocusedInView, PHONE, settled, variants } from './support/page'
import { expect, test, type Page } from './support/test'

// The demo nation has a president, ministers, and tasks in every state.
const nation = useNation({ clock: TUESDAY })

const title = 'Light the ferry pier'
const tasks = '/government?tab=tasks'
const taskOf = (page: Page) => page.getByRole('article', { name: title })
const unfold = (page: Page) => taskOf(page).getByRole('button', { name: title }).click()

/** A picture of one dot. */
const picture = {
  name: 'pier.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** Nothing keeps people out of this page at either width, and nothing of it is wider than the screen. */
async function isOpenToAll(page: Page, what: string): Promise<void> {
  for (const { viewport, colorScheme, looksAt } of variants) {
    await inVariant(page, viewport, colorScheme)
    await settled(page)
    expect(await accessibilityProblems(page, looksAt), `${what} at ${viewport.width} px, ${colorScheme}`).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, `${what} is wider than ${viewport.width} px`).toBeLessThanOrEqual(viewport.width)
  }
}

test('a president gives a task, the minister answers with an image, the president completes it; an administrator deletes it', async ({
  visit,
  expectAlarm,
}) => {
  expectAlarm('Please fill in title and description')
  const [piet, mina] = await Promise.all([
    signedInAt(visit, nation, 'piet_president', tasks),
    signedInAt(visit, nation, 'mina_minister', tasks),
  ])
  await mina.setViewportSize(PHONE)

  await test.step('the list shows what the government has to do, and what is overdue', async () => {
    await isOpenToAll(piet, 'the tasks')
    await piet.setViewportSize(DESK)
    await piet.getByRole('radio', { name: 'Overdue' }).click()
    await expect(piet).toHaveURL(/show=overdue/)
    const lamps = piet.getByRole('article', { name: 'Count the lamps on the harbour steps' })
    await expect(lamps).toContainText('Overdue')
    await lamps.getByRole('button').first().click()
    await expect(lamps.getByRole('list', { name: 'Images' }).getByRole('img')).toHaveCount(3)
    await isOpenToAll(piet, 'a task with responses')
    await piet.setViewportSize(DESK)
    await piet.goto(tasks)
  })

  await test.step('the president gives a task to an office; without texts it is refused', async () => {
    await piet.getByRole('button', { name: 'Create Task' }).click()
    const form = piet.getByRole('dialog', { name: 'Create Task' })
    const named = form.getByRole('textbox', { name: 'Title' })
    const described = form.getByRole('textbox', { name: 'Description' })
    // A phone whose keyboard is open: the form scrolls below its title.
    await piet.setViewportSize({ width: PHONE.width, height: 520 })
    await form.getByRole('button', { name: 'Create Task' }).click()
    await expect(form.getByRole('alert')).toContainText('Please fill in title and description')
    await isFocusedInView(named)
    await form.getByRole('link', { name: 'Description' }).click()
    await isFocusedInView(described)
    expect(await accessibilityProblems(piet), 'the form with errors').toEqual([])
    await named.fill(title)
    await form.getByRole('button', { name: 'Create Task' }).click()
    await isFocusedInView(described)
    await piet.setViewportSize(DESK)
    await described.fill('The last ferry lands in the dark.\nShow what is missing.')
    await form.getByRole('combobox', { name: 'Assign to' }).selectOption('Minister of Finance')
    await form.getByRole('combobox', { name: 'Priority' }).selectOption('Urgent')
    expect(await accessibilityProblems(piet), 'the form').toEqual([])
    await form.getByRole('button', { name: 'Create Task' }).click()
    await expect(announcements(piet)).toContainText('Task created successfully!')
    await expect(taskOf(piet)).toContainText('Minister of Finance')
  })

  await test.step('the minister has it without a reload, and answers with an image, by keyboard', async () => {
    await expect(taskOf(mina)).toBeVisible()
    await mina.getByRole('radio', { name: 'Mine' }).click()
    await taskOf(mina).getByRole('button', { name: title }).focus()
    await mina.keyboard.press('Enter')
    await expect(taskOf(mina)).toContainText('Mina Farahani holds the office now.')
    await expect(taskOf(mina).getByRole('button', { name: 'Complete' })).toHaveCount(0)
    const form = taskOf(mina).getByRole('form')
    await form.getByRole('button', { name: 'Submit Response' }).click()
    await expect(form.getByText('Please enter a response')).toBeVisible()
    await form.getByLabel('Your response').fill('Four lamps and a mast; this is the pier.')
    await form.locator('input[type=file]').setInputFiles(picture)
    await expect(form.getByRole('img', { name: 'Image 1' })).toBeVisible()
    await isOpenToAll(mina, 'the form to respond')
    await mina.setViewportSize(PHONE)
    await form.getByRole('button', { name: 'Submit Response' }).click()
    await expect(announcements(mina)).toContainText('Response submitted successfully!')
    await expect(taskOf(mina).getByRole('list', { name: 'Responses' })).toContainText('Four lamps and a mast')
  })

  await test.step('the president reads it, edits and completes the task; the form is gone for the minister, too', async () => {
    await unfold(piet)
    await expect(taskOf(piet).getByRole('list', { name: 'Images' }).getByRole('img')).toHaveCount(1)
    await taskOf(piet).getByRole('button', { name: 'Edit' }).click()
    const form = piet.getByRole('dialog', { name: 'Edit Task' })
    await form.getByRole('combobox', { name: 'Priority' }).selectOption('High')
    await form.getByRole('button', { name: 'Save Task' }).click()
    await expect(taskOf(piet)).toContainText('High')
    await taskOf(piet).getByRole('button', { name: 'Complete' }).click()
    await expect(taskOf(piet)).toContainText('This task is completed')
    await expect(taskOf(mina).getByRole('form')).toHaveCount(0)
    await taskOf(piet).getByRole('button', { name: 'Reopen' }).click()
    await expect(taskOf(mina).getByRole('form')).toBeVisible()
    await taskOf(piet).getByRole('button', { name: 'Complete' }).click()
    await expect(taskOf(mina)).toContainText('Completed')
  })

  const alma = await signedInAt(visit, nation, 'alma_admin', tasks)
  await test.step('an administrator finds it by person, and deletes it after a question; it is gone for all', async () => {
    await alma.getByRole('radio', { name: 'By Person' }).click()
    await alma.getByRole('searchbox', { name: 'Person' }).fill('mina_minister')
    await alma.getByRole('list', { name: 'People found' }).getByRole('button').first().click()
    await expect(alma).toHaveURL(/show=person.*person=/)
    await expect(taskOf(alma)).toBeVisible()
    await alma.reload()
    await expect(alma.getByText('By Mina Farahani')).toBeVisible()
    await alma.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
    await unfold(alma)
    await isOpenToAll(alma, 'tasks by person')
    await alma.setViewportSize(DESK)
    await taskOf(alma).getByRole('button', { name: 'Delete' }).click()
    const asked = alma.getByRole('dialog')
    await expect(asked).toContainText('Are you sure you want to delete this task?')
    await asked.getByRole('button', { name: 'Delete' }).click()
    await expect(announcements(alma)).toContainText('Task deleted successfully!')
    for (const page of [alma, piet, mina]) await expect(taskOf(page)).toHaveCount(0)
  })

  await test.step('a citizen without an office sees no tasks', async () => {
    const ada = await signedInAt(visit, nation, 'ada_citizen', tasks)
    await expect(ada.getByRole('heading', { name: 'Government Access Restricted' })).toBeVisible()
  })
})
