import { signedInAt } from './support/citizen'
import { act, bubble, field, lines, say, toEnd } from './support/messenger'
import { TUESDAY, useNation } from './support/nation'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: TUESDAY })

const DAY = 86_400_000

/** The texts of the newest messages, the oldest first, as the nation has them. */
async function newest(page: Page, count: number): Promise<string[]> {
  await toEnd(page)
  const texts = await lines(page).getByRole('listitem').locator('p').allTextContents()
  return texts.slice(-count)
}

/** What waits on the device, by its text. */
const outbox = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('nation.messenger.out.'))
      .map(([, stored]) => (JSON.parse(String(stored)) as { text: string }).text),
  )

test('what a closed tab was sending, and what two tabs send as they reload, is there once and in order', async ({
  visit,
  complaints,
}) => {
  const [ada, piet] = await Promise.all([
    signedInAt(visit, nation, 'ada_citizen', '/messenger/citizens'),
    signedInAt(visit, nation, 'piet_president', '/messenger/citizens'),
  ])
  const context = ada.context()
  await toEnd(ada)
  await toEnd(piet)
  await ada.evaluate(() => navigator.serviceWorker.ready)

  await test.step('the nation has stored it, and its answer reaches no page', async () => {
    let isTaken = false
    await context.route('**/api/messenger/send-group-message', async (route) => {
      await route.fetch()
      isTaken = true
    })
    await say(ada, 'The gangway is up.')
    await expect.poll(() => isTaken).toBe(true)
    await ada.close()
    await context.unroute('**/api/messenger/send-group-message')
    await expect(bubble(piet, 'The gangway is up.')).toHaveCount(1)
  })

  const [first, second] = [await context.newPage(), await context.newPage()]
  const tabs = [first, second]
  await test.step('the next tab sends it again, and it is there once', async () => {
    for (const tab of tabs) await tab.goto('/messenger/citizens')
    for (const tab of tabs) {
      await toEnd(tab)
      await expect(bubble(tab, 'The gangway is up.').getByRole('button', { name: /^Actions/ })).toHaveCount(1)
    }
    await expect.poll(() => outbox(first)).toEqual([])
    await expect(bubble(piet, 'The gangway is up.')).toHaveCount(1)
  })

  await test.step('both tabs reload at once with messages that wait', async () => {
    const waiting = new Set<string>()
    await context.route('**/api/messenger/send-group-message', (route) => {
      waiting.add(route.request().postData() ?? '')
      // No answer: the page goes away before one could come.
    })
    await say(first, 'One of three')
    await say(second, 'Two of three')
    await say(first, 'Three of three')
    await expect.poll(() => waiting.size).toBeGreaterThan(0)
    expect((await outbox(first)).toSorted()).toEqual(['One of three', 'Three of three', 'Two of three'])
    await context.unroute('**/api/messenger/send-group-message')
    await Promise.all(tabs.map((tab) => tab.reload()))
    await expect.poll(() => outbox(first)).toEqual([])
    await expect.poll(() => newest(piet, 3)).toEqual(['One of three', 'Two of three', 'Three of three'])
    for (const tab of tabs) {
      await expect.poll(() => newest(tab, 3)).toEqual(['One of three', 'Two of three', 'Three of three'])
    }
  })
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ERR_FAILED|ERR_ABORTED/)
})

for (const [what, by, handle] of [
  ['ahead', DAY, 'mina_minister'],
  ['behind', -DAY, 'wale_whale'],
] as const) {
  test(`a device whose clock is a day ${what} writes, orders and edits as the nation's time says`, async ({
    visit,
  }) => {
    const page = await signedInAt(visit, nation, handle, '/messenger/citizens')
    await page.clock.setSystemTime(Date.parse(TUESDAY) + by)
    await page.reload()
    await toEnd(page)
    await say(page, `A day ${what}`)
    const own = bubble(page, `A day ${what}`)
    await expect(own.getByRole('button', { name: /^Actions/ })).toHaveCount(1)
    await expect(own).toContainText('Just now')
    await expect(lines(page).getByText('Today', { exact: true })).toHaveCount(1)
    await act(page, `A day ${what}`, 'Edit')
    await field(page).fill(`A day ${what}, said anew`)
    await field(page).press('Enter')
    await expect(bubble(page, `A day ${what}, said anew`)).toContainText('edited')
  })
}
