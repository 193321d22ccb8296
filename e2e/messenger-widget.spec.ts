import { signedInAt } from './support/citizen'
import { useNation } from './support/nation'
import { bubble, field, lines, say } from './support/messenger'
import { accessibilityProblems, DESK, inVariant, PHONE, variants } from './support/page'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: '2026-02-10T15:00:00Z' })

const button = (page: Page) => page.getByRole('button', { name: /^Open chat/ })
const window_ = (page: Page) => page.getByRole('region', { name: 'Chat', exact: true })
const box = (page: Page) => lines(page)
const fromEnd = (page: Page) =>
  box(page).evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)

/** What can be pressed and lies under the floating button, by its words. */
const covered = (page: Page) =>
  button(page).evaluate((own) => {
    const mine = own.getBoundingClientRect()
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter((one) => one !== own)
      .filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect()
        return width > 0 && left < mine.right && mine.left < right && top < mine.bottom && mine.top < bottom
      })
      .map((one) => one.textContent)
  })

test('the floating chat: badge, tabs by right, its end, minimising, closing, a phone', async ({ visit }) => {
  test.setTimeout(300_000)
  const ada = await signedInAt(visit, nation, 'ada_citizen', '/messenger/citizens')
  const piet = await signedInAt(visit, nation, 'piet_president', '/rules')
  const mina = await signedInAt(visit, nation, 'mina_minister', '/messenger/citizens')

  await test.step('its badge counts to nine, and says how many there are', async () => {
    // What was said before is read.
    await expect(field(ada)).toBeVisible()
    await ada.getByRole('banner').getByRole('link', { name: 'RULES' }).click()
    await expect(button(ada)).toBeVisible()
    const before = Number(/\d+/.exec((await button(ada).getAttribute('aria-label')) ?? '')?.[0] ?? 0)
    for (let number = 1; number <= 12; number++) await say(mina, `Lamp number ${number}`)
    await expect(button(ada)).toHaveAccessibleName(`Open chat, ${before + 12} unread messages`)
    await expect(button(ada)).toHaveText('9+')
  })

  await test.step('its tabs are those of one’s office', async () => {
    await button(ada).click()
    await expect(window_(ada)).toBeVisible()
    await expect(ada.getByRole('tab')).toHaveCount(0)
    await button(piet).click()
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

  await test.step('on a phone it lies over nothing that can be pressed, and not at all in the messenger', async () => {
    await ada.setViewportSize(PHONE)
    for (const path of ['/elections', '/gov-staff', '/bank', '/vote']) {
      await ada.goto(path)
      await expect(button(ada)).toBeVisible()
      for (const part of [0, 0.5, 1]) {
        await ada.evaluate((at) => scrollTo({ top: document.body.scrollHeight * at, behavior: 'instant' }), part)
        await expect.poll(() => covered(ada), `${path} at ${part}`).toEqual([])
      }
    }
    await ada.goto('/messenger')
    await expect(button(ada)).toHaveCount(0)
  })
})
