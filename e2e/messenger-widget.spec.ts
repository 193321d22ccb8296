import { signedInAt } from './support/citizen'
import { THURSDAY, useNation } from './support/nation'
import { bubble, field, fromEnd, lines, say, toEnd } from './support/messenger'
import { accessibilityProblems, DESK, inVariant, PHONE, settled, variants } from './support/page'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: THURSDAY })

test.use({ motion: true })

const button = (page: Page) => page.getByRole('button', { name: /^Open chat/ })
const window_ = (page: Page) => page.getByRole('region', { name: 'Chat', exact: true })
const box = (page: Page) => lines(page)

/** What can be pressed, or stays in its place as a bar does, and lies under the floating button, by its words. */
const covered = (page: Page) =>
  button(page).evaluate((own) => {
    const mine = own.getBoundingClientRect()
    const pressable =
      'a[href], button, input, select, textarea, summary, label, [role="button"], [role="tab"], [role="switch"]'
    return [...document.querySelectorAll('#root *')]
      .filter((one) => !own.contains(one) && !one.contains(own))
      .filter((one) => {
        const { position, bottom } = getComputedStyle(one)
        return one.matches(pressable) || position === 'fixed' || (position === 'sticky' && bottom !== 'auto')
      })
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => {
        const { left, right, top, bottom, width, height } = one.getBoundingClientRect()
        const crosses = left < mine.right && mine.left < right && top < mine.bottom && mine.top < bottom
        return width > 0 && height > 0 && crosses
      })
      .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent}`)
  })

/** The words that lie under the floating button. */
const coveredWords = (page: Page) =>
  button(page).evaluate((own) => {
    const mine = own.getBoundingClientRect()
    const walker = document.createTreeWalker(document.querySelector('#root')!, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const found: string[] = []
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isClipped(element.parentElement))
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      const around = text.parentElement!
      if (text.data.trim() === '' || own.contains(text) || !around.checkVisibility({ visibilityProperty: true }))
        continue
      // What is only read aloud is drawn nowhere.
      if (isClipped(around)) continue
      range.selectNode(text)
      const crosses = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left < mine.right && mine.left < right && top < mine.bottom && mine.top < bottom,
      )
      if (crosses) found.push(text.data)
    }
    return found
  })

/** The parts of the messenger that a page has asked for, by the names of their files. */
const codeOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /\/(Messenger|ChatWindow|Pane)-[\w-]+\.js$/.exec(name)?.[1] ?? []),
  )

test('the floating chat: badge, tabs by right, its end, minimising, closing', async ({ visit }) => {
  const ada = await signedInAt(visit, nation, 'ada_citizen', '/messenger/citizens')
  const piet = await signedInAt(visit, nation, 'piet_president', '/rules')
  const mina = await signedInAt(visit, nation, 'mina_minister', '/messenger/citizens')

  await test.step('its badge counts to nine, and says how many there are', async () => {
    // All of it is read, and the server knows. What is seen in the last second before a reload is not sent: it is seen again.
    await expect(async () => {
      await ada.goto('/messenger/citizens')
      await toEnd(ada)
      await ada.getByRole('banner').getByRole('link', { name: 'RULES' }).click()
      await expect(ada).toHaveURL(/\/rules$/)
      const [answer] = await Promise.all([ada.waitForResponse(/messenger\/get-groups/), ada.reload()])
      const { groups } = (await answer.json()) as { groups: { unreadCount: number }[] }
      expect(groups.map(({ unreadCount }) => unreadCount)).toEqual([0])
    }).toPass({ timeout: 120_000 })
    await expect(button(ada)).toHaveAccessibleName('Open chat')
    for (let number = 1; number <= 12; number++) await say(mina, `Lamp number ${number}`)
    await expect(button(ada)).toHaveAccessibleName('Open chat, 12 unread messages')
    await expect(button(ada)).toHaveText('9+')
  })

  await test.step('its code comes when it is opened, and not before', async () => {
    await expect(button(piet)).toBeVisible()
    expect(await codeOf(piet)).toEqual([])
    await button(piet).click()
    await expect(window_(piet)).toBeVisible()
    expect(await codeOf(piet)).toEqual(expect.arrayContaining(['ChatWindow', 'Pane']))
  })

  await test.step('its tabs are those of one’s office', async () => {
    await button(ada).click()
    await expect(window_(ada)).toBeVisible()
    await expect(ada.getByRole('tab')).toHaveCount(0)
    await expect(piet.getByRole('tablist', { name: 'Channels' }).getByRole('tab')).toHaveText([
      /^Citizens/,
      /^Government/,
      /^Executives/,
    ])
  })

  await test.step('it follows what comes while one is within 100 px of its end, and not from further up', async () => {
    // It opens at the first one that is unread.
    await ada.getByRole('button', { name: /new messages?$|^Latest messages$/ }).click()
    await expect(bubble(ada, 'Lamp number 12')).toBeInViewport()
    await expect.poll(() => fromEnd(ada)).toBeLessThan(100)
    await say(mina, 'One more lamp')
    await expect(bubble(ada, 'One more lamp')).toBeInViewport()
    await box(ada).evaluate((one) => one.scrollBy({ top: -400, behavior: 'instant' }))
    await expect.poll(() => fromEnd(ada)).toBeGreaterThan(100)
    await say(mina, 'The last lamp')
    // Two, where the one before was not long enough in sight to be read.
    const pill = ada.getByRole('button', { name: /^[12] new messages?$/ })
    await expect(pill).toBeVisible()
    await expect.poll(() => fromEnd(ada)).toBeGreaterThan(100)
    await pill.click()
    await expect(bubble(ada, 'The last lamp')).toBeInViewport()
  })

  await test.step('mentions are completed in it, too', async () => {
    await field(ada).pressSequentially('@mina')
    await expect(ada.getByRole('listbox', { name: 'People to mention' })).toBeInViewport({ ratio: 1 })
    await ada.keyboard.press('Tab')
    await expect(field(ada)).toHaveValue('@mina_minister ')
    await ada.keyboard.press('Enter')
    await expect(bubble(mina, '@mina_minister').last()).toBeVisible()
  })

  await test.step('it is minimised to its title, restored, and closed', async () => {
    await ada.getByRole('button', { name: 'Minimise chat' }).click()
    await expect(field(ada)).toHaveCount(0)
    await expect(ada.getByRole('button', { name: 'Restore chat' })).toBeFocused()
    await ada.getByRole('button', { name: 'Restore chat' }).click()
    await expect(field(ada)).toBeVisible()
    await field(ada).fill('half a sent')
    await ada.getByRole('button', { name: 'Close chat' }).click()
    await expect(window_(ada)).toHaveCount(0)
    await expect(button(ada)).toBeFocused()
    await button(ada).click()
    await expect(field(ada)).toHaveValue('half a sent')
    for (const { viewport, colorScheme, looksAt } of variants) {
      await inVariant(ada, viewport, colorScheme)
      expect(await accessibilityProblems(ada, looksAt), `the chat at ${viewport.width} px, ${colorScheme}`).toEqual([])
    }
    await ada.setViewportSize(DESK)
    await field(ada).press('Escape')
    await expect(window_(ada)).toHaveCount(0)
  })

  await test.step('on a phone it is opened, written in and minimised as well', async () => {
    await ada.setViewportSize(PHONE)
    await button(ada).click()
    await expect(window_(ada)).toBeInViewport()
    await say(ada, 'From the ferry')
    await expect(bubble(ada, 'From the ferry')).toBeInViewport()
    await expect(bubble(mina, 'From the ferry')).toHaveCount(1)
    await ada.getByRole('button', { name: 'Minimise chat' }).click()
    // A title bar would cover the foot of the page: here it is minimised to its button.
    await expect(window_(ada)).toHaveCount(0)
    await expect(button(ada)).toBeFocused()
    await say(mina, 'Is it windy?')
    await expect(button(ada)).toHaveAccessibleName(/unread message/)
    await button(ada).click()
    await expect(bubble(ada, 'Is it windy?')).toBeVisible()
    await ada.getByRole('button', { name: 'Close chat' }).click()
    await expect(window_(ada)).toHaveCount(0)
  })
})

const ofCitizens = [
  '/',
  '/rules',
  '/participation',
  '/gov-staff',
  '/bank',
  '/elections',
  '/elections?view=past',
  '/elections/ballot/minister_finance',
  '/elections/ballot/done',
  '/elections/create-profile',
  '/vote',
  '/interviews',
  '/profile',
  '/gazette',
]
const ofOfficials = ['overview', 'hierarchy', 'communication', 'polls', 'tasks', 'interviews'].map(
  (tab) => `/government?tab=${tab}`,
)

for (const [who, paths] of [
  ['ada_citizen', ofCitizens],
  ['piet_president', ofOfficials],
] as const) {
  test(`on a phone it lies over no button, link, field, bar or words: the pages of ${who}`, async ({ visit }) => {
    const page = await signedInAt(visit, nation, who, '/rules')
    await page.setViewportSize(PHONE)
    for (const path of paths) {
      await page.goto(path)
      await settled(page)
      await expect(button(page)).toBeVisible({ timeout: 30_000 })
      for (const part of [0, 0.35, 0.7, 1]) {
        await page.evaluate((at) => {
          const most = document.documentElement.scrollHeight - innerHeight
          scrollTo({ top: most * at, behavior: 'instant' })
        }, part)
        await expect
          .poll(async () => [...(await covered(page)), ...(await coveredWords(page))], `${path} at ${part}`)
          .toEqual([])
      }
    }
    await page.goto('/messenger')
    await expect(button(page)).toHaveCount(0)
  })
}
