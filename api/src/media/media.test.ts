import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { request, type ClientRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Media } from '@nation/core/media'
import { aCitizen } from '@nation/core/testing'
import {
  aMovingPicture,
  anMp4,
  aPdf,
  aPhotograph,
  aPicture,
  aPixelBomb,
  aZip,
  box,
  sheetParts,
} from '@nation/core/media/testing'
import { mediaLimits } from '@nation/domain/media'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()

interface Part {
  readonly preset?: string
  readonly name?: string
  readonly type?: string
  readonly token?: string
}

async function upload(bytes: Buffer, { preset = 'profile', name = 'a.png', type = '', token }: Part = {}) {
  const form = new FormData()
  form.set('preset', preset)
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  token ??= await api.tokenOf(await aCitizen(api.nation.database))
  return api.send('POST', '/api/media?action=upload', { token, body: form })
}

/** An upload that has begun, and of which nothing more comes. */
function beginUpload(token: string): ClientRequest {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
  const begun = request(`${api.origin}/api/media/upload`, { method: 'POST', headers })
  begun.on('error', () => undefined)
  begun.write('--x\r\n')
  return begun
}

/** How many uploads are on their way. */
const arriving = async () => (await readdir(scratch)).filter((name) => name.startsWith('nation-upload-')).length

