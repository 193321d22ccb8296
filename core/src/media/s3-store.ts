import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { withoutEnd } from '@nation/domain/text'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../platform'
import { hashOfFile, mediaName, type MediaStore } from './store'

/**
 * Files in a private bucket: the API serves them like those on disk.
 * @param timeoutMs how long S3 may take for a request, or, when a file is read, for its first bytes and each further part
 */
export function s3Store(settings: S3Settings, timeoutMs = 20_000): MediaStore {
  const { accessKeyId, secretAccessKey, region } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const address = (name: string) => {
    if (!mediaName.test(name)) throw new Error(`'${name}' is not the name of a file of ours.`)
    return `${withoutEnd(settings.endpoint, '/')}/${settings.bucket}/${name}`
  }
  /** Signs first and sends after: a stream is sent as it is, without being read into memory. */
  const send = async (
    method: string,
    name: string,
    headers: Record<string, string> = {},
    { body, signal = AbortSignal.timeout(timeoutMs) }: { body?: Readable; signal?: AbortSignal } = {},
  ) => {
    const signed = await client.sign(address(name), { method, headers })
    return fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'error',
      signal,
      ...(body && { body: Readable.toWeb(body), duplex: 'half' }),
    })
  }
  return {
    put: async (name, file, type) => {
      const { size } = await stat(file)
      const answer = await send(
        'PUT',
        name,
        {
          'content-type': type,
          'content-length': String(size),
          'x-amz-content-sha256': await hashOfFile(file),
          'cache-control': 'public, max-age=31536000, immutable',
        },
        { body: createReadStream(file) },
      )
      await expectOk(answer, 'put')
    },
    open: async (name, range) => {
      const bytes = range ? await lengthOf(send, name) : null
      if (range && bytes === null) return null
      const part = range && bytes !== null ? range(bytes) : null
      const patience = patienceOf(timeoutMs)
      const { signal } = patience
      const headers: Record<string, string> = part ? { range: `bytes=${part.from}-${part.to}` } : {}
      const answer = await patience.wait(() => send('GET', name, headers, { signal }))
      if (answer.status === 404) {
        await answer.body?.cancel()
        return null
      }
      await patience.wait(() => expectOk(answer, 'get'))
      if (!answer.body) throw new Error('S3 answered without a body.')
      return {
        stream: slowlyTaken(Readable.fromWeb(answer.body), patience),
        bytes: bytes ?? Number(answer.headers.get('content-length')),
      }
    },
    remove: async (name) => {
      const answer = await send('DELETE', name)
      if (answer.status !== 404) await expectOk(answer, 'delete')
      else await answer.body?.cancel()
    },
  }
}

interface Patience {
  readonly signal: AbortSignal
  wait<T>(work: () => Promise<T>): Promise<T>
}

/** A limit of time that runs only while S3 is awaited. */
function patienceOf(ms: number): Patience {
  const controller = new AbortController()
  const giveUp = () => controller.abort(new Error(`S3 was silent for ${ms / 1000} s.`))
  return {
    signal: controller.signal,
    wait: async (work) => {
      const timer = setTimeout(giveUp, ms)
      try {
        return await work()
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/**
 * A file as it is taken. A reader with a slow line may take minutes for it: that is not S3's time. What ends the reading ends the
 * request, also before it began.
 */
function slowlyTaken(body: Readable, patience: Patience): Readable {
  const stream = Readable.from(partsOf(body, patience), { objectMode: false })
  return stream.once('close', () => body.destroy())
}

async function* partsOf(body: Readable, patience: Patience): AsyncGenerator<Buffer> {
  const parts = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const next = await patience.wait(() => parts.next())
    if (next.done === true) return
    yield next.value
  }
}

type Send = (method: string, name: string) => Promise<Response>

async function lengthOf(send: Send, name: string): Promise<number | null> {
  const answer = await send('HEAD', name)
  if (answer.status === 404) return null
  await expectOk(answer, 'head')
  return Number(answer.headers.get('content-length'))
}

async function expectOk(answer: Response, what: string): Promise<void> {
  if (answer.ok) return
  const said = (await answer.text().catch(() => '')).slice(0, 300)
  throw new Error(`S3 did not ${what}: ${answer.status} ${said}`)
}
