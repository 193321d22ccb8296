import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import type { Arrived } from '@nation/core/media'
import { NationError } from '@nation/domain/errors'
import { mediaLimits } from '@nation/domain/media'
import type { ParameterizedContext } from 'koa'
import { Arrivals, type Arrival } from './arrivals'
import { throwAwayRest } from './throw-away'

/** A received form with a file. */
export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>
  readonly file: Arrived
  /** Deletes the file and frees the sender's place. Always call it exactly once. */
  readonly discard: () => Promise<void>
}

/** The fields of a form besides its file. */
const overhead = 16 * 1024

const arrivals = new Arrivals()
setInterval(() => arrivals.look(), 1_000).unref()

/** Checks whether this sender may send so many bytes; throws if not. */
export type Admit = (bytes: number) => Promise<void>

/**
 * Writes a form from the network directly to the disk, and stops at the size limit, so it needs little memory. The file's name is
 * ignored. A refused sender gets the reason, also in the middle of sending.
 * @throws NationError `form_expected`, `file_missing`, `file_too_large`, `invalid_input`, `rate_limited`, `busy`,
 *   `upload_too_slow`, and whatever `admit` throws
 */
export async function receiveForm(http: ParameterizedContext, sender: string, admit: Admit): Promise<ReceivedForm> {
  let arrival: Arrival | undefined
  let folder: string | undefined
  const discard = async () => {
    arrival?.answered()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
  try {
    if (!/^multipart\/form-data\s*;/i.test(http.get('content-type'))) throw new NationError('form_expected')
    const length = http.request.length ?? mediaLimits.bytes
    if (length > mediaLimits.bytes + overhead) throw new NationError('file_too_large')
    const bytes = Math.min(length, mediaLimits.bytes)
    arrival = arrivals.admit(sender, bytes)
    await admit(bytes)
    folder = await mkdtemp(path.join(tmpdir(), 'nation-upload-'))
    return { ...(await readForm(http.req, path.join(folder, 'file'), arrival)), discard }
  } catch (error) {
    await discard()
    throwAwayRest(http.req)
    throw error
  } finally {
    arrival?.arrived()
  }
}

/** The parts of a form that were parsed so far. */
interface Reading {
  readonly fields: Record<string, string>
  file?: { readonly stream: BusboyFileStream; readonly written: Promise<Arrived> }
}

async function readForm(
  request: IncomingMessage,
  target: string,
  arrival: Arrival,
): Promise<{ fields: Record<string, string>; file: Arrived }> {
  const parser = parserOf(request)
  const reading: Reading = { fields: {} }
  try {
    await new Promise<void>((resolve, reject) => {
      listen(parser, reading, target, reject)
      arrival.onTurnedOut(reject)
      parser.once('finish', resolve).on('error', reject)
      request.on('data', (part: Buffer) => arrival.came(part.length))
      request.once('close', () => {
        if (!request.complete) reject(new Error('The form was cut off.'))
      })
      request.pipe(parser)
    })
    if (!reading.file) throw new NationError('file_missing')
    const file = await reading.file.written
    if (file.bytes === 0) throw new NationError('file_missing')
    return { fields: reading.fields, file }
  } catch (error) {
    request.unpipe(parser)
    reading.file?.stream.destroy(error as Error)
    await reading.file?.written.catch(() => undefined)
    throw error instanceof NationError ? error : Object.assign(refusalOf(error), { cause: error })
  }
}

/** A form that cannot be read is its sender's fault; a disk without room is not. */
const refusalOf = (error: unknown): NationError =>
  (error as NodeJS.ErrnoException).code === 'ENOSPC'
    ? new NationError('busy', { retryAfter: 30 })
    : new NationError('form_expected')

function listen(parser: Parser, reading: Reading, target: string, refuse: (error: unknown) => void): void {
  const { fields } = reading
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut || Object.hasOwn(fields, name)) return refuse(wrongField(name.slice(0, 40)))
    // An object without a prototype, because a field may have any name.
    Object.defineProperty(fields, name, { value, enumerable: true })
  })
  parser.on('file', (name, stream) => {
    if (name !== 'file' || reading.file) {
      stream.resume()
      return refuse(wrongField(name.slice(0, 40)))
    }
    const written = write(stream, target, refuse)
    written.catch(refuse)
    reading.file = { stream, written }
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => refuse(wrongField('')))
  }
}

type Parser = InstanceType<typeof Busboy>

function parserOf(request: IncomingMessage): Parser {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        fileSize: mediaLimits.bytes,
        files: 1,
        fields: 8,
        parts: 10,
        fieldNameSize: 40,
        fieldSize: 256,
        headerPairs: 20,
        headerSize: 4_096,
      },
    })
  } catch (error) {
    throw Object.assign(new NationError('form_expected'), { cause: error })
  }
}

async function write(stream: BusboyFileStream, target: string, refuse: (error: unknown) => void): Promise<Arrived> {
  let tooLarge = false
  stream.once('limit', () => {
    tooLarge = true
    refuse(new NationError('file_too_large'))
  })
  const out = createWriteStream(target, { flags: 'wx', mode: 0o600 })
  await pipeline(stream, out)
  if (tooLarge || stream.truncated) throw new NationError('file_too_large')
  return { path: target, bytes: out.bytesWritten }
}

const wrongField = (path: string) =>
  new NationError('invalid_input', {}, [{ path, code: 'unrecognized_keys', message: 'This form has no such field.' }])
