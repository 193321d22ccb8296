import { typesOf } from '@nation/domain/media'
import type { MediaPreset } from '@nation/domain/media'
import { useEffect, useRef, useState } from 'react'
import { problemOf, UploadError, uploadFile, uploadTexts } from './upload'
import type { Uploaded } from './upload'

interface UploadState {
  /** The part that has been sent, 0 to 1; null while nothing is under way. */
  readonly progress: number | null
  /** Whether the file is stored already, and its owner uses it now: that is not called off. */
  readonly isStored: boolean
  readonly problem: string | null
}

const idle: UploadState = { progress: null, isStored: false, problem: null }

/** One upload at a time: how far it is, what went wrong, and the way out of it. */
export function useUpload(
  preset: MediaPreset,
  onUploaded: (uploaded: Uploaded) => Promise<void> | void,
  types = typesOf(preset),
) {
  const [state, setState] = useState(idle)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const fail = (problem: string) => {
    setState({ ...idle, problem })
    return problem
  }
  const send = async (file: File): Promise<string | null> => {
    if (running.current) return null
    const problem = problemOf(file, types)
    if (problem !== null) return fail(problem)
    const control = new AbortController()
    running.current = control
    setState({ ...idle, progress: 0 })
    try {
      const onProgress = (progress: number) => setState({ ...idle, progress })
      const uploaded = await uploadFile({ file, preset, onProgress, signal: control.signal })
      setState({ ...idle, progress: 1, isStored: true })
      await onUploaded(uploaded)
      setState(idle)
      return null
    } catch (error) {
      if (!(error instanceof UploadError && error.cancelled)) {
        return fail(error instanceof Error && error.message !== '' ? error.message : uploadTexts.failed)
      }
      setState(idle)
      return null
    } finally {
      running.current = null
    }
  }
  return {
    ...state,
    /** Sends a file; answers what went wrong once it is over, null where nothing did. */
    send,
    start: (file: File) => void send(file),
    cancel: () => running.current?.abort(),
  }
}
