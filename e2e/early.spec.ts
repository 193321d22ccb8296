import { gate } from './support/gate'
import { THURSDAY, useNation } from './support/nation'
import { DESK, PHONE } from './support/page'
import { expect, test, type BrowserContext, type Page } from './support/test'

// Thursday afternoon: president closed, ministries open.
const nation = useNation({ clock: THURSDAY })

test.use({ motion: true })

const sizes = [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const

/** Holds the app's scripts back until what is returned is called. */
async function withoutApp(context: BrowserContext): Promise<() => void> {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await context.route('**/assets/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  return arrive
}

/** Opens a page as soon as its first bytes come. */
async function openEarly(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'commit' })
  return page
}

/** Whether the app has taken the page over: the served page does not know who is signed in. */
const takenOver = (page: Page, timeout = 15_000) =>
  expect(page.locator('header').getByText('CONNECT', { exact: true })).toBeVisible({ timeout })

/** Counts the frames in which the gate is seen from now on. */
async function watchGate(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { frames: 0 }
    Object.assign(globalThis, { seen })
    const look = () => {
      if (document.querySelector('[data-gate]')?.checkVisibility()) seen.frames++
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => (globalThis as unknown as { seen: { frames: number } }).seen.frames)
}

for (const [name, viewport] of sizes) {
  test.describe(`before the app is there, on ${name}`, () => {
    for (const path of ['/', '/gov-staff']) {
      test(`Enter opens the gate of ${path} at first sight, for good`, async ({ browserOf }) => {
        const context = await browserOf(nation, { viewport, beforeTheGate: true })
        const arrive = await withoutApp(context)
        const page = await openEarly(context, path)
        await gate(page).getByRole('button', { name: 'Enter' }).click()
        await expect(gate(page)).toBeHidden()
        const framesSeen = await watchGate(page)
        arrive()
        await takenOver(page)
        await expect(page.getByRole('main')).toBeFocused()
        await expect(gate(page)).toHaveCount(0)
        expect(await framesSeen()).toBe(0)
        await expect(page.locator('html')).not.toHaveAttribute('data-entered')
        await page.reload()
        await takenOver(page)
        await expect(gate(page)).toHaveCount(0)
      })
    }

    test('nothing behind the gate takes the focus or a press, before the app and with it, until it is open', async ({
      browserOf,
    }) => {
      const context = await browserOf(nation, { viewport, beforeTheGate: true })
      const arrive = await withoutApp(context)
      const page = await openEarly(context, '/gov-staff')
      await expect(gate(page)).toBeVisible()
      // The gate is painted as soon as it has come, and the page behind it is closed once all of the page has.
      await page.waitForFunction(() => document.readyState !== 'loading')
      expect(await reachableBehind(page)).toEqual([])
      arrive()
      await takenOver(page)
      await expect(gate(page)).toBeVisible()
      expect(await reachableBehind(page)).toEqual([])
      await gate(page).getByRole('button', { name: 'Enter' }).click()
      await expect(gate(page)).toHaveCount(0)
      expect((await reachableBehind(page)).length).toBeGreaterThan(5)
    })

    test('the keyboard begins in the gate, opens it, and is not lost when the app comes', async ({ browserOf }) => {
      const context = await browserOf(nation, { viewport, beforeTheGate: true })
      const arrive = await withoutApp(context)
      const page = await openEarly(context, '/')
      await expect(gate(page)).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(gate(page).getByRole('button', { name: 'Enter' })).toBeFocused()
      await page.keyboard.press('Space')
      await expect(gate(page)).toBeHidden()
      await expect(page.getByRole('main')).toBeFocused()
      const scheme = page.getByRole('button', { name: /^Colour scheme/ })
      await scheme.focus()
      await page.keyboard.press('Enter')
      await expect(scheme).toHaveAttribute('aria-busy', 'true')
      arrive()
      await takenOver(page)
      await expect(scheme).toHaveAccessibleName(/^Colour scheme: Light/)
      await expect(scheme).toBeFocused()
      await expect(scheme).not.toHaveAttribute('aria-busy')
    })

    test('a focus inside the gate stays where it is when the app comes', async ({ browserOf }) => {
      for (const path of ['/', '/gov-staff']) {
        const context = await browserOf(nation, { viewport, beforeTheGate: true })
        const arrive = await withoutApp(context)
        const page = await openEarly(context, path)
        await expect(gate(page)).toBeFocused()
        await page.keyboard.press('Tab')
        const enter = gate(page).getByRole('button', { name: 'Enter' })
        await expect(enter).toBeFocused()
        arrive()
        await takenOver(page)
        await expect(enter).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(gate(page)).toHaveCount(0)
        await expect(page.getByRole('main')).toBeFocused()
      }
    })

    test('the rules can be read, which is no answer', async ({ browserOf }) => {
      const context = await browserOf(nation, { viewport, beforeTheGate: true })
      const arrive = await withoutApp(context)
      const page = await openEarly(context, '/')
      await gate(page).getByRole('link', { name: 'Read the Rules' }).click()
      await expect(page).toHaveURL(/\/rules$/)
      await expect(gate(page)).toBeHidden()
      arrive()
      await takenOver(page)
      await page.getByRole('link', { name: 'Nation, home' }).click()
      await expect(gate(page)).toBeVisible()
    })

    test('a sign-in that was asked for early begins when the app is there', async ({ browserOf }) => {
      const context = await browserOf(nation, { viewport })
      const arrive = await withoutApp(context)
      const page = await openEarly(context, '/')
      const connect = page.getByRole('main').getByRole('button', { name: 'Connect with Twitter' }).first()
      await connect.click()
      await expect(connect).toHaveAttribute('aria-busy', 'true')
      arrive()
      await expect(page.getByRole('heading', { name: 'Sign in to Nation' })).toBeVisible()
    })
  })
}

