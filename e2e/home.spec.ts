import type { Locator, Page } from '@playwright/test'
import { expectXPage, expectSignedIn, expectSignedOut, pick, signedInAt } from './support/citizen'
import { announcementsOf, fingersOf, mapOf, pinsOf, placeOf, scaleOf, type Spot } from './support/map'
import { addAccount, THURSDAY, useNation } from './support/nation'
import { accessibilityProblems, DESK, inVariant, PHONE, variants } from './support/page'
import { allowRenewals, expect, test } from './support/test'

const nation = useNation({ clock: THURSDAY })

/** Presses the Tab key so many times: the focus stays in the map, with its buttons. */
async function expectFocusWithin(page: Page, map: Locator, times: number): Promise<void> {
  const frame = page
    .locator('div, section')
    .filter({ has: map })
    .filter({ has: page.getByRole('toolbar', { name: 'Map' }) })
  const focusIn = (box: Element) => {
    const focused = document.activeElement
    return focused === null || focused === document.body || box.contains(focused) ? 'the map' : focused.outerHTML
  }
  for (let press = 0; press < times; press++) {
    await page.keyboard.press('Tab')
    expect(await frame.last().evaluate(focusIn)).toBe('the map')
  }
}

const finger = { viewport: PHONE, hasTouch: true, isMobile: true } as const

test('the map is moved by mouse: buttons, wheel, drag and full screen', async ({ visit }) => {
  const page = await visit(nation, '/', {
    viewport: DESK,
  })
  const map = await mapOf(page)
  const tools = page.getByRole('toolbar', { name: 'Map' })

  await test.step('the wheel scrolls the page until the map was clicked, and zooms from then on', async () => {
    const open = { x: 0.82, y: 0.62 }
    const at = async () => {
      const { x, y, width, height } = (await map.boundingBox())!
      return [x + width * open.x, y + height * open.y] as const
    }
    const before = await page.evaluate(() => scrollY)
    await page.mouse.move(...(await at()))
    await page.mouse.wheel(0, -120)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before)
    expect(await scaleOf(map)).toBeCloseTo(1, 2)

    await map.scrollIntoViewIfNeeded()
    await page.mouse.click(...(await at()))
    await expect(async () => {
      await page.mouse.wheel(0, -120)
      expect(await scaleOf(map)).toBeGreaterThan(1.05)
    }).toPass()
    await tools.getByRole('button', { name: 'Show the whole map' }).click()
    await expect.poll(() => scaleOf(map)).toBeCloseTo(1, 2)
  })

  await test.step('buttons zoom by 1.2 and 0.8, between 0.8 and 3', async () => {
    await tools.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => scaleOf(map)).toBeCloseTo(1.2, 2)
    // The picture's thousands of shapes know nothing of the scale, so that a step of a zoom does not read their styles again.
    const knownIn = (part: Locator) => part.evaluate((box) => getComputedStyle(box).getPropertyValue('--map-scale'))
    const picture = map.locator('svg').first()
    expect([Number(await knownIn(pinsOf(page))), await knownIn(picture)]).toEqual([expect.closeTo(1.2, 2), ''])
    // It is moved as it was drawn, and drawn sharp once the move is over.
    await expect.poll(() => picture.evaluate((svg) => getComputedStyle(svg.parentElement!).willChange)).toBe('auto')
    await tools.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(() => scaleOf(map)).toBeCloseTo(0.96, 2)
    for (let press = 0; press < 8; press++) await tools.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => scaleOf(map)).toBeCloseTo(3, 2)
    for (let press = 0; press < 10; press++) await tools.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(() => scaleOf(map)).toBeCloseTo(0.8, 2)
    await tools.getByRole('button', { name: 'Show the whole map' }).click()
    await expect.poll(() => scaleOf(map)).toBeCloseTo(1, 2)
  })

  await test.step('a drag moves it, and enters no building', async () => {
    await tools.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => scaleOf(map)).toBeCloseTo(1.2, 2)
    const box = (await map.boundingBox())!
    const before = await placeOf(map)
    // Begins on the Government Building, which is a door for a click.
    const hold = (await page.locator('[data-building="government"] a').first().boundingBox())!
    await page.mouse.move(hold.x + hold.width / 2, hold.y + hold.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, {
      steps: 6,
    })
    await page.mouse.up()
    await expect.poll(async () => (await placeOf(map)).x).not.toBe(before.x)
    expect(new URL(page.url()).pathname).toBe('/')
  })

  await test.step('the full screen begins at the whole picture, and so does the page after it', async () => {
    await tools.getByRole('button', { name: 'Full screen' }).click()
    await expect.poll(() => scaleOf(map)).toBeCloseTo(1, 2)
    await expect.poll(async () => (await map.boundingBox())?.width).toBe(DESK.width)
    await expect.poll(async () => (await map.boundingBox())?.height).toBe(DESK.height)
    await page.mouse.move(900, 640)
    await expect(async () => {
      await page.mouse.wheel(0, -120)
      expect(await scaleOf(map)).toBeGreaterThan(1.05)
    }).toPass()
    await tools.getByRole('button', { name: 'Leave full screen' }).click()
    await expect.poll(() => scaleOf(map)).toBeCloseTo(1, 2)
    await expect.poll(async () => (await map.boundingBox())?.width).toBeLessThan(DESK.width)
  })
})

