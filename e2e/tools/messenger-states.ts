import type { Page, Route } from '@playwright/test'

/** A page of messages as the nation answers it, as far as it is changed here. */
interface Told {
  readonly messages: readonly Record<string, unknown>[]
  readonly lastNumber: number
  readonly readNumber: number
  readonly conversation?: object
}

/** Reads the screen again, with the messages of a conversation changed on their way. */
async function toldAs(page: Page, call: string, change: (told: Told) => object): Promise<void> {
  const messages = page.getByRole('region', { name: 'Messages', exact: true })
  await messages.waitFor()
  const calls = `**/api/messenger/${call}**`
  await page.route(calls, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Told) })
  })
  await page.reload()
  await messages.getByRole('listitem').first().waitFor()
  await page.unroute(calls)
}

/** The other citizen of the open conversation has left the nation. */
export const left = (page: Page): Promise<void> =>
  toldAs(page, 'get-messages', (told) => ({ ...told, conversation: { ...told.conversation, hasLeft: true } }))

/** What one day of the group repeats, so that much is unread over several days. */
const DAYS = 4

/** Much was said over several days, half of it is unread, and its reader looks at what was read before. */
export async function unread(page: Page): Promise<void> {
  await toldAs(page, 'get-group-messages', (told) => {
    const { length } = told.messages
    const messages = Array.from({ length: DAYS }, (_, day) =>
      told.messages.map((one, place) => ({
        ...one,
        id: String(one.id).replace(/^.{2}/, String(10 + day)),
        number: day * length + place + 1,
        replyTo: null,
        timestamp: Number(one.timestamp) - (DAYS - 1 - day) * 86_400_000,
      })),
    ).flat()
    return { ...told, messages, lastNumber: messages.length, readNumber: messages.length / 2, hasOlder: false }
  })
  const list = page.getByRole('region', { name: 'Messages', exact: true })
  await list.evaluate((box) => box.scrollBy({ top: -260, behavior: 'instant' }))
  await page.getByRole('button', { name: /new message|Latest messages/ }).waitFor()
}

/** A message of four images, and one of a single one. */
export const fourImages = (page: Page): Promise<void> =>
  toldAs(page, 'get-group-messages', (told) => {
    const [image] = told.messages.flatMap(({ images }) => images as { url: string; width: number; height: number }[])
    const images = Array.from({ length: 4 }, (_, place) => ({ ...image, url: `${image?.url}?${place}` }))
    return {
      ...told,
      readNumber: told.lastNumber,
      messages: told.messages.map((one, place) => (place === told.messages.length - 2 ? { ...one, images } : one)),
    }
  })

/** A long message, folded, and one of letters under piles of marks, between others. */
export const folded = (page: Page): Promise<void> =>
  toldAs(page, 'get-group-messages', (told) => {
    const { length } = told.messages
    const long = told.messages
      .map(({ message }) => String(message))
      .join('\n')
      .repeat(3)
      .slice(0, 1_900)
    const piled = [...'Harbour'].map((letter) => letter + '\u0301\u0323'.repeat(30)).join('')
    const words = new Map([
      [length - 3, long],
      [length - 2, piled],
    ])
    const messages = told.messages.map((one, place) =>
      words.has(place) ? { ...one, message: words.get(place), replyTo: null } : one,
    )
    return { ...told, readNumber: told.lastNumber, messages }
  })

/** A transfer of an image, as a browser hands it over. */
const imageTransfer = (page: Page) =>
  page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
    for (const name of ['quay.png', 'harbour.png']) transfer.items.add(new File([bytes], name, { type: 'image/png' }))
    return transfer
  })

/** Images are held over the conversation. */
export async function heldOver(page: Page): Promise<void> {
  const messages = page.getByRole('region', { name: 'Messages', exact: true })
  await messages.getByRole('listitem').first().waitFor()
  await messages.dispatchEvent('dragover', { dataTransfer: await imageTransfer(page) })
  await page.getByText('Drop images to add them').waitFor()
}

/** A message is written that waits for its images, of which the first does not come. */
export async function waitsForImages(page: Page): Promise<void> {
  await page.route('**/api/media/upload**', () => undefined)
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('The new quay, this morning. Look at the light.')
  await page
    .getByRole('region', { name: 'Messages', exact: true })
    .dispatchEvent('drop', { dataTransfer: await imageTransfer(page) })
  await page.getByRole('progressbar').waitFor({ state: 'attached' })
  await field.press('Enter')
  await page.getByText('Your message is sent as soon as its images are here.').waitFor()
}

/** The list of blocked citizens, which is refused or does not come. */
export const blockedCitizens = (fate: 'fail' | 'wait') => async (page: Page) => {
  const json = { success: false, error: 'The harbour is closed.', code: 'invalid_input' }
  const answer = (route: Route) => (fate === 'fail' ? route.fulfill({ status: 400, json }) : undefined)
  await page.route('**/api/messenger/get-blocks**', answer, { times: 1 })
  await page.getByRole('button', { name: 'Blocked citizens' }).click()
  const words = page.getByText(fate === 'fail' ? 'could not be loaded' : 'Loading blocked citizens')
  await words.first().waitFor({ state: 'attached' })
}
