import type { CallAnswer } from '@nation/domain/contract'
import { imageTypes, mediaLimits } from '@nation/domain/media'
import type { MediaPreset, MediaType } from '@nation/domain/media'
import { watchCitizen } from '../../lib/api/client'
import { logFailedCall } from '../../lib/log/failed-calls'
import type { FailedCall } from '../../lib/log/failed-calls'
import { routeOf } from '../../lib/api/route-of'
import { tokens } from '../../lib/session/session'

export type Uploaded = Omit<CallAnswer<'media.upload'>, 'success'>

/** Why an upload failed, as a message for its sender. A `cancelled` one is not shown. */
export class UploadError extends Error {
  readonly cancelled: boolean
  constructor(message: string, cancelled = false) {
    super(message)
    this.name = 'UploadError'
    this.cancelled = cancelled
  }
}

/** Texts to the letter (requirements 1.5, requirements 2.8). */
export const uploadTexts = {
  type: 'Invalid file type. Please upload a JPEG, PNG, GIF, or WebP image.',
  attachmentType: 'Invalid file type. Please upload a PDF, XLSX, PNG, JPEG, GIF, WebP or MP4 file.',
  size: 'File too large. Maximum size is 10MB.',
  failed: 'Upload failed',
  response: 'Invalid response from upload service',
  network: 'Network error during upload',
} as const

/** What is wrong with a file before it is sent; null when nothing is. The server looks into it again. */
export function problemOf(file: Pick<File, 'type' | 'size'>, types: readonly MediaType[]): string | null {
  if (!(types as readonly string[]).includes(file.type)) {
    return types.length > imageTypes.length ? uploadTexts.attachmentType : uploadTexts.type
  }
  return file.size > mediaLimits.bytes ? uploadTexts.size : null
}

interface Sending {
  readonly file: File
  readonly preset: MediaPreset
  /** Called with the part that has been sent, 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

/** An upload that makes no progress for this long, or has no answer this long after its end, is given up. */
const PATIENCE = 60_000

/**
 * Uploads a file to the nation's media store and reports the progress. (`fetch` cannot, so this is an XMLHttpRequest.) One that stands
 * still for a minute, or is not answered, has failed.
 * @throws UploadError
 */
export async function uploadFile(sending: Sending): Promise<Uploaded> {
  // A file of one citizen does not become an upload of the next one of this browser.
  const isAnothers = watchCitizen(tokens)
  const token = await tokens.current()
  if (isAnothers()) throw new UploadError(uploadTexts.failed)
  const first = await send(sending, token)
  if (first.status !== 401 || token === null) return read(first)
  const next = await tokens.renew(token)
  if (isAnothers()) throw new UploadError(uploadTexts.failed)
  return read(await send(sending, next))
}

interface Answer {
  readonly status: number
  readonly text: string
}

function send({ file, preset, onProgress, signal }: Sending, token: string | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // It was cancelled while a token was on its way.
    if (signal.aborted) return reject(new UploadError('', true))
    const request = new XMLHttpRequest()
    const [method, path] = routeOf('media.upload')
    request.open(method, path)
    request.setRequestHeader('accept', 'application/json')
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    const cancel = () => request.abort()
    const fail = (code: 'network' | 'timeout') => {
      logFailedCall('media.upload', { status: 0, code })
      reject(new UploadError(uploadTexts.network))
    }
    const giveUp = () => {
      fail('timeout')
      request.abort()
    }
    let patience = setTimeout(giveUp, PATIENCE)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(patience)
      patience = setTimeout(giveUp, PATIENCE)
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', () => fail('network'))
    request.addEventListener('abort', () => reject(new UploadError('', true)))
    request.addEventListener('loadend', () => {
      clearTimeout(patience)
      signal.removeEventListener('abort', cancel)
    })
    signal.addEventListener('abort', cancel, { once: true })
    const form = new FormData()
    form.append('preset', preset)
    form.append('file', file)
    request.send(form)
  })
}

function read({ status, text }: Answer): Uploaded {
  const body = parse(text)
  if (status < 200 || status > 299) {
    logFailedCall('media.upload', { code: 'unknown', ...(body as Partial<FailedCall> | null), status })
    throw new UploadError(sentenceIn(body) ?? uploadTexts.failed)
  }
  if (!isUploaded(body)) throw new UploadError(uploadTexts.response)
  return body
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The server's own sentence, where it is about the file; of its other troubles it is enough to know that it failed. */
function sentenceIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { code, error } = body as { code?: unknown; error?: unknown }
  return typeof error === 'string' && code !== 'internal' ? error : undefined
}

const isUploaded = (body: unknown): body is Uploaded =>
  typeof body === 'object' && body !== null && typeof (body as { secure_url?: unknown }).secure_url === 'string'