test('the map is operated by the keyboard alone', async ({ visit }) => {
  const page = await visit(nation, '/', {
    viewport: DESK,
  })
  const map = await mapOf(page)
  await map.focus()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect.poll(() => scaleOf(map)).toBeCloseTo(1.44, 2)
  const before = await placeOf(map)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await placeOf(map)).x).toBeLessThan(before.x)
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await placeOf(map)).y).toBeLessThan(before.y)
  await page.keyboard.press('-')
  await expect.poll(() => scaleOf(map)).toBeCloseTo(1.152, 2)
  await page.keyboard.press('0')
  await expect.poll(() => scaleOf(map)).toBeCloseTo(1, 2)

  // The pins come in their order, and what is announced of them says what locks them.
  const pins = pinsOf(page)
  for (const name of [/^Election Building Connect wallet to access/, /^Government Building/, /^Vote Building/]) {
    await page.keyboard.press('Tab')
    await expect(pins.locator(':focus')).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Tab')
  await expect(pins.getByRole('link', { name: 'Law Building' })).toBeFocused()

  await page.getByRole('button', { name: 'Full screen' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await map.boundingBox())?.width).toBe(DESK.width)
  // The Tab key, all around, reaches nothing that the map covers.
  await expectFocusWithin(page, map, 30)
  await map.focus()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await map.boundingBox())?.width).toBeLessThan(DESK.width)
  const home = page.getByRole('banner').getByRole('link').first()
  await home.focus()
  await expect(home).toBeFocused()

  await pins.getByRole('link', { name: 'Law Building' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/rules$/)
})

test('the map is moved by fingers: taps, two taps, and a pinch on the full screen', async ({ visit }) => {
  const page = await visit(nation, '/', finger)
  const map = await mapOf(page)
  const fingers = await fingersOf(page)
  const box = async () => (await map.boundingBox())!
  const tapTwice = async () => {
    const { x, y, width, height } = await box()
    await fingers.tapTwice([x + width * 0.5, y + height * 0.93])
  }

  await test.step('zoom buttons are for the mouse', async () => {
    await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveCount(0)
  })

  await test.step('two taps go near, and two taps go back', async () => {
    await tapTwice()
    await expect.poll(() => scaleOf(map)).toBeCloseTo(2, 1)
    await tapTwice()
    await expect.poll(() => scaleOf(map)).toBeCloseTo(1, 2)
  })

  await test.step('on the full screen two fingers zoom, between 0.5 and 4, and one pans', async () => {
    await page.getByRole('button', { name: 'Full screen' }).tap()
    await expect.poll(async () => (await box()).height).toBe(PHONE.height)
    const pinch = (from: number, to: number) => {
      const at = (apart: number): Spot[] => [
        [195 - apart, 500],
        [195 + apart, 500],
      ]
      return fingers.move(at(from), at(to))
    }
    await pinch(20, 60)
    await expect.poll(() => scaleOf(map)).toBeGreaterThan(1.5)
    const before = await placeOf(map)
    await fingers.move([[250, 600]], [[150, 600]])
    await expect.poll(async () => (await placeOf(map)).x).toBeLessThan(before.x - 40)
    await pinch(20, 180)
    await pinch(20, 180)
    await expect.poll(() => scaleOf(map)).toBeCloseTo(4, 1)
    await pinch(180, 20)
    await pinch(180, 20)
    await expect.poll(() => scaleOf(map)).toBeCloseTo(0.5, 1)
    await page.getByRole('button', { name: 'Leave full screen' }).tap()
    await expect.poll(() => scaleOf(map)).toBeCloseTo(1, 2)
  })

  await test.step('a tap on a pin enters the building', async () => {
    await pinsOf(page).getByRole('link', { name: 'Government Building' }).tap()
    await expect(page).toHaveURL(/\/gov-staff$/)
  })
})

