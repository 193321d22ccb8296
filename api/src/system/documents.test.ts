import { brotliDecompressSync } from 'node:zlib'
import { get } from 'node:http'
import { expect, it, vi } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()

/** A document as it comes over the line. */
const packed = (path: string): Promise<{ encoding: string | undefined; type: string | undefined; text: string }> =>
  new Promise((resolve, reject) => {
    get(`${api.origin}${path}`, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const { 'content-encoding': encoding, 'content-type': type } = answer.headers
        resolve({ encoding, type, text: brotliDecompressSync(Buffer.concat(parts)).toString() })
      })
    }).on('error', reject)
  })

it('The document of the interface is made once, however many visitors ask for it', async () => {
  const writing = vi.spyOn(JSON, 'stringify')
  const first = await packed('/api/openapi.json')
  expect(first).toMatchObject({ encoding: 'br', type: expect.stringContaining('application/json') as string })
  expect(JSON.parse(first.text)).toMatchObject({ openapi: '3.1.0', info: { title: 'Nation' } })
  expect(await packed('/api/openapi.json')).toEqual(first)
  expect((await fetch(`${api.origin}/api/openapi.json`, { method: 'HEAD' })).status).toBe(200)
  // None where another test of this process had asked for it before.
  const made = writing.mock.calls.filter(([value]) => (value as { openapi?: string } | null)?.openapi !== undefined)
  expect(made.length).toBeLessThan(2)
})

it('The page of the interface is sent packed, too', async () => {
  const page = await packed('/api/docs')
  expect(page).toMatchObject({ encoding: 'br', type: expect.stringContaining('text/html') as string })
  expect(page.text).toContain('<h1')
})
