import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { withoutEnd } from '@nation/domain/text'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../platform'
import { hashOfFile, mediaName, type MediaStore } from './store'

const timeoutMs = 20_000

/** Files in a private bucket: the API serves them like those on disk. */
export function s3Store(settings: S3Settings): MediaStore {
  const { accessKeyId, secretAccessKey, region } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const address = (name: string) => {
    if (!mediaName.test(name)) throw new Error(`'${name}' is not the name of a file of ours.`)
    return `${withoutEnd(settings.endpoint, '/')}/${settings.bucket}/${name}`
  }
  /** Signs first and sends after: a stream is sent as it is, without being read into memory. */
  const send = async (method: string, name: string, headers: Record<string, string> = {}, body?: Readable) => {
    const signed = await client.sign(address(name), { method, headers })
    return fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
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
        createReadStream(file),
      )
      await expectOk(answer, 'put')
    },
    open: async (name, range) => {
      const bytes = range ? await lengthOf(send, name) : null
      if (range && bytes === null) return null
      const part = range && bytes !== null ? range(bytes) : null
      const answer = await send('GET', name, part ? { range: `bytes=${part.from}-${part.to}` } : {})
      if (answer.status === 404) {
        await answer.body?.cancel()
        return null
      }
      await expectOk(answer, 'get')
      if (!answer.body) throw new Error('S3 answered without a body.')
      return {
        stream: Readable.fromWeb(answer.body),
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
