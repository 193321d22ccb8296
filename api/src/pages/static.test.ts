import { mkdir, writeFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()
const script = `export const words = '${'the same words again, '.repeat(200)}'`

beforeEach(async () => {
  const assets = path.join(api.webDir, 'assets')
  await mkdir(assets, { recursive: true })
  await writeFile(path.join(assets, 'a-1.js'), script)
  await writeFile(path.join(assets, 'a-1.js.br'), brotliCompressSync(script))
  await writeFile(path.join(assets, 'a-1.js.gz'), gzipSync(script))
  await writeFile(path.join(assets, 'b-1.js'), script)
})

/** As it comes over the line: `fetch` would unpack it. */
function raw(file: string, accepted: string): Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    http
      .get(`${api.origin}/assets/${file}`, { headers: { 'accept-encoding': accepted } }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(parts) }))
      })
      .on('error', reject)
  })
}

describe('A script of the build', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('is sent as it was packed by the build to who takes %s', async (accepted, encoding, unpack) => {
    const { headers, body } = await raw('a-1.js', accepted)
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringContaining('javascript') as string,
      'content-length': String(body.length),
      'cache-control': expect.stringContaining('immutable') as string,
      vary: expect.stringMatching(/accept-encoding/i) as string,
    })
    expect(unpack(body).toString()).toBe(script)
  })

  it('carries no headers that are about documents, and those that are about itself', async () => {
    const { headers } = await raw('a-1.js', 'br')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(
      Object.keys(headers).filter((name) => /security-policy|^x-(?!content)|opener|referrer|cluster/.test(name)),
    ).toEqual([])
    // The page, and a picture, which may be opened alone and may hold scripts.
    await writeFile(path.join(api.webDir, 'assets', 'c-1.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const address of ['/', '/assets/c-1.svg', '/assets/none.js']) {
      const answer = await fetch(`${api.origin}${address}`)
      expect(answer.headers.get('content-security-policy'), address).toContain("script-src 'self'")
      expect(answer.headers.get('x-frame-options'), address).toBe('SAMEORIGIN')
    }
  })

  it('is never asked about again, so that it carries nothing to ask with', async () => {
    const { headers } = await raw('a-1.js', 'br')
    expect([headers.etag, headers['last-modified']]).toEqual([undefined, undefined])
  })

  it('comes as light where it stands in the head of every page; a service worker keeps its policy', async () => {
    for (const name of ['first-paint.js', 'sw.js']) await writeFile(path.join(api.webDir, name), script)
    const policy = async (name: string) => {
      const { headers } = await fetch(`${api.origin}/${name}`)
      return [headers.get('content-security-policy') !== null, headers.get('last-modified') !== null]
    }
    expect(await policy('first-paint.js')).toEqual([false, true])
    expect(await policy('sw.js')).toEqual([true, true])
  })

  it('is sent as it is to who takes nothing packed, and packed on the way where the build has no packed one', async () => {
    const plain = await raw('a-1.js', 'identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body.toString()).toBe(script)
    const packed = await raw('b-1.js', 'br')
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.body).toString()).toBe(script)
  })
})
