import { signedInAt } from './support/citizen'
import { addAccount, TUESDAY, useNation } from './support/nation'
import { act, bubble, chat, field, isOpenToAll, pressWhileItMoves, say, toEnd } from './support/messenger'
import { DESK, PHONE } from './support/page'
import { expect, test } from './support/test'

const nation = useNation({ clock: TUESDAY })

test('citizens talk in a group and directly: unread, reply, edit, delete, and a request', async ({ visit }) => {
  const [ada, mina] = await Promise.all([
    signedInAt(visit, nation, 'ada_citizen', '/messenger'),
    signedInAt(visit, nation, 'mina_minister', '/messenger'),
  ])
  await mina.setViewportSize(PHONE)

  await test.step('the list shows the groups that are open to each, and what one is', async () => {
    await expect(ada.getByText('Select a chat to start messaging')).toBeVisible()
    await expect(ada.getByRole('list', { name: 'Groups' }).getByRole('link')).toHaveCount(1)
    await expect(mina.getByRole('list', { name: 'Groups' }).getByRole('link')).toHaveCount(2)
    await expect(ada.locator('header').getByText('Citizen', { exact: true })).toBeVisible()
    await isOpenToAll(ada, 'the list')
  })

  await test.step('what one says, the others read at once, and the badge counts it', async () => {
    await chat(ada, 'Citizens Chat').click()
    await expect(ada).toHaveURL(/\/messenger\/citizens$/)
    await expect(field(ada)).toBeFocused()
    await say(ada, 'Who brings lamps to the ferry pier tonight?')
    await expect(bubble(ada, 'Who brings lamps')).toBeVisible()
    await expect(chat(mina, 'Citizens Chat').getByText(/unread message/)).toBeAttached()
    await chat(mina, 'Citizens Chat').click()
    await toEnd(mina)
    await expect(bubble(mina, 'Who brings lamps')).toBeVisible()
    await say(mina, 'Two of them. https://example.org/lamps (they are heavy).')
    await expect(bubble(ada, 'Two of them')).toBeVisible()
    const link = bubble(ada, 'Two of them').getByRole('link')
    await expect(link).toHaveAttribute('href', 'https://example.org/lamps')
    await expect(link).toHaveAttribute('rel', /noopener/)
    const hebrew = 'שלום לכולם.'
    await field(ada).fill(hebrew)
    await expect(field(ada)).toHaveCSS('direction', 'rtl')
    await field(ada).press('Enter')
    const places = await bubble(mina, hebrew).getByText(hebrew, { exact: true }).last().evaluate(leftOfEnds)
    expect(places.stop, 'left of the first letter').toBeLessThan(places.first)
    await mina.getByRole('link', { name: 'Back to all conversations' }).click()
    await expect(chat(mina, 'Citizens Chat').getByText(/unread message/)).toHaveCount(0)
  })

  await test.step('a reply quotes and leads to what it answers', async () => {
    await chat(mina, 'Citizens Chat').click()
    await act(ada, 'Two of them', 'Reply')
    await expect(field(ada)).toBeFocused()
    await say(ada, 'Thank you!')
    await expect(bubble(mina, 'Thank you!').getByRole('button', { name: /In reply to/ })).toContainText('Two of them')
    await bubble(mina, 'Thank you!')
      .getByRole('button', { name: /In reply to/ })
      .click()
    await expect(bubble(mina, 'Two of them').locator('[data-marked]').first()).toBeVisible()
  })

  await test.step('the arrow up edits what was said last; everybody sees that it was edited', async () => {
    await field(ada).press('ArrowUp')
    await expect(ada.getByText('Editing your message')).toBeVisible()
    await field(ada).fill('Thank you, Mina!')
    await field(ada).press('Enter')
    await expect(bubble(mina, 'Thank you, Mina!')).toContainText('edited')
    await isOpenToAll(ada, 'a group')
  })

  await test.step('what is deleted leaves its place, after a question', async () => {
    await act(ada, 'Thank you, Mina!', 'Delete')
    await ada.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(bubble(mina, 'This message was deleted.').last()).toContainText('Ada Lindgren')
    await expect(bubble(mina, 'Thank you, Mina!')).toHaveCount(0)
  })

  await test.step('a reaction and a mention reach the other at once', async () => {
    await act(ada, 'Two of them', 'Heart')
    await expect(bubble(mina, 'Two of them').getByRole('button', { name: 'Heart: 1' })).toBeVisible()
    await pressWhileItMoves(mina, bubble(mina, 'Two of them').getByRole('button', { name: 'Heart: 1' }))
    await expect(bubble(ada, 'Two of them').getByRole('button', { name: 'Heart: 2' })).toBeVisible()
    await mina.getByRole('link', { name: 'Back to all conversations' }).click()
    await say(ada, '@mina_minister, are they there?')
    await expect(chat(mina, 'Citizens Chat').getByText('1 mention of you')).toBeAttached()
    await expect(bubble(ada, 'are they there?').locator('strong')).toHaveText('@mina_minister')
  })

  await test.step('an official’s page leads to the conversation with them', async () => {
    await ada.goto('/gov-staff')
    await ada.getByRole('list', { name: 'Cabinet positions' }).getByRole('link', { name: /Mina/ }).click()
    await ada.getByRole('link', { name: 'Send Message' }).click()
    await expect(ada).toHaveURL(/\/messenger\/c\//)
    await expect(ada.getByRole('heading', { name: 'Mina Farahani' })).toBeVisible()
    await say(ada, 'May I visit your office?')
    const listed = mina.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /May I visit/ })
    await expect(listed).toContainText('1 unread message')
    await listed.click()
    await say(mina, 'Gladly, on Monday.')
    await expect(bubble(ada, 'Gladly, on Monday.')).toBeVisible()
    await isOpenToAll(ada, 'a direct conversation')
  })
})