test('a finger that goes over the map scrolls the page', async ({ visit }) => {
  const page = await visit(nation, '/', finger)
  const map = await mapOf(page)
  const { x, y, width, height } = (await map.boundingBox())!
  const before = await page.evaluate(() => scrollY)
  const fingers = await fingersOf(page)
  await fingers.move([[x + width / 2, y + height * 0.7]], [[x + width / 2, y + height * 0.7 - 180]])
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 80)
  expect(await scaleOf(map)).toBeCloseTo(1, 2)
})

test('a locked building leads to the sign-in, and is open for a citizen who has come back', async ({ visit }) => {
  const page = await visit(nation, '/', {
    viewport: DESK,
  })
  await mapOf(page)
  await pinsOf(page)
    .getByRole('button', { name: /^Election Building/ })
    .click()
  await expectXPage(page)
  await pick(page, 'ada_citizen')
  await expectSignedIn(page)
  await expect(page).toHaveURL(/\/elections$/)
  await page.goto('/')
  await mapOf(page)
  await expect(page.getByRole('link', { name: 'Start Voting' }).first()).toBeVisible()
  await pinsOf(page).getByRole('link', { name: 'Election Building' }).click()
  await expect(page).toHaveURL(/\/elections$/)
})

test('who joins is celebrated on every open home page, and counted', async ({ visit }) => {
  await addAccount(nation, {
    handle: 'nora_new',
    name: 'Nora New',
    createdAt: '2021-03-01T00:00:00Z',
  })
  const page = await visit(nation, '/', {
    viewport: DESK,
  })
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events')
  await page.reload()
  await stream
  await mapOf(page)
  // Looked for meanwhile: they are said for seven seconds, and a page may load for longer.
  await Promise.all([
    expect(announcementsOf(page)).toContainText('Nora New', { timeout: 60_000 }),
    signedInAt(visit, nation, 'nora_new', '/gov-staff'),
  ])
  // Seven seconds are longer than what is usual.
  await expect(announcementsOf(page)).not.toContainText('Nora New', {
    timeout: 12_000,
  })

  // A citizen who comes back has not joined again.
  await signedInAt(visit, nation, 'nora_new', '/gov-staff')
  await expect(announcementsOf(page)).not.toContainText('Nora New')
})

