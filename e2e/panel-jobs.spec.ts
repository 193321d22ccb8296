import { signedInAt } from './support/citizen'
import { announcements } from './support/election'
import { tabTo } from './support/keyboard'
import { addAccount, TUESDAY, useNation } from './support/nation'
import { DESK, isOpenToAll, PHONE } from './support/page'
import { openPanel } from './support/panel'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: TUESDAY })

const enter = (page: Page) => openPanel(page, 'jobs', nation.admin?.username ?? '', nation.admin?.password ?? '')
const jobOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** On a phone a job that is well is a line; its buttons are behind it. */
async function unfold(page: Page, title: string): Promise<void> {
  const details = page.getByRole('button', { name: `Details: ${title}`, exact: true })
  await expect(details).toHaveAttribute('aria-expanded', 'false')
  await details.click()
  await expect(details).toHaveAttribute('aria-expanded', 'true')
}

/** Tells the stand-in for X how often its pictures fail; 0 makes it well again. */
async function picturesFail(times: number): Promise<void> {
  const body = JSON.stringify({ status: 503, count: times, path: '/images/' })
  const headers = { 'content-type': 'application/json' }
  const address = `${nation.xOrigin}/faults`
  const answer = await fetch(address, times > 0 ? { method: 'POST', headers, body } : { method: 'DELETE' })
  expect(answer.ok).toBe(true)
}

test('an administrator sees why work failed, and retries it once the reason is gone', async ({ visit, complaints }) => {
  const page = await signedInAt((at, path) => visit(at, path, { viewport: DESK }), nation, 'alma_admin', '/admin')
  await picturesFail(1_000)
  await addAccount(nation, { handle: 'pia_portrait', name: 'Pia Portrait' })
  await signedInAt(visit, nation, 'pia_portrait', '/')
  await enter(page)
  const opener = page.getByRole('button', { name: 'Failures: Copies of portraits' })
  // It is offered once a try has failed.
  await expect(opener).toBeVisible({ timeout: 30_000 })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const failures = page.getByRole('list', { name: 'Failures of copies of portraits' })
  const pias = failures.getByRole('listitem').filter({ hasText: 'The picture could not be read: 503.' }).first()
  await expect(pias).toContainText('it is retried automatically')
  await expect(jobOf(page, 'Copies of portraits')).toContainText('Failing')
  await isOpenToAll(page)

  const retry = failures.getByRole('button', { name: /^Retry/ })
  await tabTo(page, retry.first())
  // Well only now: what failed is also tried again by itself.
  await picturesFail(0)
  const retried = page.waitForResponse(/admin\/retry-job/)
  await page.keyboard.press('Enter')
  expect((await retried).status()).toBe(200)
  await expect(retry).toHaveCount(0, { timeout: 120_000 })
  await expect(page.getByText('No failures.')).toBeVisible()
  await expect(jobOf(page, 'Copies of portraits')).toContainText('OK')
  // Pages fall back to X's address while there is no copy.
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/503 .*\/images\//)
})

test('BullMQ’s board opens in a tab of its own, on a second visit, too', async ({ visit, complaints }) => {
  const page = await signedInAt((at, path) => visit(at, path, { viewport: DESK }), nation, 'alma_admin', '/admin')
  await enter(page)
  for (const visited of ['first', 'second']) {
    const [board] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Queue board' }).click(),
    ])
    await expect(board.getByText('Nation: queues').first(), visited).toBeVisible()
    await expect(board.getByRole('link', { name: 'citizens.export' }).first(), visited).toBeVisible()
    await board.close()
  }
  // Its page names a font of another place, which it does without.
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/fonts\.googleapis\.com/)
})

test('a job is paused after a question, goes on, and is run by hand; the audit tells all three', async ({ visit }) => {
  const page = await signedInAt((at, path) => visit(at, path, { viewport: PHONE }), nation, 'alma_admin', '/admin')
  await enter(page)
  // A line each, and no words of it are cut.
  const well = page.getByRole('list', { name: 'Triggered by events' }).getByRole('listitem').filter({ hasText: 'OK' })
  await expect(well.first()).toBeVisible()
  for (const line of await well.all()) {
    const box = await line.boundingBox()
    expect(box?.height, await line.innerText()).toBeLessThan(56)
  }
  for (const title of ['The election calendar', 'The nightly check of the books', 'Erasure of accounts']) {
    await unfold(page, title)
    await expect(page.getByRole('button', { name: `Pause: ${title}`, exact: true })).toHaveCount(0)
  }
  const refreshes = jobOf(page, 'Refreshes from X')
  await expect(page.getByRole('button', { name: 'Pause: Refreshes from X' })).toHaveCount(0)
  await unfold(page, 'Refreshes from X')
  await page.getByRole('button', { name: 'Pause: Refreshes from X' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Followers and names stay as they were read last')
  await question.getByRole('button', { name: 'Pause' }).click()
  await expect(refreshes).toContainText('Paused by Alma')
  await expect(page.getByRole('button', { name: 'Run now: Refreshes from X' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Resume: Refreshes from X' }).click()
  await expect(refreshes).toContainText('OK')
  const times = async () => Number(/\b(\d{1,6}) done in 24 hours/.exec(await refreshes.innerText())?.[1] ?? 0)
  const before = await times()
  await page.getByRole('button', { name: 'Run now: Refreshes from X' }).click()
  await expect(announcements(page)).toContainText('a run is requested')
  await expect.poll(times, { timeout: 30_000 }).toBeGreaterThan(before)
  await isOpenToAll(page)
  await page.getByRole('link', { name: 'Audit' }).click()
  for (const words of ['paused a job', 'resumed a job', 'asked for a run of a job'])
    await expect(page.getByText(words).first()).toBeVisible()
})