test('a stranger’s first message waits as a request until it is accepted', async ({ visit }) => {
  await addAccount(nation, { handle: 'sten_stranger', name: 'Sten Stranger', createdAt: '2020-03-01T00:00:00Z' })
  const [sten, ada] = await Promise.all([
    signedInAt(visit, nation, 'sten_stranger', '/messenger'),
    signedInAt(visit, nation, 'ada_citizen', '/messenger'),
  ])
  await sten.getByRole('combobox', { name: 'Search for a citizen to write to' }).fill('ada_citizen')
  await sten.getByRole('option', { name: /Ada Lindgren/ }).waitFor()
  await sten.keyboard.press('ArrowDown')
  await sten.keyboard.press('Enter')
  await expect(sten).toHaveURL(/\/messenger\/c\//)
  await field(sten).fill('Shall we meet at the harbour?')
  await field(sten).press('Enter')
  // The field is away until the request is accepted.
  await expect(sten.getByText(/Your message waits until Ada Lindgren accepts it/)).toBeVisible()
  const listed = ada.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /Shall we meet/ })
  await expect(listed).toContainText('Request')
  await listed.click()
  await isOpenToAll(ada, 'a request')
  await ada.getByRole('button', { name: 'Accept' }).click()
  await expect(field(sten)).toBeVisible()
  await say(sten, 'At six?')
  await expect(bubble(ada, 'At six?')).toBeVisible()
})

test('what could not be sent stays over a reload, and is there once when it was sent', async ({
  visit,
  complaints,
}) => {
  nation.fetchCodeAhead()
  const [ada, piet] = await Promise.all([
    signedInAt(visit, nation, 'ada_citizen', '/messenger/citizens'),
    signedInAt(visit, nation, 'piet_president', '/messenger/citizens'),
  ])
  const second = await ada.context().newPage()
  await second.goto('/messenger/citizens')
  await toEnd(ada)
  await toEnd(piet)
  await toEnd(second)
  await ada.context().route('**/api/messenger/send-group-message', (route) => route.abort())
  await say(ada, 'The ferry is late.')
  await expect(
    bubble(ada, 'The ferry is late.').getByText('Connection error. Please check your connection.'),
  ).toBeVisible()
  await field(ada).fill('Half a sent')
  await ada.reload()
  await expect(field(ada)).toHaveValue('Half a sent')
  await toEnd(ada)
  await expect(bubble(ada, 'The ferry is late.').getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(bubble(second, 'The ferry is late.').getByRole('button', { name: 'Retry' })).toBeVisible()
  await isOpenToAll(ada, 'a message that failed')
  await ada.context().unroute('**/api/messenger/send-group-message')
  const again = bubble(second, 'The ferry is late.').getByRole('button', { name: 'Retry' })
  // Where the live connection begins anew at this moment, it is sent by itself, and there is nothing to press.
  await again.click({ timeout: 10_000 }).catch(() => expect(again).toHaveCount(0))
  await expect(bubble(piet, 'The ferry is late.')).toHaveCount(1)
  for (const page of [ada, second]) {
    await expect(bubble(page, 'The ferry is late.').getByRole('button', { name: /^Actions/ })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  }

  // What is written without a connection goes out by itself once there is one, on a phone as well.
  await ada.setViewportSize(PHONE)
  await toEnd(ada)
  await ada.context().setOffline(true)
  await say(ada, 'And the pier is dark.')
  await expect(
    bubble(ada, 'And the pier is dark.').getByText('Connection error. Please check your connection.'),
  ).toBeVisible()
  await ada.context().setOffline(false)
  await expect(bubble(piet, 'And the pier is dark.')).toHaveCount(1)
  await expect(bubble(ada, 'And the pier is dark.').getByRole('button', { name: /^Actions/ })).toHaveCount(1)
  await ada.setViewportSize(DESK)

  // Signing out leaves nothing behind.
  await field(ada).fill('A secret draft')
  await ada.getByRole('banner').getByRole('button', { name: 'PROFILE' }).click()
  await ada
    .getByRole('button', { name: /Disconnect|Sign out|Log out/i })
    .first()
    .click()
  await expect(ada.getByText('Please sign in to use Messenger')).toBeVisible()
  const left = await ada.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('nation.messenger.')))
  expect(left).toEqual([])
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
})

/** Where the first letter of a part's text and its full stop stand. Runs in the page. */
function leftOfEnds(part: HTMLElement | SVGElement): { first: number; stop: number } {
  const text = part.firstChild as Text
  const leftOf = (place: number) => {
    const range = document.createRange()
    range.setStart(text, place)
    range.setEnd(text, place + 1)
    return range.getBoundingClientRect().left
  }
  return { first: leftOf(0), stop: leftOf(text.length - 1) }
}
