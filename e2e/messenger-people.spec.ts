import { signedInAt } from './support/citizen'
import { TUESDAY, useNation } from './support/nation'
import {
  act,
  bubble,
  chat,
  dialogIsOpenToAll,
  field,
  isOpenToAll,
  lines,
  openMenu,
  say,
  toEnd,
} from './support/messenger'
import { accessibilityProblems, DESK, PHONE } from './support/page'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: TUESDAY })

/** A picture of one dot. */
const picture = {
  name: 'lamp.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

const people = (page: Page) => page.getByRole('listbox', { name: 'People to mention' })
const writing = (page: Page) => page.getByLabel('Message', { exact: true }).and(page.locator('textarea'))
const isInside = async (page: Page, what: ReturnType<Page['getByRole']>) => {
  const box = await what.boundingBox()
  const { width, height } = page.viewportSize()!
  expect(box).not.toBeNull()
  const { x, y, width: wide, height: high } = box!
  expect([x >= 0, y >= 0, x + wide <= width, y + high <= height]).toEqual([true, true, true, true])
}

test('a citizen is mentioned by completion, sees it counted apart, and answers with an image', async ({ visit }) => {
  const [ada, mina, piet] = await Promise.all([
    signedInAt(visit, nation, 'ada_citizen', '/messenger'),
    signedInAt(visit, nation, 'mina_minister', '/messenger/citizens'),
    signedInAt(visit, nation, 'piet_president', '/messenger/citizens'),
  ])

  await test.step('at both widths, @ and letters offer people above the field', async () => {
    await expect(writing(piet)).toBeVisible()
    for (const [page, viewport] of [
      [piet, DESK],
      [mina, PHONE],
    ] as const) {
      await page.setViewportSize(viewport)
      await writing(page).pressSequentially('Hello @ad')
      await expect(people(page)).toBeVisible()
      await isInside(page, people(page))
      await expect(field(page)).toBeFocused()
      const first = await people(page).getByRole('option').first().getAttribute('id')
      await expect(field(page)).toHaveAttribute('aria-activedescendant', first ?? '')
    }
    expect(await accessibilityProblems(piet), 'the list of people').toEqual([])
    expect(await accessibilityProblems(mina), 'the list of people on a phone').toEqual([])
    await mina.keyboard.press('Escape')
    await expect(people(mina)).toHaveCount(0)
    await writing(mina).fill('')
  })

  await test.step('Enter takes, and does not send; the mention reaches the list, apart from what is unread', async () => {
    // The demo nation has mentioned her before.
    const line = chat(ada, 'Citizens Chat')
    const mentions = async () => Number(/(\d{1,3}) mentions? of you/.exec(await line.innerText())?.[1] ?? 0)
    const before = await mentions()
    await writing(piet).fill('')
    const withoutLamp = bubble(piet, '@ada').filter({ hasNotText: 'bring a lamp' })
    const earlier = await withoutLamp.count()
    await writing(piet).pressSequentially('@ada')
    await expect(people(piet).getByRole('option', { name: /@ada_citizen/ })).toHaveAttribute('aria-selected', 'true')
    await piet.keyboard.press('Enter')
    await expect(field(piet)).toHaveValue('@ada_citizen ')
    await piet.keyboard.type('bring a lamp to the pier')
    await piet.keyboard.press('Enter')
    // One message, and none before it that the first Enter would have sent.
    await expect(bubble(piet, '@ada').last()).toContainText('@ada_citizen bring a lamp to the pier')
    expect(await withoutLamp.count()).toBeLessThanOrEqual(earlier)
    await expect(bubble(piet, 'bring a lamp to the pier').locator('strong')).toHaveText('@ada_citizen')
    await expect.poll(mentions).toBe(before + 1)
    await expect(line.getByText(/unread message/)).toBeAttached()
    await line.click()
    await toEnd(ada)
    await toEnd(mina)
    await expect(bubble(ada, 'bring a lamp to the pier').locator('[data-mentioned]')).toBeVisible()
    await expect(bubble(mina, 'bring a lamp to the pier').locator('[data-mentioned]')).toHaveCount(0)
  })

  await test.step('an image is sent, and opens for the others with words of its own', async () => {
    await ada.locator('form input[type=file]').setInputFiles(picture)
    await expect(ada.getByRole('list', { name: 'Images to send' }).getByRole('img')).toHaveCount(1)
    await field(ada).fill('This one?')
    await field(ada).press('Enter')
    for (const page of [mina, piet]) {
      await expect(bubble(page, 'This one?').getByRole('img', { name: /^Image 1 of/ })).toBeVisible()
    }
  })

  await test.step('the menu of a message is accessible, and gives the focus back', async () => {
    for (const page of [mina, piet]) {
      await openMenu(page, 'This one?')
      expect(await accessibilityProblems(page), 'the menu of a message').toEqual([])
      await page.keyboard.press('Escape')
      await expect(bubble(page, 'This one?').getByRole('button', { name: /^Actions/ })).toBeFocused()
    }
    await act(ada, 'This one?', 'Delete')
    await ada.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(bubble(mina, 'This one?')).toHaveCount(0)
    await expect(ada.locator('body')).not.toBeFocused()
    await expect(
      lines(ada)
        .getByRole('button', { name: /^Actions/ })
        .and(ada.locator(':focus')),
    ).toHaveCount(1)
  })
})

test('a message is reported; its writer is muted, reads until when and why, and keeps the draft', async ({ visit }) => {
  const [ada, mina, milo] = await Promise.all([
    signedInAt(visit, nation, 'ada_citizen', '/messenger/citizens'),
    signedInAt(visit, nation, 'mina_minister', '/messenger/citizens'),
    signedInAt(visit, nation, 'milo_moderator', '/messenger'),
  ])
  // A moderator is on the way as well.
  await milo.setViewportSize(PHONE)
  await toEnd(mina)
  await say(ada, 'You are a herring.')
  await act(mina, 'You are a herring.', 'Report')
  await mina.getByLabel('What is wrong with it?').fill('It insults a citizen.')
  await dialogIsOpenToAll(mina, 'the report of a message')
  await mina.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await expect(mina.getByText('The moderators will look at it.')).toBeVisible()

  await test.step('moderators find it in the messenger, with what was said around it', async () => {
    const link = milo.getByRole('link', { name: /^Reports/ })
    await expect(link).toContainText('open', { timeout: 30_000 })
    await link.click()
    await expect(milo).toHaveURL(/\/messenger\/reports$/)
    const card = milo.getByRole('listitem', { name: 'Report about Ada Lindgren' })
    await expect(card).toContainText('It insults a citizen.')
    await expect(card).toContainText('Reported by Mina Farahani')
    await expect(card.getByRole('list', { name: 'What was said' })).toContainText('You are a herring.')
    await isOpenToAll(milo, 'the reports')
    await milo.setViewportSize(PHONE)
    await expect(ada.getByRole('link', { name: /^Reports/ })).toHaveCount(0)
  })

  const card = milo.getByRole('listitem', { name: 'Report about Ada Lindgren' })
  await test.step('a muted citizen reads until when and why in place of the field', async () => {
    await field(ada).fill('And you are')
    await card.getByRole('button', { name: 'Mute Ada Lindgren' }).click()
    await milo.getByLabel('Reason').fill('Insults.')
    await dialogIsOpenToAll(milo, 'the mute of a citizen')
    await milo.setViewportSize(PHONE)
    await milo.getByRole('dialog').getByRole('button', { name: 'Mute' }).click()
    await expect(ada.getByRole('note')).toHaveText(/^You are muted until .* UTC: Insults\.$/)
    await expect(field(ada)).toHaveCount(0)
    await isOpenToAll(ada, 'a conversation of a muted citizen')
    await expect(card).toContainText('Muted until')
  })

  await test.step('the draft is there again when the mute is ended', async () => {
    await card.getByRole('button', { name: 'Unmute Ada Lindgren' }).click()
    await expect(field(ada)).toHaveValue('And you are')
    await field(ada).fill('')
  })

  await test.step('the message is deleted for all, and the report closed with a note', async () => {
    await card.getByRole('button', { name: 'Delete message' }).click()
    await milo.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(bubble(mina, 'You are a herring.')).toHaveCount(0)
    await card.getByRole('button', { name: 'Resolve' }).click()
    await expect(milo.getByLabel('What was done?')).toHaveValue(/The message was deleted\./)
    await milo.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
    await expect(card).toHaveCount(0)
    await milo.getByRole('radio', { name: 'Resolved' }).check({ force: true })
    await expect(card).toContainText('Resolved by')
  })
})

test('a message is searched and opened far from the end, at both widths; Back leads to the search', async ({
  visit,
}) => {
  const ada = await signedInAt(visit, nation, 'ada_citizen', '/messenger/citizens')
  await toEnd(ada)
  const results = ada.getByRole('complementary', { name: 'Conversations' }).getByRole('list', { name: 'Messages' })
  const found = results.getByRole('link', { name: /harbour steps with lamps on both sides/ })
  const marked = lines(ada).locator('[data-number]:has([data-marked])')
  for (const viewport of [DESK, PHONE]) {
    await ada.setViewportSize(viewport)
    await ada.goto('/messenger/citizens')
    await expect(field(ada)).toBeVisible()
    await ada.getByRole('button', { name: 'Conversation settings' }).click()
    await ada.getByRole('menuitem', { name: 'Search in this conversation' }).click()
    await expect(ada.getByRole('searchbox', { name: 'Search messages' })).toBeFocused()
    await ada.getByRole('searchbox', { name: 'Search messages' }).fill('harb both')
    await expect(found).toBeVisible()
    expect(await accessibilityProblems(ada), 'the results of a search').toEqual([])
    await found.click()
    await expect(ada).toHaveURL(/at=\d+/)
    await expect(marked).toContainText('harbour steps with lamps on both sides')
    await expect(marked).toBeFocused()
    await expect(marked).toBeInViewport()
    await expect(ada.getByText(/^Message of .*harbour steps/)).toHaveRole('status')
    await ada.reload()
    await expect(marked).toBeFocused()
    await expect(marked).toBeInViewport()
    await ada.goBack()
    await expect(ada).not.toHaveURL(/at=\d+/)
    await expect(found).toBeVisible()
  }
})

test('a block is silent for both, and ends without what was written meanwhile', async ({ visit }) => {
  const [ada, mina] = await Promise.all([
    signedInAt(visit, nation, 'ada_citizen', '/gov-staff'),
    signedInAt(visit, nation, 'mina_minister', '/messenger'),
  ])
  await ada.getByRole('list', { name: 'Cabinet positions' }).getByRole('link', { name: /Mina/ }).click()
  await ada.getByRole('link', { name: 'Send Message' }).click()
  await say(ada, 'Good morning, Mina.')
  await mina
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: /Good morning, Mina/ })
    .click()
  await say(mina, 'Good morning, Ada.')
  await expect(bubble(ada, 'Good morning, Ada.')).toBeVisible()

  await ada.setViewportSize(PHONE)
  await ada.getByRole('button', { name: 'Conversation settings' }).click()
  await ada.getByRole('menuitem', { name: 'Block Mina Farahani' }).click()
  await dialogIsOpenToAll(ada, 'the question before a block')
  await ada.setViewportSize(PHONE)
  await ada.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(ada.getByText('@mina_minister · Blocked')).toBeVisible()
  await ada.setViewportSize(DESK)
  await expect(ada.getByText('Blocked', { exact: true })).toBeVisible()
  // The one who is blocked sees a message that was sent, and no sign of the block.
  await say(mina, 'Are you there?')
  await expect(bubble(mina, 'Are you there?').getByRole('button', { name: /^Actions/ })).toHaveCount(1)
  // The way to one's own list is there for everybody.
  await expect(mina.getByText(/block/i)).toHaveText(['Blocked citizens'])
  await ada.reload()
  await expect(bubble(ada, 'Good morning, Ada.')).toBeVisible()
  await expect(bubble(ada, 'Are you there?')).toHaveCount(0)

  await ada.getByRole('button', { name: 'Blocked citizens' }).click()
  const blocked = ada.getByRole('dialog', { name: 'Blocked citizens' }).getByRole('listitem')
  await expect(blocked).toHaveCount(1)
  await expect(blocked).toContainText('Mina Farahani')
  expect(await accessibilityProblems(ada)).toEqual([])
  await ada.keyboard.press('Escape')
  await ada.setViewportSize(PHONE)
  await ada.getByRole('button', { name: 'Conversation settings' }).click()
  await ada.getByRole('menuitem', { name: 'Unblock Mina Farahani' }).click()
  await expect(ada.getByText('@mina_minister · Blocked')).toHaveCount(0)
  await say(mina, 'And now?')
  await expect(bubble(ada, 'And now?')).toBeVisible()
  await expect(bubble(ada, 'Are you there?')).toHaveCount(0)
})

