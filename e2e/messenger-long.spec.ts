import type { RunningNation } from '@nation/dev/nation'
import mysql from 'mysql2/promise'
import { PNG } from 'pngjs'
import { signedInAt } from './support/citizen'
import { lines } from './support/messenger'
import { TUESDAY, useNation } from './support/nation'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: TUESDAY })

const MESSAGES = 100_000
/** Of each twenty messages the last one replies to the message in the middle of all. */
const MIDDLE = MESSAGES / 2
/** However long a conversation is, about a screen of it is in the document. */
const MOST_DRAWN = 80

/** Replaces what the citizens have said by a long conversation. Answers the number of its first message. */
async function fillTheGroup(): Promise<number> {
  const database = await mysql.createConnection(nation.databaseUrl)
  const [[group]] = await database.query<mysql.RowDataPacket[]>(
    "SELECT id, last_number AS last, last_at FROM conversations WHERE channel = 'citizens'",
  )
  const digits =
    '(SELECT 0 AS d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9)'
  const last = Number(group?.last)
  await database.query(
    `INSERT INTO messages (conversation_id, number, uid, sender_id, text, reply_to, sent_at)
     SELECT ?, ? + n, CONCAT('01950000-0000-7000-8000-', LPAD(LOWER(HEX(n)), 12, '0')), 1 + n % 40,
       CONCAT('Lamp ', n, ' of the quay', REPEAT(', and what is said of it', n % 7), '.'),
       IF(n % 20 = 0 AND n > ${MIDDLE}, ? + ${MIDDLE}, NULL), ? - INTERVAL (${MESSAGES} - n) * 10000 MICROSECOND
     FROM (SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * d.d + 10000 * e.d AS n
       FROM ${digits} a, ${digits} b, ${digits} c, ${digits} d, ${digits} e) AS numbers`,
    [group?.id, last, last, group?.last_at],
  )
  await database.query('UPDATE conversations SET last_number = last_number + ? WHERE id = ?', [MESSAGES, group?.id])
  await database.end()
  return last + 1
}

const numbersDrawn = (page: Page): Promise<number[]> =>
  lines(page).evaluate((box) =>
    [...box.querySelectorAll<HTMLElement>('[data-number]')].map((line) => Number(line.dataset.number)),
  )

/** What is drawn is one stretch without a hole, in order, and no more than a screen and what is near it. */
async function expectAStretch(page: Page): Promise<number[]> {
  const drawn = await numbersDrawn(page)
  expect(drawn.length).toBeGreaterThan(3)
  expect(drawn.length).toBeLessThan(MOST_DRAWN)
  expect(drawn).toEqual(drawn.map((_, place) => (drawn[0] ?? 0) + place))
  return drawn
}

/** The share of the box's pixels that are not of its ground while no line of it is drawn. */
async function shareOfShapes(page: Page): Promise<number> {
  const drawLines = (visibility: 'hidden' | '') =>
    lines(page).evaluate((box, given) => {
      for (const line of box.querySelectorAll<HTMLElement>('li > div')) line.style.visibility = given
      for (const line of box.querySelectorAll<HTMLElement>('li')) line.style.background = given && 'none'
    }, visibility)
  await drawLines('hidden')
  const { data } = PNG.sync.read(await lines(page).screenshot())
  await drawLines('')
  const pixels = new Map<number, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.readUInt32BE(at)
    pixels.set(colour, (pixels.get(colour) ?? 0) + 1)
  }
  return 1 - Math.max(...pixels.values()) / (data.length / 4)
}

interface Seen {
  /** The message at the top of the box in each frame, and where it stands there, in pixels. */
  readonly tops: readonly (readonly [number: number, at: number])[]
  /** Pixels of the list in view that no line covers, in each frame. */
  readonly gaps: readonly number[]
  /** Milliseconds from one frame to the next. */
  readonly frames: readonly number[]
}

