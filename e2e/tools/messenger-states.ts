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

/** A transfer of two images, as a browser hands them over: a harbour by day and in the evening. */
const imageTransfer = (page: Page) =>
  page.evaluateHandle(async () => {
    const transfer = new DataTransfer()
    const skies = { 'quay.png': ['#9cc7e8', '#f4e3c1', '#2c5a77'], 'harbour.png': ['#3b2a5e', '#e58a5b', '#151b33'] }
    for (const [name, [sky, horizon, water]] of Object.entries(skies)) {
      const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 320 })
      const drawing = canvas.getContext('2d')!
      const air = drawing.createLinearGradient(0, 0, 0, 210)
      air.addColorStop(0, sky!)
      air.addColorStop(1, horizon!)
      drawing.fillStyle = air
      drawing.fillRect(0, 0, 320, 210)
      drawing.fillStyle = water!
      drawing.fillRect(0, 210, 320, 110)
      drawing.fillRect(60, 120, 8, 90)
      drawing.fillRect(180, 90, 8, 120)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      transfer.items.add(new File([blob!], name, { type: 'image/png' }))
    }
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
  await page.getByRole('progressbar', { name: 'Image: sent' }).waitFor({ state: 'attached' })
  await field.press('Enter')
  await page.getByText('Your message will be sent once its images are uploaded.').waitFor()
}

/** The list of blocked citizens, which is refused or does not come. */
export const blockedCitizens = (fate: 'fail' | 'wait') => async (page: Page) => {
  const json = { success: false, error: 'The nation is busy. Please try again in a moment.', code: 'invalid_input' }
  const answer = (route: Route) => (fate === 'fail' ? route.fulfill({ status: 400, json }) : undefined)
  await page.route('**/api/messenger/get-blocks**', answer, { times: 1 })
  await page.getByRole('button', { name: 'Blocked citizens' }).click()
  const words = page.getByText(fate === 'fail' ? 'could not be loaded' : 'Loading blocked citizens')
  await words.first().waitFor({ state: 'attached' })
}

/** Of what was reported there is an image, as it was sent with the message. */
export async function evidenceWithImage(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'What was said' }).first().waitFor()
  const image = { url: '/media/lamps-on-the-quay.svg', width: 960, height: 640 }
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640"><rect width="960" height="640" fill="#1d3347"/>
    <circle cx="700" cy="160" r="70" fill="#f2d08a"/><path d="M0 430h960v210H0z" fill="#0f1f2c"/></svg>`
  await page.route(`**${image.url}`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawing }))
  await page.route('**/api/messenger/get-reports**', async (route) => {
    const response = await route.fetch()
    const told = (await response.json()) as { readonly reports: readonly { readonly messages: readonly object[] }[] }
    const reports = told.reports.map((report) => ({
      ...report,
      messages: report.messages.map((line) =>
        'reported' in line && line.reported ? { ...line, images: [image] } : line,
      ),
    }))
    await route.fulfill({ response, json: { ...told, reports } })
  })
  await page.reload()
  await page.getByRole('list', { name: 'What was said' }).first().locator('img[src*="quay"]').waitFor()
}

/** A moderator is about to mute a citizen. */
export async function mutes(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Mute / })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}
