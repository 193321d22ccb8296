import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { s3Store } from './s3-store'
import { diskStore, type MediaStore } from './store'

/** As much of S3 as a store needs: it checks the signature's form and the content's hash, as S3 does. */
class Bucket {
  readonly objects = new Map<string, { readonly body: Buffer; readonly type: string }>()
  /** Keys of objects of which it sends only so many bytes, and then nothing more. */
  readonly stuck = new Map<string, number>()
  readonly server: Server = createServer((request, response) => {
    void this.#answer(request).then(({ status, headers = {}, body }) => {
      const most = this.stuck.get(request.url ?? '')
      if (most !== undefined && body) return void response.writeHead(status, headers).write(body.subarray(0, most))
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
    })
  })

  async #answer(
    request: IncomingMessage,
  ): Promise<{ status: number; headers?: Record<string, string>; body?: Buffer }> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const key = request.url ?? ''
    if (
      !/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-test-1\/s3\/aws4_request, /.test(
        request.headers.authorization ?? '',
      )
    ) {
      return { status: 403, body: Buffer.from('<Error><Code>SignatureDoesNotMatch</Code></Error>') }
    }
    if (request.method === 'PUT') {
      const hash = createHash('sha256').update(body).digest('hex')
      if (request.headers['x-amz-content-sha256'] !== hash) return { status: 400 }
      if (request.headers['content-length'] !== String(body.length)) return { status: 411 }
      this.objects.set(key, { body, type: request.headers['content-type'] ?? '' })
      return { status: 200 }
    }
    const object = this.objects.get(key)
    if (request.method === 'DELETE') {
      this.objects.delete(key)
      return { status: 204 }
    }
    if (!object) return { status: 404 }
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const part = range ? object.body.subarray(Number(range[1]), Number(range[2]) + 1) : object.body
    return { status: range ? 206 : 200, headers: { 'content-length': String(part.length) }, body: part }
  }
}

const bucket = new Bucket()
let folder: string
let file: string
const content = Buffer.from('what is in the file')

beforeAll(async () => {
  await new Promise<void>((resolve) => bucket.server.listen(0, '127.0.0.1', resolve))
  folder = await mkdtemp(path.join(tmpdir(), 'nation-store-'))
  file = path.join(folder, 'source')
  await writeFile(file, content)
})
afterAll(async () => {
  bucket.server.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  bucket.objects.clear()
  bucket.stuck.clear()
})

const settings = () => ({
  endpoint: `http://127.0.0.1:${(bucket.server.address() as AddressInfo).port}/`,
  bucket: 'nation-media',
  region: 'eu-test-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
})

const stores: Record<string, () => MediaStore> = {
  'on disk': () => diskStore(path.join(folder, 'media')),
  'in a bucket': () => s3Store(settings()),
}

async function read(store: MediaStore, name: string, range?: { from: number; to: number }): Promise<string | null> {
  const found = await store.open(name, range && (() => range))
  if (!found) return null
  expect(found.bytes).toBe(content.length)
  const chunks: Buffer[] = []
  for await (const chunk of found.stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe.each(Object.keys(stores))('A file %s', (where) => {
  const name = 'uploads/ab12.pdf'

  it('is stored, served whole and in parts, and removed', async () => {
    const store = stores[where]!()
    expect(await read(store, name)).toBeNull()
    await store.put(name, file, 'application/pdf')
    await store.put(name, file, 'application/pdf')
    expect(await read(store, name)).toBe(content.toString())
    expect(await read(store, name, { from: 5, to: 6 })).toBe('is')
    await store.remove(name)
    await store.remove(name)
    expect(await read(store, name)).toBeNull()
  })

  it.each(['../a.png', 'uploads/../../a.png', 'uploads/a', '/etc/passwd.pdf', 'uploads/a.png/b.png', 'uploads/.a.png'])(
    'has no name like %s',
    async (wrong) => {
      const store = stores[where]!()
      await expect(store.put(wrong, file, 'image/png')).rejects.toThrow(/not the name/)
      await expect(store.open(wrong)).rejects.toThrow(/not the name/)
    },
  )
})

describe('A disk', () => {
  it('that is nearly full takes no more files, and gives out those that it has', async () => {
    const root = path.join(folder, 'full')
    await diskStore(root).put('uploads/a1.pdf', file, 'application/pdf')
    const full = diskStore(root, () => Promise.resolve(false))
    await expect(full.put('uploads/a2.pdf', file, 'application/pdf')).rejects.toMatchObject({ code: 'busy' })
    expect([await read(full, 'uploads/a1.pdf'), await read(full, 'uploads/a2.pdf')]).toEqual([content.toString(), null])
  })
})

describe('A bucket', () => {
  it('that refuses is reported as a failure, not as a missing file', async () => {
    const store = s3Store({ ...settings(), accessKeyId: 'other' })
    await expect(store.put('uploads/a.png', file, 'image/png')).rejects.toThrow(/403/)
    await expect(store.open('uploads/a.png')).rejects.toThrow(/403/)
  })

  it('gives a reader with a slow line all the time, and gives up where the bucket itself says no more', async () => {
    const store = s3Store(settings(), 1_000)
    const long = Buffer.alloc(10 * 1024 * 1024, 'long')
    const key = (name: string) => `/nation-media/${name}`
    for (const name of ['uploads/long.pdf', 'uploads/stuck.pdf']) {
      bucket.objects.set(key(name), { body: long, type: 'application/pdf' })
    }
    bucket.stuck.set(key('uploads/stuck.pdf'), 1_000)
    const [slow, stuck] = [await store.open('uploads/long.pdf'), await store.open('uploads/stuck.pdf')]
    const parts = slow!.stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    let taken = ((await parts.next()).value as Buffer).length
    // Longer than S3 may be silent.
    const all = async () => {
      for await (const part of stuck!.stream as AsyncIterable<Buffer>) expect(part.length).toBe(1_000)
    }
    await expect(all()).rejects.toThrow('S3 was silent for 1 s.')
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) taken += next.value.length
    expect(taken).toBe(long.length)
  })

  it('is asked no longer for a file that no reader takes', async () => {
    bucket.objects.set('/nation-media/uploads/a.pdf', { body: content, type: 'application/pdf' })
    bucket.stuck.set('/nation-media/uploads/a.pdf', 4)
    const closed = new Promise<void>((resolve) =>
      bucket.server.once('request', (request: IncomingMessage) => request.socket.once('close', () => resolve())),
    )
    const file = await s3Store(settings()).open('uploads/a.pdf')
    file!.stream.destroy()
    await closed
  })

  it('stores the file’s given type, under the bucket’s name', async () => {
    await s3Store(settings()).put('uploads/a.png', file, 'image/png')
    expect([...bucket.objects].map(([key, { type }]) => [key, type])).toEqual([
      ['/nation-media/uploads/a.png', 'image/png'],
    ])
  })
})