/** Looks at each frame as it is painted, while something is done. */
async function watched(page: Page, act: () => Promise<unknown>): Promise<Seen> {
  await lines(page).evaluate((box) => {
    const seen = { tops: [] as [number, number][], gaps: [] as number[], frames: [] as number[] }
    const list = box.querySelector('ol') as HTMLElement
    const inView = (element: Element): number => {
      const [{ top, bottom }, view] = [element.getBoundingClientRect(), box.getBoundingClientRect()]
      return Math.max(0, Math.min(bottom, view.bottom) - Math.max(top, view.top))
    }
    const painted = () => {
      const shown = [...list.children].filter((line) =>
        line.querySelector('[data-number]')?.checkVisibility({ visibilityProperty: true }),
      )
      const gap = Math.round(inView(list) - shown.reduce((sum, line) => sum + inView(line), 0))
      seen.gaps.push(gap > 1 ? gap : 0)
      const edge = box.getBoundingClientRect().top
      const top = shown
        .find((line) => line.getBoundingClientRect().bottom > edge)
        ?.querySelector<HTMLElement>('[data-number]')
      if (top) seen.tops.push([Number(top.dataset.number), top.getBoundingClientRect().top - edge])
    }
    // The list measures its lines after a frame's callbacks, as an observer of sizes. One that was made later comes after it, and sees what
    // is painted: what it observes has another size in each frame.
    const ruler = document.body.appendChild(document.createElement('div'))
    ruler.style.cssText = 'position: fixed; top: 0; height: 1px; visibility: hidden'
    const observer = new ResizeObserver(painted)
    let before = performance.now()
    let frame = requestAnimationFrame(function look(now) {
      seen.frames.push(now - before)
      before = now
      ruler.style.width = `${1 + (seen.frames.length % 2)}px`
      frame = requestAnimationFrame(look)
    })
    observer.observe(ruler)
    const over = () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      ruler.remove()
      return seen
    }
    Object.assign(window, { over })
  })
  await act()
  return page.evaluate(() => (window as unknown as { over: () => Seen }).over())
}

/** No frame of the page's main thread has an empty place where a message should be. */
function expectNoGap(how: string, { frames, gaps }: Seen): void {
  const late = frames.filter((ms) => ms > 50).length
  process.stderr.write(`${how}: ${frames.length} frames, ${late} later than 50 ms\n`)
  // However slow the machine is; a quick one looks at hundreds.
  expect(gaps.length, 'frames that were looked at').toBeGreaterThan(3)
  expect(
    gaps.filter((gap) => gap > 0),
    `pixels without a line, by frame: ${how}`,
  ).toEqual([])
}

/** Turns the wheel upwards until so many messages have gone by. */
async function wheelUp(page: Page, messages: number): Promise<void> {
  await lines(page).hover()
  const from = (await numbersDrawn(page)).at(-1) ?? 0
  await expect(async () => {
    for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, -400)
    expect((await numbersDrawn(page))[0]).toBeLessThan(from - messages)
  }).toPass({ timeout: 240_000, intervals: [0] })
}

/** Moves the list from frame to frame, as one who drags its bar: between two frames, and not in one, where it would be heard of in the next. */
const drag = (page: Page, steps: number, to: 'up and down' | 'from end to end') =>
  lines(page).evaluate(
    async (box, given) => {
      const frame = () =>
        new Promise<void>((resolve) =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve()
            port2.postMessage(null)
          }),
        )
      for (let step = 0; step < given.steps; step++) {
        const way = box.scrollHeight - box.clientHeight
        if (given.to === 'up and down') box.scrollTop += step < given.steps / 2 ? -300 : 300
        else box.scrollTop = Math.round(way * Math.abs(Math.cos(step / 8)))
        await frame()
      }
    },
    { steps, to },
  )

