import mysql from 'mysql2/promise'
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

interface Smoothness {
  /** The message at the top of the box in each frame. */
  readonly tops: readonly number[]
  /** Milliseconds from one frame to the next. */
  readonly frames: readonly number[]
  /** Milliseconds of each task over 50 ms. */
  readonly tasks: readonly number[]
}

/** Turns the wheel upwards until so many messages have gone by, and looks at each frame. */
async function wheelUp(page: Page, messages: number): Promise<Smoothness> {
  await lines(page).hover()
  await lines(page).evaluate((box) => {
    const seen = { tops: [] as number[], frames: [] as number[], tasks: [] as number[] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
    let before = performance.now()
    const look = (now: number) => {
      seen.frames.push(now - before)
      before = now
      const edge = box.getBoundingClientRect().top
      const top = [...box.querySelectorAll<HTMLElement>('[data-number]')].find(
        (line) => line.getBoundingClientRect().bottom > edge,
      )
      if (top) seen.tops.push(Number(top.dataset.number))
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const from = (await numbersDrawn(page)).at(-1) ?? 0
  await expect(async () => {
    for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, -400)
    expect((await numbersDrawn(page))[0]).toBeLessThan(from - messages)
  }).toPass({ timeout: 90_000, intervals: [0] })
  return page.evaluate(() => (window as unknown as { seen: Smoothness }).seen)
}

test('a conversation of a hundred thousand messages is read from any point, and holds its place while older ones load', async ({
  visit,
}) => {
  const first = await fillTheGroup()
  const last = first + MESSAGES - 1
  const ada = await signedInAt(visit, nation, 'ada_citizen', '/messenger/citizens')

  await test.step('it opens at the first unread message', async () => {
    await expect(lines(ada).getByText('New messages', { exact: true })).toBeInViewport()
    expect(await expectAStretch(ada)).toContain(first)
  })

  await test.step('End leads to its end at once', async () => {
    await lines(ada).press('End')
    await ada.getByRole('button', { name: /new message|Latest messages/ }).click()
    await expect(lines(ada).locator(`[data-number="${last}"]`)).toBeInViewport()
    await expectAStretch(ada)
  })

  await test.step('the wheel goes up through thousands, and what is read never jumps', async () => {
    const { tops, frames, tasks } = await wheelUp(ada, 1_500)
    // On a busy machine the list draws lines of another place for a single frame while older messages are added: the next frame counts.
    const back = tops.filter((_, place) => {
      const [before, ...now] = tops.slice(place, place + 3)
      return before !== undefined && now.length === 2 && now.every((top) => top > before + 1)
    })
    expect(back, 'the message at the top went down again').toEqual([])
    await expectAStretch(ada)
    const late = frames.filter((ms) => ms > 50).length
    process.stderr.write(
      `1,500 messages in ${frames.length} frames: ${late} later than 50 ms, tasks over 50 ms: ${tasks.map(Math.round).join(', ') || 'none'}\n`,
    )
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
})
