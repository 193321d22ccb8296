import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { personaId } from '@nation/demo'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startXStandIn } from '.'
import type { XStandIn } from '.'
import { CLIENT, handClock, XClient } from './testing'

const clock = handClock('2026-03-02T10:00:00Z')
let x: XStandIn
let client: XClient
let ada: string

beforeAll(async () => {
  x = await startXStandIn({ ...CLIENT, clock: clock.now })
  client = new XClient(x.origin)
  ada = (await client.signIn('ada_citizen')).access_token
})
afterAll(() => x.close())

describe('faults', () => {
  const me = () => client.get('/2/users/me', ada)
  afterEach(() => client.send('DELETE', '/faults'))

  it('answer 429 with the instant to come back at, as often as requested', async () => {
    await client.send('POST', '/faults', { status: 429, count: 2, resetAt: '2026-03-02T10:05:00Z' })
    for (const _ of [1, 2]) {
      const response = await me()
      expect(response.status).toBe(429)
      expect(response.headers.get('x-rate-limit-remaining')).toBe('0')
      expect(response.headers.get('x-rate-limit-reset')).toBe(String(Date.parse('2026-03-02T10:05:00Z') / 1000))
    }
    expect((await me()).status).toBe(200)
  })

  it('answer 500 for one path only', async () => {
    await client.send('POST', '/faults', { status: 500, count: 1, path: '/2/oauth2/token' })
    expect((await me()).status).toBe(200)
    expect((await client.redeem('any')).status).toBe(500)
    expect((await client.redeem('any')).status).toBe(400)
  })

  it('end when they are cleared, and leave the controls and the page alone', async () => {
    await client.send('POST', '/faults', { status: 500, count: 1000 })
    expect((await client.get('/health')).status).toBe(200)
    expect((await client.authorize()).status).toBe(200)
    expect((await me()).status).toBe(500)
    await client.send('DELETE', '/faults')
    expect((await me()).status).toBe(200)
  })

  it.each([{ status: 418 }, { status: 429, count: 0 }, { status: 429, resetAt: 'soon' }, { status: 500, extra: 1 }, 7])(
    'are refused when they make no sense: %j',
    async (fault) => {
      expect((await client.send('POST', '/faults', fault)).status).toBe(400)
    },
  )
})

describe('personas', () => {
  it('are added, and sign in at once', async () => {
    const zoe = {
      handle: 'zoe_young',
      name: 'Zoë Young',
      followers: 12,
      verified: true,
      createdAt: '2025-12-24T08:00:00.000Z',
    }
    const added = await client.send('POST', '/personas', zoe)
    expect(added.status).toBe(201)
    expect(await added.json()).toMatchObject({ persona: { ...zoe, id: personaId('zoe_young'), kind: 'visitor' } })
    const { access_token: token } = await client.signIn('zoe_young')
    const me = await client.get('/2/users/me?user.fields=created_at,public_metrics', token)
    expect(await me.json()).toMatchObject({
      data: { created_at: zoe.createdAt, public_metrics: { followers_count: 12 } },
    })
  })

  it('change in what is given and keep the rest', async () => {
    const changed = await client.send('POST', '/personas', { handle: 'MINA_minister', followers: 5 })
    expect(changed.status).toBe(200)
    expect(await changed.json()).toMatchObject({
      persona: { handle: 'mina_minister', name: 'Mina Farahani', followers: 5, kind: 'minister' },
    })
    const listed = (await (await client.get('/personas')).json()) as {
      personas: { handle: string; followers: number }[]
    }
    expect(listed.personas.find(({ handle }) => handle === 'mina_minister')?.followers).toBe(5)
  })

  it.each([
    { handle: 'not a handle', name: 'N' },
    { handle: 'ada_citizen', followers: -1 },
    { handle: 'ada_citizen', createdAt: 'long ago' },
    { handle: 'ada_citizen', age: 3 },
    { name: 'Nobody' },
  ])('are refused when they are wrong: %j', async (persona) => {
    const response = await client.send('POST', '/personas', persona)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: expect.any(String) as unknown })
  })

  it('are taken as JSON only, whole, and not endlessly', async () => {
    const post = (body: string, type: string) =>
      fetch(`${x.origin}/personas`, { method: 'POST', headers: { 'content-type': type }, body })
    expect((await post('{"handle":"abcd"}', 'text/plain')).status).toBe(415)
    expect((await post('{"handle":', 'application/json')).status).toBe(400)
    expect((await post(JSON.stringify({ handle: 'x'.repeat(70_000) }), 'application/json')).status).toBe(413)
  })
})