/** How a reader may scroll, each for a second or two. */
const ways: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'a wheel, notch by notch': async (page) => {
    await lines(page).hover()
    for (let turn = 0; turn < 80; turn++) await page.mouse.wheel(0, -120)
  },
  'a wheel that turns back and forth': async (page) => {
    await lines(page).hover()
    for (let turn = 0; turn < 80; turn++) await page.mouse.wheel(0, turn % 20 < 12 ? -400 : 400)
  },
  'the keys Page Up, Page Down and Home': async (page) => {
    for (let turn = 0; turn < 20; turn++) await lines(page).press('PageUp')
    for (let turn = 0; turn < 5; turn++) await lines(page).press('PageDown')
    for (let turn = 0; turn < 3; turn++) await lines(page).press('Home')
  },
  'a finger that flings': async (page) => {
    const { x, y, width, height } = (await lines(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const session = await page.context().newCDPSession(page)
    for (let fling = 0; fling < 3; fling++) {
      await session.send('Input.synthesizeScrollGesture', {
        x: Math.round(x + width / 2),
        y: Math.round(y + height / 2),
        yDistance: 3_000,
        speed: 4_000,
        gestureSourceType: 'touch',
        preventFling: false,
      })
    }
    await session.detach()
  },
  'the bar, dragged up and down': (page) => drag(page, 120, 'up and down'),
  'the bar, thrown from end to end': (page) => drag(page, 60, 'from end to end'),
}

async function expectNoGapInAnyWay(page: Page, visitor: string): Promise<void> {
  for (const [way, scroll] of Object.entries(ways)) {
    await test.step(`no frame has a gap, ${visitor}: ${way}`, async () => {
      expectNoGap(`${way}, ${visitor}`, await watched(page, () => scroll(page)))
    })
  }
}

test('a conversation of a hundred thousand messages is read from any point, and holds its place while older ones load', async ({
  visit,
}) => {
  test.setTimeout(720_000)
  const first = await fillTheGroup()
  const last = first + MESSAGES - 1
  const ada = await signedInAt(visit, nation, 'ada_citizen', '/messenger/citizens')

  await test.step('it opens at the first unread message', async () => {
    await expect(lines(ada).getByText('New messages', { exact: true })).toBeInViewport()
    expect(await expectAStretch(ada)).toContain(first)
  })

  await test.step('where no line is drawn lie the shapes of some', async () => {
    expect(await shareOfShapes(ada)).toBeGreaterThan(0.1)
  })

  await test.step('End leads to its end at once', async () => {
    await lines(ada).press('End')
    await ada.getByRole('button', { name: /new message|Latest messages/ }).click()
    await expect(lines(ada).locator(`[data-number="${last}"]`)).toBeInViewport()
    await expectAStretch(ada)
  })

  await test.step('the wheel goes up through thousands, and what is read never jumps', async () => {
    const seen = await watched(ada, () => wheelUp(ada, 1_500))
    const tops = seen.tops.map(([number]) => number)
    const back = tops.filter((top, place) => top > (tops[place - 1] ?? top) + 1)
    expect(back, 'the message at the top went down again').toEqual([])
    expectNoGap('1,500 messages by wheel', seen)
    await expectAStretch(ada)
  })

  await expectNoGapInAnyWay(ada, 'who asks for less motion')

  await test.step('a device of a quarter of the speed has a line in each place, too', async () => {
    const session = await ada.context().newCDPSession(ada)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const seen = await watched(ada, () => wheelUp(ada, 100))
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    expectNoGap('100 messages by wheel, at a quarter of the speed', seen)
  })

  await test.step('what is read keeps its place to the pixel while older messages are added', async () => {
    await expect(ada.getByText('Older messages…')).toBeHidden()
    await ada.route('**/api/messenger/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.fallback()
    })
    // What stands there is drawn and measured before the older ones come.
    const height = await lines(ada).evaluate(async (box) => {
      const { scrollHeight } = box
      box.scrollTop = 500
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
      return scrollHeight
    })
    const seen = await watched(ada, async () => {
      await expect.poll(() => lines(ada).evaluate((box) => box.scrollHeight)).toBeGreaterThan(height + 500)
      await expect(ada.getByText('Older messages…')).toBeHidden()
    })
    await ada.unroute('**/api/messenger/**')
    const { tops } = seen
    const [number, at] = tops[0] ?? [0, 0]
    expect(tops.length, 'frames in which it stood').toBeGreaterThan(3)
    expect(tops.filter(([one, place]) => one !== number || Math.abs(place - at) > 1)).toEqual([])
    expectNoGap('older messages come', seen)
  })

  await test.step('a quotation leads into the middle, and back to what quotes it', async () => {
    const quote = lines(ada)
      .getByRole('button', { name: /In reply to/ })
      .first()
    await expect(async () => {
      await ada.mouse.wheel(0, -600)
      await expect(quote).toBeInViewport({ timeout: 200 })
    }).toPass({ timeout: 30_000 })
    // The wheel may still be turning the list when its quotation is seen: what is pressed is the one that stands.
    await expect(async () => {
      await quote.click({ timeout: 1_000 })
      await expect(lines(ada).locator(`[data-number="${first - 1 + MIDDLE}"]`)).toBeInViewport({ timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
    await expectAStretch(ada)
  })

  await test.step('who sees the pages move', async () => {
    const move = (origin: RunningNation, path?: string) => visit(origin, path, { reducedMotion: 'no-preference' })
    const bea = await signedInAt(move, nation, 'ada_citizen', '/messenger/citizens')
    await lines(bea).getByRole('listitem').first().waitFor()
    expectNoGap('300 messages by wheel, with motion', await watched(bea, () => wheelUp(bea, 300)))
    await expectNoGapInAnyWay(bea, 'with motion')
  })
})