test('what an administrator writes in the panel, officials read at once in their dashboard, at both widths', async ({
  visit,
}) => {
  const [alma, piet] = await Promise.all([
    signedInAt(visit, nation, 'alma_admin', '/admin?tab=chat'),
    signedInAt(visit, nation, 'piet_president', '/government?tab=communication'),
  ])
  await alma.getByLabel('Username').fill(nation.admin?.username ?? '')
  await alma.getByLabel('Password').fill(nation.admin?.password ?? '')
  await alma.getByRole('button', { name: 'Enter' }).click()
  const told = (page: Page) => page.getByRole('region', { name: 'Messages of the administration' })
  for (const [writer, reader, text] of [
    [DESK, PHONE, 'The books are open on Friday.'],
    [PHONE, DESK, 'And the harbour on Saturday.'],
  ] as const) {
    await alma.setViewportSize(writer)
    await piet.setViewportSize(reader)
    // Nothing is read by itself meanwhile: it comes by the stream, long before the half minute is over.
    await say(alma, text)
    await expect(told(alma).getByText(text)).toBeVisible()
    await expect(told(piet).getByText(text)).toBeVisible({ timeout: 15_000 })
    for (const [page, what] of [
      [alma, 'the chat in the panel'],
      [piet, 'the communication in the dashboard'],
    ] as const) {
      expect(await accessibilityProblems(page), `${what} at ${page.viewportSize()?.width} px`).toEqual([])
    }
  }
  await expect(piet.getByRole('button', { name: 'Send' })).toBeDisabled()
  await expect(piet.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled()
})

test('who loses the office leaves its open room at once, and reads why', async ({ visit }) => {
  const [piet, mina] = await Promise.all([
    signedInAt(visit, nation, 'piet_president', '/government?tab=hierarchy'),
    signedInAt(visit, nation, 'mina_minister', '/messenger/government'),
  ])
  await expect(field(mina)).toBeVisible()
  const seat = piet.getByRole('article', { name: 'Minister of Finance', exact: true })
  await seat.getByRole('button', { name: /^Remove/ }).click()
  const answered = piet.waitForResponse((response) => /\/api\/.*(remove|update-role)/.test(response.url()))
  // It leaves by what the stream tells: nothing is asked of the room meanwhile, which hears it in passing after 15 s at the latest.
  // That nothing is delivered a second after the commit is tested on the API (`live-roles.test.ts`), where a machine's load has no say.
  const asked: string[] = []
  mina.on('request', (request) => {
    if (/get-group-messages.*government/.test(request.url())) asked.push(request.url())
  })
  const left = mina.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.body.innerText.includes('This group is not open to you')) return
          observer.disconnect()
          resolve(Date.now())
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
  )
  await piet.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await answered
  const from = Date.now()
  const after = (await left) - from
  expect(asked).toEqual([])
  test.info().annotations.push({ type: 'left the room after', description: `${after} ms` })
  await expect(mina.getByRole('heading', { name: 'This group is not open to you' })).toBeVisible()
  await expect(mina.getByText('Only its members can read it and write in it.')).toBeVisible()
  await expect(field(mina)).toHaveCount(0)
  await expect(chat(mina, 'Government Chat')).toHaveCount(0)
  await isOpenToAll(mina, 'a room that one has left')
})
