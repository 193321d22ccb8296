import { createPanelAccount } from '@nation/core/admin'
import { deriveKeys } from '@nation/core/auth'
import { change } from '@nation/core/platform'
import { aCitizen } from '@nation/core/testing'
import { dueQueue, queueNames } from '@nation/core/work'
import { beforeEach, describe, expect, it } from 'vitest'
import { testSecret, useTestApi } from '../testing'

const api = useTestApi()
const password = 'a long enough password'
let made = 0
let token: string
let bearer: Record<string, string>

beforeEach(async () => {
  const { handle } = await aCitizen(api.nation.database)
  const username = `ops${process.pid}.${Date.now()}.${++made}`
  const input = { username, password, handle, withTotp: false }
  await change(api.nation.runtime, {}, (ctx) => createPanelAccount(ctx, deriveKeys(testSecret), input))
  const entered = await api.send('POST', '/api/admin?action=authenticate', { body: { username, password } })
  token = String(entered.body.token)
  bearer = { authorization: `Bearer ${token}` }
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${api.origin}${path}`, { headers, redirect: 'manual' })

async function open(): Promise<{ cookie: string; raw: string }> {
  const answer = await fetch(`${api.origin}/api/admin/open-ops-pages`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(await answer.json()).toEqual({ success: true, address: '/ops/queues' })
  const [raw = ''] = answer.headers.getSetCookie()
  return { cookie: raw.split(';')[0] ?? '', raw }
}

describe('The board of the queues', () => {
  it('is closed to visitors, to citizens, and to the panel’s own token', async () => {
    for (const headers of [{}, bearer, { cookie: 'nation_ops_00000000=x' }]) {
      const answer = await get('/ops/queues', headers)
      expect(answer.status).toBe(401)
      expect(await answer.text()).toContain('This page is closed')
      expect((await get('/ops/queues/api/queues', headers)).status).toBe(401)
    }
    const visitor = await api.send('POST', '/api/admin/open-ops-pages', { body: {} })
    expect(visitor.status).toBe(401)
  })

  it('opens with the panel’s cookie, which is for these pages alone and no token', async () => {
    const { cookie, raw } = await open()
    expect(raw).toMatch(/path=\/ops;/)
    expect(raw).toMatch(/httponly/i)
    expect(raw).toMatch(/samesite=strict/i)
    expect(raw).not.toContain(token)
    const page = await get('/ops/queues', { cookie })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('cache-control')).toBe('no-store')
    const html = await page.text()
    for (const [, src = ''] of html.matchAll(/<script defer src="([^"]+)"/g)) {
      expect((await get(`/ops/queues/${src}`, { cookie })).status).toBe(200)
    }
    const board = (await (await get('/ops/queues/api/queues', { cookie })).json()) as {
      queues: { name: string; readOnlyMode: boolean }[]
    }
    expect(board.queues.map(({ name }) => name).sort()).toEqual([...queueNames].sort())
    expect(board.queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true)
    expect((await api.send('GET', '/api/admin/users', { headers: { cookie } })).status).toBe(401)
  })

  it('changes nothing, whatever it is sent', async () => {
    const { cookie } = await open()
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await fetch(`${api.origin}/ops/queues/api/queues/${dueQueue}/pause`, {
        method,
        headers: { cookie },
      })
      expect(answer.status).toBe(404)
    }
  })

  it('closes after an hour, with another’s signature, and when the panel is left', async () => {
    const { cookie } = await open()
    const forged = cookie.slice(0, -1) + (cookie.endsWith('A') ? 'B' : 'A')
    expect((await get('/ops/queues', { cookie: forged })).status).toBe(401)
    const opened = api.nation.clock.now()
    api.nation.clock.set(new Date(opened.getTime() + 3_600_000 - 1))
    expect((await get('/ops/queues', { cookie })).status).toBe(200)
    api.nation.clock.set(new Date(opened.getTime() + 3_600_000))
    expect((await get('/ops/queues', { cookie })).status).toBe(401)
    api.nation.clock.set(opened)
    expect((await api.send('POST', '/api/admin/logout', { body: {}, headers: bearer })).status).toBe(200)
    expect((await get('/ops/queues', { cookie })).status).toBe(401)
  })
})
