import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import type { Arrived } from '@nation/core/media'
import { NationError } from '@nation/domain/errors'
import { mediaLimits } from '@nation/domain/media'
import type { ParameterizedContext } from 'koa'

/** A form with a file, as it arrived. */
export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>
  readonly file: Arrived
  /** Removes the file, and lets the sender send another one. Call it once, always. */
  readonly discard: () => Promise<void>
}

/** What a form takes besides its file. */
const overhead = 16 * 1024
const mostAtOnce = 16
let arriving = 0

/** Of one sender, from the first byte to the answer: nobody keeps the others from sending by sending slowly, or much. */
const mostOfOne = 4
const underWay = new Map<string, number>()

/**
 * Takes a form from the network straight to the disk, and stops at the limit: memory holds no more of it than what is on
 * its way. The file's name is never looked at.
 * @throws NationError `form_expected`, `file_missing`, `file_too_large`, `invalid_input`, `rate_limited`, `busy`
 */
export async function receiveForm(http: ParameterizedContext, sender: string): Promise<ReceivedForm> {
  const type = http.get('content-type')
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new NationError('form_expected')
  if (Number(http.request.length ?? 0) > mediaLimits.bytes + overhead) {
    refuseRest(http)
    throw new NationError('file_too_large')
  }
  if ((underWay.get(sender) ?? 0) >= mostOfOne || arriving >= mostAtOnce) {
    // A rest that is known to be short enough is let in and thrown away: so the sender hears the answer.
    if (http.request.length === undefined) refuseRest(http)
    throw new NationError(arriving >= mostAtOnce ? 'busy' : 'rate_limited', { retryAfter: 5 })
  }
  count(sender, 1)
  arriving += 1
  let folder: string | undefined
  const discard = async () => {
    count(sender, -1)
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
  try {
    folder = await mkdtemp(path.join(tmpdir(), 'nation-upload-'))
    return { ...(await readForm(http, path.join(folder, 'file'))), discard }
  } catch (error) {
    await discard()
    refuseRest(http)
    throw error
  } finally {
    arriving -= 1
  }
}

function count(sender: string, change: 1 | -1): void {
  const left = (underWay.get(sender) ?? 0) + change
  if (left > 0) underWay.set(sender, left)
  else underWay.delete(sender)
}

/** What is still to come is not waited for: the connection ends with the answer. */
function refuseRest(http: ParameterizedContext): void {
  http.set('connection', 'close')
}

async function readForm(
  http: ParameterizedContext,
  target: string,
): Promise<{ fields: Record<string, string>; file: Arrived }> {
  const parser = parserOf(http)
  const fields: Record<string, string> = {}
  const refuse = (error: NationError) => parser.destroy(error)
  let writing: Promise<Arrived> | undefined
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut || Object.hasOwn(fields, name)) return refuse(wrongField(name.slice(0, 40)))
    // Without a prototype to reach: a field may have any name.
    Object.defineProperty(fields, name, { value, enumerable: true })
  })
  parser.on('file', (name, stream) => {
    if (name !== 'file' || writing) {
      stream.resume()
      return refuse(wrongField(name.slice(0, 40)))
    }
    writing = write(stream, target, refuse)
    writing.catch((error: unknown) => parser.destroy(error as Error))
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => refuse(wrongField('')))
  }
  await pipeline(http.req, parser).catch((error: unknown) => {
    throw error instanceof NationError ? error : Object.assign(new NationError('form_expected'), { cause: error })
  })
  if (!writing) throw new NationError('file_missing')
  const file = await writing
  if (file.bytes === 0) throw new NationError('file_missing')
  return { fields, file }
}

function parserOf(http: ParameterizedContext) {
  try {
    return new Busboy({
      headers: http.req.headers as BusboyHeaders,
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

async function write(
  stream: BusboyFileStream,
  target: string,
  refuse: (error: NationError) => unknown,
): Promise<Arrived> {
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
