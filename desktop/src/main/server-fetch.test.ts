import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { askServer, CertificateRefused, RedirectRefused } from './server-fetch'
import type { ServerFetch } from './server-fetch'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const directFetch: ServerFetch = (address, request) =>
  fetch(address, { ...request, redirect: 'manual', ...(request.body && { duplex: 'half' as const }) })
const page = (path: string, options: RequestInit = {}) => new Request(`nation://console${path}`, options)

describe('what the console asks a server', () => {
  it('carries the bearer and the key, and neither cookie, origin nor anything else of the page’s', async () => {
    let heard: IncomingHttpHeaders = {}
    let said = ''
    const origin = await serve((request, response) => {
      heard = request.headers
      request.setEncoding('utf8').on('data', (part: string) => (said += part))
      request.on('end', () => response.setHeader('x-nation-time', '5').end(request.url))
    })
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"a":1}'))
        controller.close()
      },
    })
    const headers = {
      authorization: 'Bearer panel',
      'idempotency-key': 'one',
      'content-type': 'application/json',
      cookie: 'a=b',
      origin: 'nation://console',
      referer: 'nation://console/admin',
      connection: 'keep-alive, x-smuggled',
      'x-forwarded-for': '10.0.0.1',
      'x-smuggled': 'yes',
    }
    const answer = await askServer(
      page('/api/admin/users?limit=2', { method: 'POST', headers, body, duplex: 'half' } as RequestInit),
      origin,
      directFetch,
    )
    expect(await answer.text()).toBe('/api/admin/users?limit=2')
    expect(answer.headers.get('x-nation-time')).toBe('5')
    expect(said).toBe('{"a":1}')
    expect(heard).toMatchObject({ authorization: 'Bearer panel', 'idempotency-key': 'one' })
    for (const name of ['cookie', 'origin', 'referer', 'x-forwarded-for', 'x-smuggled'])
      expect(heard).not.toHaveProperty(name)
  })

  it('wants no compression of a server on this machine, and leaves that to the network elsewhere', async () => {
    const asked: Record<string, string>[] = []
    const note: ServerFetch = (_address, { headers }) => {
      asked.push(headers)
      return Promise.resolve(Response.json({}))
    }
    for (const origin of ['http://127.0.0.1:3000', 'http://localhost:3000', 'https://nation.example'])
      await askServer(page('/api/replica/open'), origin, note)
    expect(asked.map((headers) => headers['accept-encoding'])).toEqual(['identity', 'identity', undefined])
  })

  it('answers without cookies and policies of the server’s, and as data only', async () => {
    const origin = await serve((_request, response) => {
      response.setHeader('set-cookie', 'a=b').setHeader('access-control-allow-origin', '*')
      response.setHeader('content-security-policy', "default-src *; script-src 'unsafe-inline'")
      response.setHeader('clear-site-data', '"*"').setHeader('content-type', 'text/html')
      response.end('<script>alert(1)</script>')
    })
    const { headers } = await askServer(page('/api/x'), origin, directFetch)
    expect([...headers.keys()].sort()).toEqual(['content-security-policy', 'content-type', 'x-content-type-options'])
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    for (const purpose of ['document', 'script', 'style', 'worker', 'iframe']) {
      const asked = await askServer(page('/api/x', { headers: { 'sec-fetch-dest': purpose } }), origin, directFetch)
      expect(asked.status).toBe(403)
    }
  })

  it('streams events as they come, and tells the server when the page goes away', async () => {
    const closed = new EventEmitter()
    const gone = once(closed, 'gone')
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n')
      response.once('close', () => closed.emit('gone'))
    })
    const leaving = new AbortController()
    const answer = await askServer(page('/api/events', { signal: leaving.signal }), origin, directFetch)
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    const { value } = await reader.read()
    expect(new TextDecoder().decode(value)).toBe('data: one\n\n')
    leaving.abort()
    await gone
  })

  it('hands on a short answer at once when it is all there, and one that breaks off as no answer', async () => {
    const part = 'x'.repeat(100_000)
    const serveParts = async (told: number) =>
      serve((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': told }).write(part)
        setImmediate(() => response.write(part, () => response.destroy()))
      })
    const whole = await askServer(page('/api/replica/rows'), await serveParts(200_000), directFetch, 60_000)
    const { value } = await whole.body!.getReader().read()
    expect(value).toHaveLength(200_000)
    server?.close()
    const broken = await askServer(page('/api/replica/rows'), await serveParts(300_000), directFetch, 60_000)
    expect(broken.type).toBe('error')
  })

  it('hands on what came of a short answer that stalls, and the rest as it comes', async () => {
    let goOn = () => {}
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 6 }).write('one')
      goOn = () => response.end('two')
    })
    const answer = await askServer(page('/api/x'), origin, directFetch)
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    const read = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await read()).toBe('one')
    goOn()
    expect(await read()).toBe('two')
    expect((await reader.read()).done).toBe(true)
  })

  it('ends the request of a short answer that stalls when the page no longer reads it, and fails where it breaks off', async () => {
    const closed = new EventEmitter()
    const gone = once(closed, 'gone')
    const answers: ServerResponse[] = []
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 6 }).write('one')
      answers.push(response.once('close', () => closed.emit('gone')))
    })
    const broken = await askServer(page('/api/x'), origin, directFetch)
    answers[0]!.destroy()
    await expect(broken.text()).rejects.toThrow()
    await gone
    const goneAgain = once(closed, 'gone')
    const left = await askServer(page('/api/x'), origin, directFetch)
    await left.body!.cancel()
    await goneAgain
  })

  it.each([{}, { 'content-length': '4000001' }, { 'content-length': '5', 'content-encoding': 'gzip' }])(
    'hands on as it comes what may be long: %o',
    async (headers) => {
      // It never ends.
      const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([1])) })
      const answer = await askServer(page('/api/x'), 'https://nation.example', () =>
        Promise.resolve(new Response(body, { headers: new Headers(Object.entries(headers)) })),
      )
      expect((await answer.body!.getReader().read()).value).toEqual(new Uint8Array([1]))
    },
  )

  it.each(['text/javascript', 'text/css', 'text/html; charset=utf-8', 'application/wasm', 'application/xhtml+xml'])(
    'takes %s for bytes, whatever the request was for: an own scheme does not tell',
    async (type) => {
      const origin = await serve((_request, response) => response.setHeader('content-type', type).end('x'))
      const { headers } = await askServer(page('/media/x.js'), origin, directFetch)
      expect(headers.get('content-type')).toBe('application/octet-stream')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  it.each(['application/json; charset=utf-8', 'text/event-stream', 'text/csv; charset=utf-8', 'image/png'])(
    'hands %s on as it is',
    async (type) => {
      const origin = await serve((_request, response) => response.setHeader('content-type', type).end('x'))
      expect((await askServer(page('/api/x'), origin, directFetch)).headers.get('content-type')).toBe(type)
    },
  )

  it('ends the request when the page no longer reads the answer, without a signal of the page’s', async () => {
    let signal: AbortSignal | undefined
    const answer = await askServer(page('/api/events'), 'https://nation.example', (_address, request) => {
      signal = request.signal
      const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([1])) })
      return Promise.resolve(new Response(body))
    })
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    expect(signal?.aborted).toBe(false)
    await reader.cancel()
    expect(signal?.aborted).toBe(true)
  })

  it.each(['/api/\\..\\..\\ops/queues', '/api/..%5cops', '/media/../../etc'])(
    'asks nothing but calls and pictures (%s)',
    async (path) => {
      const asked: string[] = []
      await askServer(
        { ...page('/api/x'), url: `nation://console${path}`, headers: new Headers() },
        'https://nation.example',
        (address) => {
          asked.push(new URL(address).pathname)
          return Promise.resolve(new Response(null))
        },
      )
      for (const one of asked) expect(one).toMatch(/^\/(api|media)\//)
    },
  )

  it('tells of a redirect that was cancelled, as Electron does it', async () => {
    const answer = await askServer(page('/api/x'), 'https://nation.example', () =>
      Promise.reject(new RedirectRefused()),
    )
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('another address') as string })
  })

  it.each([301, 302, 307, 308])('does not follow a redirect (%i), with the bearer least of all', async (status) => {
    let asked = 0
    const origin = await serve((_request, response) => {
      asked++
      response.writeHead(status, { location: '/api/elsewhere' }).end()
    })
    const answer = await askServer(page('/api/x', { headers: { authorization: 'Bearer panel' } }), origin, directFetch)
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('another address') as string })
    expect(asked).toBe(1)
  })

  it('says that a certificate is not to be trusted, and does not go on', async () => {
    const answer = await askServer(page('/api/x'), 'https://nation.example', () =>
      Promise.reject(new CertificateRefused()),
    )
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('certificate') as string })
  })

  it('is no answer at all where no server answers', async () => {
    const answer = await askServer(page('/api/x'), 'https://nation.example', () =>
      Promise.reject(new TypeError('away')),
    )
    expect(answer.type).toBe('error')
  })

  it('only reads pictures', async () => {
    const answer = await askServer(page('/media/a.png', { method: 'POST' }), 'https://nation.example', directFetch)
    expect(answer.status).toBe(405)
  })
})
