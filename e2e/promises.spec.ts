import { signedInAt } from './support/citizen'
import { announcements } from './support/election'
import { TUESDAY, useNation } from './support/nation'
import { accessibilityProblems, DESK, inVariant, PHONE, settled, variants } from './support/page'
import { expect, test, type Page } from './support/test'

// The president has spoken of some of his promises, and stands again.
const nation = useNation({ clock: TUESDAY })

const unmarked = 'I congratulate whoever beats me, before breakfast.'
const promises = (page: Page) => page.getByRole('region', { name: 'Promises kept' })
const pledge = (page: Page) => promises(page).getByRole('listitem').filter({ hasText: unmarked })

/** Nothing keeps people out of this page at either width and scheme, and nothing of it is wider than the screen. */
async function isOpenToAll(page: Page, what: string): Promise<void> {
  for (const { viewport, colorScheme, looksAt } of variants) {
    await inVariant(page, viewport, colorScheme)
    await settled(page)
    expect(await accessibilityProblems(page, looksAt), `${what} at ${viewport.width} px, ${colorScheme}`).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, `${what} is wider than ${viewport.width} px`).toBeLessThanOrEqual(viewport.width)
  }
}

test('an official says that a promise is done, a citizen disagrees and takes it back, a visitor reads it', async ({
  visit,
  browserOf,
}) => {
  const piet = await signedInAt(visit, nation, 'piet_president', '/government')
  await piet.getByRole('region', { name: 'Your office' }).getByRole('link', { name: 'your promises' }).click()
  await expect(promises(piet)).toBeInViewport()
  const address = new URL(piet.url()).pathname
  const ada = await signedInAt(visit, nation, 'ada_citizen', address)
  await ada.setViewportSize(PHONE)
  await expect(pledge(ada)).toContainText('Nothing has been said about it yet.')

  await test.step('he says it in a form, by keyboard, after trying to leave it blank', async () => {
    await pledge(piet).getByRole('button', { name: 'Say what became of it' }).focus()
    await piet.keyboard.press('Enter')
    const form = piet.getByRole('dialog', { name: 'Update this promise' })
    await form.getByRole('button', { name: 'Publish' }).click()
    await expect(form.getByLabel('What happened')).toBeFocused()
    await expect(form.getByText('Please say in a sentence what happened.')).toBeVisible()
    await isOpenToAll(piet, 'the form')
    await piet.setViewportSize(DESK)
    await form.getByRole('radio', { name: 'Open' }).focus()
    await piet.keyboard.press('ArrowRight')
    await expect(form.getByRole('radio', { name: 'Done' })).toBeChecked()
    await form.getByLabel('What happened').focus()
    await piet.keyboard.type('I did, at six, with coffee.')
    await form.getByLabel('Link (optional)').fill('https://example.org/breakfast')
    await piet.keyboard.press('Enter')
    await expect(announcements(piet)).toContainText('Your word is published.')
    await expect(pledge(piet)).toContainText('I did, at six, with coffee.')
    await expect(promises(piet)).toContainText('3 of 6 promises done, 1 broken')
    await expect(pledge(piet).getByRole('button', { name: /agree/i })).toHaveCount(0)
  })

  await test.step('a citizen who is there already reads it, disagrees, and takes it back', async () => {
    await expect(pledge(ada)).toContainText('I did, at six, with coffee.')
    await isOpenToAll(ada, 'the page of a citizen')
    await ada.setViewportSize(PHONE)
    const disagree = pledge(ada).getByRole('button', { name: /^Disagree/ })
    await disagree.focus()
    await ada.keyboard.press('Space')
    await expect(disagree).toHaveAttribute('aria-pressed', 'true')
    await expect(disagree).toHaveAccessibleName('Disagree 1')
    await ada.reload()
    await expect(disagree).toHaveAttribute('aria-pressed', 'true')
    const visitor = await (await browserOf(nation)).newPage()
    await visitor.goto(address)
    await expect(pledge(visitor)).toContainText('0 agree, 1 disagree')
    await disagree.click()
    await expect(disagree).toHaveAttribute('aria-pressed', 'false')
    await expect(disagree).toHaveAccessibleName('Disagree 0')
    await visitor.reload()
    await expect(pledge(visitor)).toContainText('No citizen has marked it yet')
    await expect(promises(visitor).getByRole('button')).toHaveCount(0)
    await isOpenToAll(visitor, 'the page of a visitor')
  })

  await test.step('his next candidacy says what became of them, on the page, the ballot and in a comparison, and leads to the list', async () => {
    await ada.setViewportSize(DESK)
    const list = await ada.request.get('/api/candidates/list?position=president&limit=20')
    const { candidates } = (await list.json()) as { candidates: { id: string; twitterHandle: string }[] }
    const again = candidates.find(({ twitterHandle }) => twitterHandle === 'piet_president')
    const record = ada.getByRole('link', { name: /^Earlier promises of .+: 3 done, 1 broken, 2 open$/ })
    await ada.goto('/elections/ballot/president')
    await expect(record).toHaveText('Earlier promises: 3 done, 1 broken, 2 open')
    await isOpenToAll(ada, 'the ballot with a record')
    await ada.setViewportSize(DESK)
    const other = candidates.find(({ twitterHandle }) => twitterHandle !== 'piet_president')
    await ada.goto(`/elections/ballot/president?compare=${again?.id},${other?.id}`)
    await expect(ada.getByRole('table').getByRole('row').filter({ has: record })).toHaveText(
      '3 done, 1 broken, 2 open–',
    )
    await ada.goto(`/elections/candidate/${again?.id}`)
    await record.click()
    await expect(promises(ada)).toBeInViewport()
    await expect(pledge(ada)).toContainText('Done')
  })
})
