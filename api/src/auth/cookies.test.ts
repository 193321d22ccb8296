import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '@nation/core/platform'
import Koa from 'koa'
import { describe, expect, it } from 'vitest'
import { cookieJar } from './cookies'

interface SetCookie {
  readonly name: string
  readonly value: string
  readonly attributes: readonly string[]
}

/** What a nation at this address reads of a browser's cookies, and sets, when it writes or clears its session. */
async function answerOf(origin: string, cookie: string, does: 'write' | 'clear') {
  const app = new Koa()
  app.use((context) => {
    const jar = cookieJar({ origin } as Config)
    const attempt = jar.signIn('a-state-of-x')
    const read = { refresh: jar.refresh.read(context), signIn: attempt.read(context) }
    const until = new Date('2099-01-01T00:00:00Z')
    attempt.write(context, 'fresh', until)
    if (does === 'write') jar.refresh.write(context, 'fresh', until)
    else jar.refresh.clear(context)
    context.body = read
  })
  const handle = app.callback()
  const server = http.createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie } })
    const set = answer.headers.getSetCookie().map((line): SetCookie => {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      return { name, value, attributes: attributes.map((each) => each.toLowerCase()) }
    })
    return { read: (await answer.json()) as { refresh?: string; signIn?: string }, set }
  } finally {
    server.close()
  }
}

const secure = 'https://nation.example'
const written = await answerOf(secure, '', 'write')
const named = (purpose: string, from = written.set) => from.find(({ name }) => name.includes(`nation_${purpose}_`))
const plain = (purpose: string) => (named(purpose)?.name ?? '').replace('__Host-', '')

describe('On https, the cookies of a sign-in', () => {
  it('have names that browsers take from this host alone, and obey the rules of such names', () => {
    for (const purpose of ['refresh', 'signin']) {
      const { name = '', attributes = [] } = named(purpose) ?? {}
      expect(name).toMatch(/^__Host-nation_/)
      expect(attributes).toEqual(expect.arrayContaining(['path=/', 'secure', 'httponly', 'samesite=lax']))
      expect(attributes.filter((each) => each.startsWith('domain'))).toEqual([])
    }
  })

  it('leave the sign that there is a session readable, under the name that clients know', () => {
    expect(named('here')?.name).toMatch(/^nation_here_/)
    expect(named('here')?.attributes).not.toContain('httponly')
  })

  it.each(['write', 'clear'] as const)(
    'are not taken by their plain names, which another host may have planted: %s',
    async (does) => {
      const planted = `${plain('refresh')}=planted; ${plain('signin')}=planted`
      expect((await answerOf(secure, planted, does)).read).toEqual({})
      const own = `__Host-${plain('refresh')}=own; __Host-${plain('signin')}=begun`
      for (const cookie of [`${planted}; ${own}`, `${own}; ${planted}`])
        expect((await answerOf(secure, cookie, does)).read).toEqual({ refresh: 'own', signIn: 'begun' })
    },
  )
})

describe('On http, the cookies of a sign-in', () => {
  it('have plain names and go to the sign-in’s own paths', async () => {
    const { set } = await answerOf('http://localhost:3000', '', 'write')
    expect(named('refresh', set)?.name).toMatch(/^nation_refresh_/)
    expect(named('refresh', set)?.attributes).toEqual(expect.arrayContaining(['path=/api/auth', 'httponly']))
    expect(named('signin', set)?.attributes).toContain('path=/api/auth/x')
    expect(set.every(({ attributes }) => !attributes.includes('secure'))).toBe(true)
  })
})