test('the address of the token is copied whole, and the officials come round', async ({ visit }) => {
  const page = await visit(nation, '/', {
    viewport: PHONE,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const copy = page.getByRole('button', { name: /^Copy / })
  const mint = ((await copy.getAttribute('aria-label')) ?? '').replace('Copy ', '')
  expect(mint.length).toBeGreaterThan(30)
  await expect(copy).toContainText('…')
  await copy.click()
  await expect(page.getByText('Copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(mint)
  await expect(page.getByText('Copied to clipboard!')).toBeHidden()

  await page.getByRole('heading', { name: 'In office this week' }).scrollIntoViewIfNeeded()
  const carousel = page.getByRole('group', { name: 'Elected officials' })
  await expect(carousel.getByText('1 of 9')).toBeVisible()
  await expect(carousel.getByRole('status')).toBeEmpty()
  await carousel.getByRole('button', { name: 'Previous official' }).click()
  await expect(carousel.getByRole('status')).toHaveText('Minister of Citizens, 9 of 9')
  await page.keyboard.press('ArrowRight')
  await expect(carousel.getByRole('status')).toHaveText('President, 1 of 9')
  await expect(carousel.getByRole('article', { name: 'President' })).toBeInViewport()
})

test('the map is accessible, on phone and desk, in light and dark', async ({ visit }) => {
  const page = await visit(nation, '/', {
    viewport: PHONE,
  })
  const map = await mapOf(page)
  await page.getByRole('heading', { name: 'In office this week' }).scrollIntoViewIfNeeded()
  const carousel = page.getByRole('group', { name: 'Elected officials' })
  const president = carousel.getByRole('article', { name: 'President', exact: true })
  await expect(carousel).toBeVisible()
  for (const { viewport, colorScheme, looksAt } of variants) {
    await inVariant(page, viewport, colorScheme)
    const left = async () => (await president.boundingBox())!.x - (await carousel.boundingBox())!.x
    await expect.poll(left, 'the first note is seen whole').toBeCloseTo(0, 0)
    // Where nothing of it lies under the header.
    await map.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    expect(await accessibilityProblems(page, looksAt)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    await page.getByRole('button', { name: 'Full screen' }).click()
    await expect.poll(async () => (await map.boundingBox())?.width).toBe(viewport.width)
    expect(await accessibilityProblems(page, looksAt)).toEqual([])
    await page.getByRole('button', { name: 'Leave full screen' }).click()
    await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible()
  }
})

test('a visitor who scrolls before the page has come to life stays where they are', async ({ browserOf }) => {
  const page = await (await browserOf(nation, { viewport: PHONE })).newPage()
  let arrive = () => {}
  const code = new Promise<void>((resolve) => (arrive = resolve))
  await page.context().route('**/assets/*.js', async (route) => {
    await code
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'How Democracy Works' }).scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
  arrive()
  // The button is there once the page knows that there is no session.
  await expectSignedOut(page)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
})

test('Learn More leads down to how the nation works, and Back leads up again', async ({ visit }) => {
  const page = await visit(nation, '/', { viewport: PHONE })
  await expectSignedOut(page)
  const learnMore = page.getByRole('main').getByRole('link', { name: 'Learn More' }).first()
  await learnMore.click()
  await expect(page).toHaveURL(/#how$/)
  const heading = page.getByRole('heading', { name: 'How Democracy Works' })
  await expect(heading).toBeInViewport()
  // It stays in view after what the router does once it has drawn the page.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(heading).toBeInViewport()
  await page.goBack()
  await expect(learnMore).toBeInViewport()
  await page.goForward()
  await expect(heading).toBeInViewport()
})

test('without the nation the map still works, and nothing is counted', async ({ visit, complaints }) => {
  const page = await visit(nation, '/rules', {
    viewport: DESK,
  })
  await page.context().route('**/api/**', (route) => route.abort())
  await page.goto('/')
  const map = await mapOf(page)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => scaleOf(map)).toBeCloseTo(1.2, 2)
  await expect(page.getByRole('heading', { name: 'In office this week' })).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByRole('main').getByRole('definition').first()).toHaveText('–not known')
  // Its stream is tried again and again: one more complaint may come until the end.
  await page.close()
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ERR_FAILED|Failed to fetch/)
})

// The last of this file: the week is over after it.
test('on Monday the seats change for who looks, and it is said', async ({ visit, complaints }) => {
  const page = await visit(nation, '/', { viewport: PHONE })
  await page.getByRole('heading', { name: 'In office this week' }).scrollIntoViewIfNeeded()
  const notes = page.getByRole('group', { name: 'Elected officials' }).getByRole('article')
  await expect(notes).toHaveCount(9)
  const holders = () => notes.getByRole('heading').allTextContents()
  const before = await holders()
  await nation.advance('2026-02-09T00:00:02Z')
  const said = page.getByText(/^The government has changed: [1-9] of 9 seats/)
  await expect(said).toBeAttached({ timeout: 60_000 })
  const after = await holders()
  const changed = after.filter((name, place) => name !== before[place]).length
  await expect(said).toContainText(`: ${changed} of 9`)
  expect(await accessibilityProblems(page)).toEqual([])
  allowRenewals(complaints)
})
