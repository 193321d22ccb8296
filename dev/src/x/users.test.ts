import { demoPersonas, personaId } from '@nation/demo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startXStandIn } from '.'
import type { XStandIn } from '.'
import { CLIENT, handClock, XClient } from './testing'

const clock = handClock('2026-03-02T10:00:00Z')
const personas = demoPersonas(clock.now())
const FIELDS = 'public_metrics,verified,created_at,profile_image_url'

interface UsersAnswer {
  readonly data?: readonly Record<string, unknown>[]
  readonly errors?: readonly Record<string, unknown>[]
}

let x: XStandIn
let client: XClient
let ada: string
let app: string

beforeAll(async () => {
  x = await startXStandIn({ ...CLIENT, clock: clock.now })
  client = new XClient(x.origin)
  ada = (await client.signIn('ada_citizen')).access_token
  app = await client.appToken()
})
afterAll(() => x.close())

describe('GET /2/users/me', () => {
  it('tells the fields that are asked for, and no others', async () => {
    const { data } = (await (await client.get(`/2/users/me?user.fields=${FIELDS}`, ada)).json()) as { data: object }
    expect(data).toEqual({
      id: personaId('ada_citizen'),
      name: 'Ada Lindgren',
      username: 'ada_citizen',
      created_at: personas.find(({ handle }) => handle === 'ada_citizen')?.createdAt.toISOString(),
      profile_image_url: `${x.origin}/images/ada_citizen_normal.png`,
      public_metrics: {
        followers_count: 184,
        following_count: expect.any(Number) as unknown,
        tweet_count: expect.any(Number) as unknown,
        listed_count: expect.any(Number) as unknown,
        like_count: expect.any(Number) as unknown,
        media_count: expect.any(Number) as unknown,
      },
      verified: false,
    })
  })

  it('refuses fields and parameters that X does not know', async () => {
    for (const query of ['user.fields=shoe_size', 'fields=verified']) {
      const response = await client.get(`/2/users/me?${query}`, ada)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ title: 'Invalid Request', errors: [{}] })
    }
  })

  it('refuses no token, a forged one, and the app’s own', async () => {
    const forged = `${ada.slice(0, -4)}AAAA`
    for (const token of [undefined, 'nonsense', forged]) {
      const response = await client.get('/2/users/me', token)
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({
        title: 'Unauthorized',
        type: 'about:blank',
        status: 401,
        detail: 'Unauthorized',
      })
    }
    expect((await client.get('/2/users/me', app)).status).toBe(403)
  })

  it('refuses a token without the scopes for it', async () => {
    const { access_token: token } = await client.signIn('ada_citizen', 'users.read')
    expect((await client.get('/2/users/me', token)).status).toBe(403)
  })
})

describe('GET /2/users', () => {
  const lookup = async (ids: readonly string[], token = app) => {
    const response = await client.get(`/2/users?ids=${ids.join(',')}&user.fields=public_metrics,verified`, token)
    return { status: response.status, body: (await response.json()) as UsersAnswer }
  }

  it('answers a hundred at once, in the order that they were asked for', async () => {
    const hundred = personas.slice(0, 100).map(({ id }) => id)
    const { status, body } = await lookup(hundred)
    expect(status).toBe(200)
    expect(body.data?.map(({ id }) => id)).toEqual(hundred)
    expect(body).not.toHaveProperty('errors')
  })

  it('refuses a hundred and one, none, and what is no id', async () => {
    const many = personas.slice(0, 101).map(({ id }) => id)
    expect(await lookup(many)).toMatchObject({ status: 400, body: { title: 'Invalid Request' } })
    expect(await lookup([])).toMatchObject({ status: 400 })
    expect(await lookup(['ada_citizen'])).toMatchObject({ status: 400 })
    expect((await client.get('/2/users', app)).status).toBe(400)
  })

  it('lists those that do not exist under errors', async () => {
    const { status, body } = await lookup(['42', personaId('wale_whale')], ada)
    expect(status).toBe(200)
    expect(body.data).toMatchObject([{ username: 'wale_whale', verified: true }])
    expect(body.errors).toMatchObject([{ resource_id: '42', parameter: 'ids', title: 'Not Found Error' }])
    expect((await lookup(['42'])).body).not.toHaveProperty('data')
  })

  it('gives the app’s own token only for the secret', async () => {
    const response = await fetch(`${x.origin}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('nation-test:guess').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    expect(response.status).toBe(403)
  })
})

describe('GET /2/users/by/username', () => {
  it('finds an account by its handle, in whatever letter case', async () => {
    const response = await client.get('/2/users/by/username/PIET_president?user.fields=created_at', app)
    expect(await response.json()).toMatchObject({
      data: { username: 'piet_president', created_at: expect.any(String) as unknown },
    })
  })

  it('says that no account has that name, or that it is no name', async () => {
    const missing = await client.get('/2/users/by/username/nobody', app)
    expect(missing.status).toBe(200)
    expect(await missing.json()).toMatchObject({ errors: [{ resource_id: 'nobody', title: 'Not Found Error' }] })
    expect((await client.get('/2/users/by/username/not-a-name', app)).status).toBe(400)
  })
})

describe('rate limits', () => {
  const left = (response: Response) =>
    ['limit', 'remaining', 'reset'].map((it) => Number(response.headers.get(`x-rate-limit-${it}`)))

  it('are in every answer of the API', async () => {
    const paths = [
      '/2/users/me',
      '/2/users/me?nonsense=1',
      `/2/users?ids=${personaId('ada_citizen')}`,
      '/2/users/by/username/nobody',
    ]
    for (const path of paths) expect(left(await client.get(path, ada)).every((it) => it > 0)).toBe(true)
    expect(left(await client.token({ grant_type: 'refresh_token' })).every((it) => it > 0)).toBe(true)
  })

  it('hold for each user alone, and for 15 minutes', async () => {
    const small = await startXStandIn({ ...CLIENT, clock: clock.now, rateLimits: { me: { user: 2, app: 2 } } })
    const there = new XClient(small.origin)
    const [milo, mina] = [await there.signIn('milo_moderator'), await there.signIn('mina_minister')]
    const asMilo = () => there.get('/2/users/me', milo.access_token)
    const end = clock.now().getTime() / 1000 + 900
    expect(left(await asMilo())).toEqual([2, 1, end])
    expect(left(await asMilo())).toEqual([2, 0, end])
    const refused = await asMilo()
    expect(refused.status).toBe(429)
    expect(left(refused)).toEqual([2, 0, end])
    expect((await there.get('/2/users/me', mina.access_token)).status).toBe(200)
    clock.forward(900)
    expect((await asMilo()).status).toBe(200)
    await small.close()
  })
})
