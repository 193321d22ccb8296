import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { governmentRoles } from '@nation/domain/permissions'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { MediaStore } from '../media'
import { drawShare } from './draw'
import type { PersonShare, WeekShare } from './share'
import { colours, officeHues } from './look'
import { commonSize, drawable, setWords, type Words } from './type'

const ada: PersonShare = {
  kind: 'person',
  is: 'Candidate for President',
  name: 'Ada of the Harbour',
  handle: 'ada',
  line: 'Open books, open doors',
  foot: 'Voting is open until Mon 12 Jan, 00:00 UTC',
  office: { role: 'president', numeral: '1' },
  picture: null,
}

/** A store that has one picture, or none, and notes what it was asked for. */
function storeOf(bytes: Buffer | null, asked: string[] = []): MediaStore {
  return {
    put: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    open: (name) => {
      asked.push(name)
      return Promise.resolve(bytes && { bytes: bytes.length, stream: Readable.from([bytes]) })
    },
  }
}

const red = () =>
  sharp({ create: { width: 40, height: 60, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()

/** The colour in the middle of the portrait. */
async function atPortrait(picture: Buffer): Promise<number[]> {
  const spot = { left: 940, top: 180, width: 1, height: 1 }
  return [...(await sharp(picture).extract(spot).raw().toBuffer())]
}

const words = (text: string, more: Partial<Words> = {}): Words => ({
  text,
  face: 'title',
  colour: '#000000',
  sizes: [60, 40, 30],
  width: 600,
  lines: 2,
  ...more,
})

describe('A shared picture', () => {
  it('shows the portrait that the nation keeps', async () => {
    const picture = await drawShare({ ...ada, picture: '/media/portraits/ab12.webp' }, storeOf(await red()))
    const [r, g, b] = await atPortrait(picture)
    expect(r).toBeGreaterThan(230)
    expect(g! + b!).toBeLessThan(40)
  })

  it.each([
    ['elsewhere', 'https://example.org/face.png'],
    ['outside its folder', '/media/../secrets/key.png'],
    ['on this site, but no upload', '/og.jpg'],
  ])('opens no picture that is %s', async (_, picture) => {
    const asked: string[] = []
    const without = await drawShare(ada, storeOf(null))
    expect((await drawShare({ ...ada, picture }, storeOf(await red(), asked))).equals(without)).toBe(true)
    expect(asked).toEqual([])
  })

  it('stands without a portrait that is gone, or no picture at all', async () => {
    const share = { ...ada, picture: '/media/portraits/ab12.webp' }
    const without = await drawShare(ada, storeOf(null))
    expect((await drawShare(share, storeOf(null))).equals(without)).toBe(true)
    expect((await drawShare(share, storeOf(Buffer.from('no picture')))).equals(without)).toBe(true)
  })

  it('takes a name as text, and never as markup', async () => {
    const plain = await setWords(words('bold'))
    const marked = await setWords(words('<b>bold</b>'))
    expect(marked!.width).toBeGreaterThan(plain!.width)
    await expect(
      drawShare({ ...ada, name: '</span><span size="9999999">&#0;' }, storeOf(null)),
    ).resolves.toBeInstanceOf(Buffer)
  })

  it('has the handle in the place of a name that it has no letters for', async () => {
    const named = await drawShare({ ...ada, name: '漢字 🚀' }, storeOf(null))
    const other = await drawShare({ ...ada, name: '中文 🎉' }, storeOf(null))
    expect(named.equals(other)).toBe(true)
    expect(drawable('Łódź 漢 Čarvalho🚀')).toBe('Łódź Čarvalho')
  })
})

describe('The picture of a week', () => {
  const seat = {
    title: 'President',
    role: 'president',
    numeral: '1',
    open: true,
    note: 'Vote until 8 Jan 2026',
  } as const
  const week = { kind: 'week', week: 'Week 2, 2026', title: 'Nation votes', line: '5 to 11 Jan' } as const
  const draw = (share: Partial<WeekShare>) => drawShare({ ...week, counted: true, seats: [], ...share }, storeOf(null))

  it('calls no seat vacant before the count', async () => {
    const seats = [{ ...seat, winner: null }]
    expect((await draw({ seats })).equals(await draw({ seats, counted: false }))).toBe(false)
  })

  it('names a winner by what can be drawn of them', async () => {
    const called = (name: string, username: string) =>
      draw({ seats: [{ ...seat, winner: { name, username, picture: null } }] })
    const plain = await called('Ada', 'x')
    expect((await called('漢字', 'Ada')).equals(plain)).toBe(true)
    expect((await called('漢字', '中文')).equals(await called('Elected', 'x'))).toBe(true)
  })
})

describe('A text that is set', () => {
  it.each([
    ['a word without an end', 'W'.repeat(300)],
    ['many words', 'harbour '.repeat(60)],
    ['a short one', 'Ada'],
  ])('stays in its place: %s', async (_, text) => {
    const set = await setWords(words(text))
    expect(set!.width).toBeLessThanOrEqual(600)
    expect(set!.height).toBeLessThanOrEqual(2 * 60 * 1.25)
  })

  it('has one size with the others of its kind: the largest in which all fit', async () => {
    const plate = { face: 'title', colour: '#000000', sizes: [24, 21, 18], width: 230, lines: 1 } as const
    const [short, long] = ['Ada', 'Thandiwe Mokoena']
    expect(await commonSize([short], plate)).toBe(24)
    const both = await commonSize([short, long], plate)
    expect(both).toBe(await commonSize([long], plate))
    expect(both).toBeLessThan(24)
    expect(await commonSize([short, 'A name that fits in no size at all, whatever is tried with it'], plate)).toBe(18)
    expect(await commonSize(['', 'أدا'], plate)).toBe(24)
  })

  it('has room for the longest line of a week', async () => {
    const line = 'Week 53, 2026 · President, Prime Minister and Secretary: voting closes Wed 30 Dec, 12:00 UTC'
    expect(
      await commonSize([line], { face: 'text', colour: '#000000', sizes: [24, 21, 5], width: 1048, lines: 1 }),
    ).not.toBe(5)
  })

  it('is nothing where it is blank', async () => {
    expect(await setWords(words(' \u200b '))).toBeNull()
  })

  it('has its own accents, from the second file of the face', async () => {
    const [plain, accented] = await Promise.all([setWords(words('Carvalho')), setWords(words('Čarvalho'))])
    // A letter of another face would be narrower by far.
    expect(Math.abs(plain!.width - accented!.width)).toBeLessThan(3)
    expect(accented!.height).toBeGreaterThan(plain!.height)
  })
})

it('Shared pictures have the colours of the light scheme', async () => {
  const tokens = await readFile(path.resolve(import.meta.dirname, '../../../web/src/ui/theme/tokens.css'), 'utf8')
  const light = tokens.slice(0, tokens.indexOf("[data-mantine-color-scheme='dark']"))
  const token = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(light)?.[1]
  expect(Object.fromEntries(governmentRoles.map((role) => [role, token(`office-${role}`)]))).toEqual(officeHues)
  const names = { paper: 'paper', surface: 'surface', state: 'state', ink: 'ink', soft: 'ink-soft' }
  const more = { faint: 'ink-faint', line: 'line' }
  const named = Object.entries({ ...names, ...more }).map(([name, of]) => [name, token(of)])
  expect(Object.fromEntries(named)).toEqual(colours)
})
