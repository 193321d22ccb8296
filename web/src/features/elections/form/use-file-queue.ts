import { mediaLimits, mediaTypes } from '@nation/domain/media'
import type { MediaType } from '@nation/domain/media'
import { useEffect, useRef, useState } from 'react'
import { UploadError, uploadFile, uploadTexts } from '../../media'

/** A file on its way, or one that was not taken. */
export interface QueuedFile {
  readonly id: number
  readonly name: string
  /** The part that has been sent, 0 to 1; null while it waits for its turn. */
  readonly progress: number | null
  readonly problem: string | null
}

/** 'PDF, XLSX, PNG or JPG'. */
export function kindsInWords(endings: readonly string[]): string {
  const kinds = endings.map((ending) => (ending === 'webp' ? 'WebP' : ending.toUpperCase()))
  return kinds.length < 2 ? kinds.join('') : `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`
}

/** The types that browsers know the endings by. */
export const typesOfEndings = (endings: readonly string[]): string[] =>
  Object.entries(mediaTypes).flatMap(([type, ending]) => (endings.includes(ending) ? [type] : []))

/** What is wrong with a file before it is sent; null when nothing is. The server looks into it again. */
export function fileProblem(file: Pick<File, 'type' | 'size'>, endings: readonly string[]): string | null {
  const ending: string | undefined = mediaTypes[file.type as MediaType]
  if (ending === undefined || !endings.includes(ending)) {
    return `Invalid file type. Please upload a ${kindsInWords(endings)} file.`
  }
  return file.size > mediaLimits.bytes ? uploadTexts.size : null
}

/** Uploads of attachments, one after the other: how far each is, what went wrong, and the way out of it. */
export function useFileQueue(endings: readonly string[], onUploaded: (address: string) => void) {
  const [files, setFiles] = useState<readonly QueuedFile[]>([])
  const waiting = useRef<{ id: number; file: File }[]>([])
  const running = useRef<{ id: number; control: AbortController } | null>(null)
  const count = useRef(0)
  const uploaded = useRef(onUploaded)
  useEffect(() => {
    uploaded.current = onUploaded
  })
  useEffect(
    () => () => {
      // The field is gone: what waits is not sent, and nothing of it is written into the draft.
      waiting.current = []
      running.current?.control.abort()
    },
    [],
  )

  const update = (id: number, part: Partial<QueuedFile>) =>
    setFiles((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const drop = (id: number) => setFiles((before) => before.filter((one) => one.id !== id))

  const next = async (): Promise<void> => {
    const first = waiting.current.shift()
    if (!first) return
    const { id, file } = first
    const control = new AbortController()
    running.current = { id, control }
    try {
      const onProgress = (progress: number) => update(id, { progress })
      const answer = await uploadFile({ file, preset: 'attachment', onProgress, signal: control.signal })
      uploaded.current(answer.secure_url)
      drop(id)
    } catch (error) {
      if (error instanceof UploadError && error.cancelled) drop(id)
      else update(id, { progress: null, problem: error instanceof UploadError ? error.message : uploadTexts.failed })
    }
    running.current = null
    return next()
  }

  return {
    files,
    /** Whether something is still on its way. */
    busy: files.some((one) => one.problem === null),
    add: (added: readonly File[]) => {
      const queued = added.map((file) => ({ id: ++count.current, file, problem: fileProblem(file, endings) }))
      // What was refused before has been read by now.
      setFiles((before) => [
        ...before.filter((one) => one.problem === null),
        ...queued.map(({ id, file, problem }) => ({ id, name: file.name, progress: null, problem })),
      ])
      waiting.current.push(...queued.filter((one) => one.problem === null))
      if (!running.current) void next()
    },
    cancel: (id: number) => {
      waiting.current = waiting.current.filter((one) => one.id !== id)
      if (running.current?.id === id) running.current.control.abort()
      else drop(id)
    },
  }
}