async function fetchKept(answer: Answer): Promise<{ response: Response; bytes: Buffer }> {
  expect(answer.body).toMatchObject({ success: true })
  const response = await fetch(`${api.origin}${String(answer.body.secure_url)}`)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** A folder of this test's own for what is on its way, so that it sees what is left behind. */
const scratch = mkdtempSync(path.join(tmpdir(), 'nation-media-test-'))
beforeAll(() => void vi.stubEnv('TMPDIR', scratch))
afterEach(async () => {
  const leftovers = (await readdir(scratch)).filter((name) => /^nation-(upload|media)-/.test(name))
  expect(leftovers).toEqual([])
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(scratch, { recursive: true })
})

describe('An upload', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('of a %s portrait becomes a WebP of 400 by 400', async (kind) => {
    const answer = await upload(await aPicture(kind))
    expect(answer).toMatchObject({ status: 200, body: { width: 400, height: 400, type: 'image/webp' } })
    const { response, bytes } = await fetchKept(answer)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 400, height: 400 })
    expect(bytes.length).toBe(answer.body.bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it('of a banner is cut to 1200 by 300, and an attached picture keeps its shape and kind', async () => {
    expect(await upload(await aPicture('jpeg', { width: 2000, height: 900 }), { preset: 'banner' })).toMatchObject({
      body: { width: 1200, height: 300, type: 'image/webp' },
    })
    expect(await upload(await aPicture('png', { width: 3000, height: 1500 }), { preset: 'attachment' })).toMatchObject({
      body: { width: 2400, height: 1200, type: 'image/png' },
    })
  })

  it('is stripped of where and with what it was taken, and turned upright', async () => {
    const photograph = await aPhotograph()
    expect(photograph.includes('SecretCamera')).toBe(true)
    const answer = await upload(photograph, { preset: 'attachment' })
    expect(answer.body).toMatchObject({ width: 200, height: 300, type: 'image/jpeg' })
    const { bytes } = await fetchKept(answer)
    const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
    expect({ exif, xmp, iptc, orientation }).toEqual({})
    expect(bytes.includes('SecretCamera')).toBe(false)
  })

  it.each(['gif', 'webp'] as const)(
    'of a moving %s still moves as an attachment, and is still as a portrait',
    async (kind) => {
      const moving = await aMovingPicture(kind, 6)
      const attached = await fetchKept(await upload(moving, { preset: 'attachment' }))
      expect((await sharp(attached.bytes).metadata()).pages).toBe(6)
      const portrait = await fetchKept(await upload(moving))
      expect((await sharp(portrait.bytes).metadata()).pages ?? 1).toBe(1)
    },
  )

  it('that moves for too long is cut', async () => {
    const answer = await upload(await aMovingPicture('gif', mediaLimits.frames + 30, 8), { preset: 'attachment' })
    const { bytes } = await fetchKept(answer)
    expect((await sharp(bytes).metadata()).pages).toBe(mediaLimits.frames)
  })

  it('of a document is taken as an attachment, and only downloaded', async () => {
    const { response, bytes } = await fetchKept(await upload(aPdf(), { preset: 'attachment' }))
    expect(bytes).toEqual(aPdf())
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[0-9a-f]{40}\.pdf"$/)
    const sheet = await fetchKept(await upload(aZip(sheetParts), { preset: 'attachment' }))
    expect(sheet.response.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(await upload(aPdf())).toMatchObject({ status: 415, body: { code: 'file_type_invalid' } })
  })

  it('of a film no longer tells where it was made, and is served in parts', async () => {
    const film = anMp4()
    expect(film.includes('+48.8577')).toBe(true)
    const answer = await upload(film, { preset: 'attachment' })
    const { bytes } = await fetchKept(answer)
    expect(bytes.length).toBe(film.length)
    expect(bytes.includes('+48.8577')).toBe(false)
    const part = await fetch(`${api.origin}${String(answer.body.secure_url)}`, { headers: { range: 'bytes=4-7' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 4-7/${film.length}`,
      'ftyp',
    ])
  })

  it('of the same file is one file, and another citizen’s is another', async () => {
    const picture = await aPicture()
    const token = await api.tokenOf(await aCitizen(api.nation.database))
    const first = await upload(picture, { token })
    expect((await upload(picture, { token })).body.secure_url).toBe(first.body.secure_url)
    expect((await upload(picture)).body.secure_url).not.toBe(first.body.secure_url)
    expect(await api.nation.database.getRepository(Media).count()).toBe(2)
  })

  it('is not found by who has the same file and knows its owner', async () => {
    const citizen = await aCitizen(api.nation.database)
    const answer = await upload(await aPicture(), { token: await api.tokenOf(citizen) })
    const { bytes } = await fetchKept(answer)
    const [kept = '', ending = ''] = String(answer.body.secure_url).replace('/media/uploads/', '').split('.')
    expect(ending).toBe('webp')
    const content = createHash('sha256').update(bytes).digest('hex')
    const sealed = ['', ' ', '.', ':', '/'].flatMap((between) =>
      [citizen.uid, citizen.id].flatMap((owner) => [`${owner}${between}${content}`, `${content}${between}${owner}`]),
    )
    const guesses = [content, ...sealed.map((text) => createHash('sha256').update(text).digest('hex'))]
    expect(guesses.filter((guess) => guess.startsWith(kept))).toEqual([])
  })

  it('of exactly 10 MB is taken, and of one byte more is not', async () => {
    const nearly = aPdf(`%${' '.repeat(mediaLimits.bytes - 1_000)}\n`)
    const fits = Buffer.concat([nearly, Buffer.alloc(mediaLimits.bytes - nearly.length, '\n')])
    expect(fits.length).toBe(mediaLimits.bytes)
    expect(await upload(fits, { preset: 'attachment' })).toMatchObject({ status: 200 })
    const over = await upload(Buffer.concat([fits, Buffer.from('\n')]), { preset: 'attachment' })
    expect(over).toMatchObject({
      status: 413,
      body: { code: 'file_too_large', error: 'File too large. Maximum size is 10MB.' },
    })
  })
})

describe('An upload is refused', () => {
  const cases: Record<string, [() => Buffer | Promise<Buffer>, Part, number, string]> = {
    'that is a page': [
      () => Buffer.from('<html><script>alert(1)</script>'),
      { name: 'a.png', type: 'image/png' },
      415,
      'file_type_invalid',
    ],
    'that is a drawing with scripts': [
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      { type: 'image/svg+xml' },
      415,
      'file_type_invalid',
    ],
    'that is a PNG only in its first bytes': [
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<html>')]),
      {},
      415,
      'file_type_invalid',
    ],
    'that ends in the middle': [
      async () =>
        (
          await sharp({
            create: {
              width: 900,
              height: 900,
              channels: 3,
              noise: { type: 'gaussian', mean: 120, sigma: 60 },
              background: '#000',
            },
          })
            .jpeg()
            .toBuffer()
        ).subarray(0, 9_000),
      {},
      415,
      'file_type_invalid',
    ],
    'that is a picture of 400 million pixels': [() => aPixelBomb(20_000, 20_000), {}, 413, 'image_too_large'],
    'that is nothing': [() => Buffer.alloc(0), {}, 400, 'file_missing'],
    'with a preset that there is not': [() => aPicture(), { preset: 'avatar' }, 400, 'invalid_input'],
    'that is a PDF with something behind it': [
      () => Buffer.concat([aPdf(), Buffer.from('<script>alert(1)</script>')]),
      { preset: 'attachment' },
      415,
      'attachment_type_invalid',
    ],
    'that is a PDF with something before it': [
      () => Buffer.concat([Buffer.from('<html>'), aPdf()]),
      { preset: 'attachment' },
      415,
      'attachment_type_invalid',
    ],
    'that is a zip of anything': [
      () => aZip([{ name: 'a.txt', data: Buffer.from('a') }]),
      { preset: 'attachment' },
      415,
      'attachment_type_invalid',
    ],
    'that is a spreadsheet with macros': [
      () => aZip([...sheetParts, { name: 'xl/vbaProject.bin', data: Buffer.from('a') }]),
      { preset: 'attachment' },
      415,
      'attachment_type_invalid',
    ],
    'that is a spreadsheet that leads elsewhere': [
      () => aZip([...sheetParts, { name: '../../etc/cron.d/x', data: Buffer.from('a') }]),
      { preset: 'attachment' },
      415,
      'attachment_type_invalid',
    ],
    'that is a spreadsheet that unpacks to 200 MB': [
      () => aZip([...sheetParts, { name: 'xl/a', data: Buffer.alloc(1024), claims: 200 * 1024 * 1024 }]),
      { preset: 'attachment' },
      415,
      'attachment_type_invalid',
    ],
    'that is a spreadsheet whose contents unpack for ever': [
      () =>
        aZip([
          {
            ...sheetParts[0]!,
            data: Buffer.concat([sheetParts[0]!.data, Buffer.alloc(90 * 1024 * 1024)]),
            claims: 1_000,
          },
          ...sheetParts.slice(1),
        ]),
      { preset: 'attachment' },
      415,
      'attachment_type_invalid',
    ],
    'that is a film with a page behind it': [
      () => Buffer.concat([anMp4(), Buffer.from('<html>')]),
      { preset: 'attachment' },
      415,
      'attachment_type_invalid',
    ],
    'that is a film of more boxes than any film needs, in whichever track': [
      () => anMp4(...Array.from({ length: 3 }, () => box('trak', ...Array.from({ length: 4_000 }, () => box('free'))))),
      { preset: 'attachment' },
      415,
      'attachment_type_invalid',
    ],
    'that is a film whose description does not fit together': [
      () => anMp4(Buffer.from([0, 0, 0, 5, 0, 0, 0, 0])),
      { preset: 'attachment' },
      415,
      'attachment_type_invalid',
    ],
    'that is a film as a portrait': [() => anMp4(), {}, 415, 'file_type_invalid'],
  }

  it.each(Object.entries(cases))('%s', async (_, [file, part, status, code]) => {
    const answer = await upload(await file(), part)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await api.nation.database.getRepository(Media).count()).toBe(0)
  })

  it('without a session, before anything of it is read', async () => {
    const form = new FormData()
    form.set('file', new Blob(['a']), 'a')
    expect(await api.send('POST', '/api/media?action=upload', { body: form })).toMatchObject({ status: 401 })
  })

  it('beyond a few at a time of one citizen, however slowly they are sent; others go on', async () => {
    const token = await api.tokenOf(await aCitizen(api.nation.database))
    const slow = Array.from({ length: mediaLimits.atOnce }, () => beginUpload(token))
    await vi.waitFor(async () => expect(await arriving()).toBe(mediaLimits.atOnce), { timeout: 15_000 })
    expect(await upload(await aPicture(), { token })).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(await upload(await aPicture())).toMatchObject({ status: 200 })
    for (const one of slow) one.destroy()
    await vi.waitFor(async () => expect(await arriving()).toBe(0), { timeout: 15_000 })
    await vi.waitFor(async () => expect(await upload(await aPicture(), { token })).toMatchObject({ status: 200 }), {
      timeout: 15_000,
    })
  })

  it.each(['announced', 'in chunks'])('when it is far too large, %s, and the sender hears why', async (how) => {
    const token = await api.tokenOf(await aCitizen(api.nation.database))
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
    const part = Buffer.alloc(1024 * 1024, head.padEnd(1024 * 1024, 'a'))
    // A client that looks at the answer only when it has sent everything, as many browsers do.
    const socket = connect(Number(new URL(api.origin).port), '127.0.0.1')
    const length = how === 'announced' ? `content-length: ${40 * part.length}` : 'transfer-encoding: chunked'
    const type = 'content-type: multipart/form-data; boundary=x'
    socket.write(
      `POST /api/media/upload HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n${type}\r\n${length}\r\n\r\n`,
    )
    const chunk = how === 'announced' ? part : Buffer.concat([Buffer.from('100000\r\n'), part, Buffer.from('\r\n')])
    for (let sent = 0; sent < 40; sent++) {
      if (!socket.write(chunk)) await once(socket, 'drain')
    }
    if (how !== 'announced') socket.write('0\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 [^]*"code":"file_too_large"/)
    socket.destroy()
  })

  it('in another citizen’s name', async () => {
    const token = await api.tokenOf(await aCitizen(api.nation.database))
    const form = new FormData()
    form.set('preset', 'profile')
    form.set('userId', '01890a5d-ac96-774b-bcce-b302099a80ff')
    form.set('file', new Blob([new Uint8Array(await aPicture())]), 'a.png')
    expect(await api.send('POST', '/api/media/upload', { token, body: form })).toMatchObject({
      status: 403,
      body: { code: 'not_yourself' },
    })
  })

  it('when the hour’s allowance is used up, and taken again an hour later', async () => {
    const citizen = await aCitizen(api.nation.database)
    const token = await api.tokenOf(citizen)
    const at = api.nation.clock.now()
    // Refused ones count as well: they cost as much to look at.
    const refused = await upload(Buffer.from('no picture'), { token })
    expect(refused.body.code).toBe('file_type_invalid')
    await api.nation.database.query('INSERT INTO upload_attempts (owner_id, bytes, at) VALUES ?', [
      Array.from({ length: mediaLimits.uploadsPerHour - 1 }, () => [citizen.id, 1, at]),
    ])
    expect(await upload(await aPicture(), { token })).toMatchObject({ status: 429, body: { code: 'upload_limit' } })
    api.nation.clock.set(new Date(at.getTime() + 3_600_001))
    const later = await api.tokenOf(citizen)
    expect(await upload(await aPicture(), { token: later })).toMatchObject({ status: 200 })
  })
})

describe('Whatever is sent', () => {
  it('as a form, the API answers with manners and keeps nothing', async () => {
    const token = await api.tokenOf(await aCitizen(api.nation.database))
    const boundary = 'x'
    const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="../../etc/passwd"\r\n\r\n`
    const bodies = [
      '',
      '--',
      '--x',
      '--x--',
      '--x\r\n\r\n--x--',
      head,
      `${head}abc`,
      `${head}abc\r\n--x`,
      `${head}abc\r\n--x--`,
      `${head}abc\r\n${head}def\r\n--x--`,
      `--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nprofile\r\n--x--`,
      `--x\r\n${'a: b\r\n'.repeat(3_000)}\r\n\r\n--x--`,
      `--x\r\ncontent-disposition: form-data; name="${'n'.repeat(5_000)}"\r\n\r\nv\r\n--x--`,
      Array.from({ length: 40 }, (_, n) => `--x\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\nv\r\n`).join(
        '',
      ) + '--x--',
    ]
    for (const body of bodies) {
      for (const type of [
        `multipart/form-data; boundary=${boundary}`,
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'application/json',
      ]) {
        const answer = await api.send('POST', '/api/media/upload', { token, body, headers: { 'content-type': type } })
        expect([answer.status >= 400 && answer.status < 500, answer.body.code, body.slice(0, 50)]).toEqual([
          true,
          expect.any(String),
          body.slice(0, 50),
        ])
      }
    }
    expect(await api.nation.database.getRepository(Media).count()).toBe(0)
  })

  it('of broken pictures, documents and films: none crashes the API, and what is served is only what is taken', async () => {
    const token = await api.tokenOf(await aCitizen(api.nation.database))
    const seeds = [
      await aPicture('png', { width: 40, height: 40 }),
      await aPicture('jpeg', { width: 40, height: 40 }),
      await aMovingPicture('gif', 3),
      await aMovingPicture('webp', 3),
      aPdf(),
      aZip(sheetParts),
      anMp4(),
    ]
    const damage = fc.record({
      seed: fc.integer({ min: 0, max: seeds.length - 1 }),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
      cut: fc.boolean(),
      preset: fc.constantFrom('profile', 'banner', 'attachment'),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ seed, at, bytes, cut, preset }) => {
        const file = Buffer.from(seeds[seed]!)
        const place = Math.floor(at * file.length)
        file.set(bytes.subarray(0, file.length - place), place)
        const answer = await upload(cut ? file.subarray(0, place + 1) : file, { preset, token })
        expect(answer.status).toBeOneOf([200, 400, 413, 415, 429])
      }),
      { numRuns: 60 },
    )
    const types = await api.nation.database.query<{ type: string }[]>('SELECT DISTINCT type FROM media')
    for (const { type } of types) expect(type).not.toMatch(/html|svg|xml$/)
  })

  it.each([
    '/media/uploads/..%2f..%2fpackage.json',
    '/media/uploads/a.html',
    '/media/uploads/a.svg',
    '/media/.x/a.png',
    '/media/uploads/../uploads/a.png',
    '/media/uploads/a.png%00',
    '/media/uploads',
    '/media/',
  ])('as an address like %s, nothing is served', async (path) => {
    expect((await api.send('GET', path)).status).toBe(404)
  })
})