describe('profile images', () => {
  const size = async (file: string) => {
    const response = await client.get(`/images/${file}`)
    const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    return { type: response.headers.get('content-type'), width, height, format }
  }

  it('are PNGs in the sizes that X has', async () => {
    const png = (pixels: number) => ({ type: 'image/png', format: 'png', width: pixels, height: pixels })
    expect(await size('ada_citizen.png')).toEqual(png(200))
    expect(await size('ada_citizen_normal.png')).toEqual(png(48))
    expect(await size('ada_citizen_bigger.png')).toEqual(png(73))
    expect(await size('ada_citizen_400x400.png')).toEqual(png(400))
  })

  it('are the same each time, and unknown accounts have none', async () => {
    const bytes = async () => Buffer.from(await (await client.get('/images/piet_president.png')).arrayBuffer())
    expect((await bytes()).equals(await bytes())).toBe(true)
    expect((await client.get('/images/nobody.png')).status).toBe(404)
    expect((await client.get('/images/%E0%A4%A')).status).toBe(404)
  })
})

describe('the data folder', () => {
  let folder: string
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'x-stand-in-'))))
  afterEach(() => rm(folder, { recursive: true }))

  it('keeps those who were added or changed, and no one else', async () => {
    const before = await startXStandIn({ ...CLIENT, dataDir: join(folder, 'new') })
    await new XClient(before.origin).send('POST', '/personas', { handle: 'kept_one', name: 'Kept', followers: 7 })
    await before.close()
    expect(JSON.parse(await readFile(join(folder, 'new', 'x-personas.json'), 'utf8'))).toHaveLength(1)
    const after = await startXStandIn({ ...CLIENT, dataDir: join(folder, 'new') })
    const response = await new XClient(after.origin).get('/personas')
    const { personas } = (await response.json()) as { personas: object[] }
    expect(personas).toHaveLength(301)
    expect(personas).toContainEqual(expect.objectContaining({ handle: 'kept_one', name: 'Kept', followers: 7 }))
    await after.close()
  })

  it('is refused with a plain sentence when its list is broken', async () => {
    await writeFile(join(folder, 'x-personas.json'), '{"half":')
    await expect(startXStandIn({ ...CLIENT, dataDir: folder })).rejects.toThrow('Delete it to start')
  })
})

describe('the process', () => {
  const here = dirname(fileURLToPath(import.meta.url))
  const tsx = join(dirname(createRequire(import.meta.url).resolve('tsx/package.json')), 'dist/cli.mjs')
  const start = (environment: Readonly<Record<string, string>>) =>
    spawn(process.execPath, [tsx, join(here, 'main.ts')], {
      cwd: join(here, '../..'),
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  it('says where it is ready in one line, and ends cleanly on SIGTERM', async () => {
    const offset = String(400 * 86_400_000)
    const child = start({ X_CLIENT_ID: 'a', X_CLIENT_SECRET: 'b', NATION_ENV: 'test', NATION_NOW_OFFSET_MS: offset })
    const lines = createInterface(child.stdout)
    const [line] = (await once(lines, 'line')) as [string]
    const ready = JSON.parse(line) as { msg: string; port: number }
    expect(ready.msg).toBe('ready')
    const health = await (await fetch(`http://127.0.0.1:${ready.port}/health`)).json()
    expect(Date.parse((health as { now: string }).now)).toBeGreaterThan(Date.now() + 399 * 86_400_000)
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(0)
  })

  it('does not start in production, and says why', async () => {
    const child = start({ X_CLIENT_ID: 'a', X_CLIENT_SECRET: 'b', NATION_ENV: 'production' })
    const errors: string[] = []
    child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(1)
    expect(errors.join('')).toContain('does not start with NATION_ENV=production')
  })
})