test('a menu that was pressed early opens once, on the home page and elsewhere', async ({ browserOf }) => {
  for (const path of ['/', '/gov-staff']) {
    const context = await browserOf(nation, { viewport: PHONE })
    const arrive = await withoutApp(context)
    const page = await openEarly(context, path)
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.click()
    await menu.click()
    await expect(menu).toHaveAttribute('aria-busy', 'true')
    arrive()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    await expect(menu).not.toHaveAttribute('aria-busy')
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'RULES' })).toBeVisible()
  }
})

/** Controls of the page behind the gate that can be given the focus, by their words. */
const reachableBehind = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const before = document.activeElement
    const controls = document.querySelectorAll<HTMLElement>('[data-behind-gate] :is(a[href], button, input)')
    const reached = [...controls].filter((control) => {
      control.focus({ preventScroll: true })
      return document.activeElement === control
    })
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    return reached.map((control) => control.ariaLabel ?? control.innerText)
  })

/** Presses 'Enter' in the page itself, in the given frame after the gate was first seen. */
function enterInFrame(frame: number): void {
  const look = (seen: number) => {
    const button = document.querySelector<HTMLElement>('[data-gate] [data-early="enter"]')
    const now = button?.checkVisibility() ? seen + 1 : 0
    if (now === frame) button?.click()
    else requestAnimationFrame(() => look(now))
  }
  look(0)
}

test('Enter is never lost, however early it is pressed and however slow the device is', async ({ browserOf }) => {
  for (const [, viewport] of sizes) {
    for (const frame of [1, 4, 16]) {
      const context = await browserOf(nation, { viewport, beforeTheGate: true })
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await page.addInitScript(enterInFrame, frame)
      await page.goto('/', { waitUntil: 'commit' })
      await takenOver(page, 45_000)
      await expect(gate(page), `pressed in frame ${frame}`).toHaveCount(0)
      await page.close()
    }
  }
})

test('where a script of the app does not come, the page says so and loads again', async ({
  browserOf,
  complaints,
  expectAlarm,
}) => {
  expectAlarm(/The page did not load completely/)
  for (const path of ['/', '/gov-staff']) {
    const context = await browserOf(nation, { viewport: PHONE })
    await context.route('**/assets/*.js', (route) => route.abort())
    const page = await openEarly(context, path)
    const again = page.getByRole('alert').getByRole('button', { name: 'Load again' })
    await expect(again).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(again).toBeFocused()
    await context.unroute('**/assets/*.js')
    await again.click()
    await takenOver(page)
    await expect(again).toHaveCount(0)
  }
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ERR_FAILED .*assets/)
})
