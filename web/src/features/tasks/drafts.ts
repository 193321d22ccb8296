import { taskLimits } from '@nation/domain/tasks'
import { useMemo } from 'react'
import { create } from 'zustand'
import { useSession } from '../../lib/session/session'
import { DRAFT_KEYS, keep, readStored } from '../../lib/store/device'

/** What a citizen has written to a task and not sent yet. */
export interface TaskDraft {
  readonly answer: string
  /** Addresses of uploaded images. */
  readonly images: readonly string[]
}

const blank: TaskDraft = { answer: '', images: [] }

/** Whether nothing stands in a draft. */
export const isBlank = ({ answer, images }: TaskDraft): boolean => answer === '' && images.length === 0

const KEYS = `${DRAFT_KEYS}task.`

/** Each task and citizen has a draft of their own on a device. */
export const draftKey = (taskId: string, uid: string): string => `${KEYS}${taskId}.${uid}`

/** Reads the draft that this device stores; whatever is no text is left out. */
function readDraft(key: string): TaskDraft {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return blank
    const { answer, images } = stored as Record<string, unknown>
    const addresses = Array.isArray(images) ? images.filter((one): one is string => typeof one === 'string') : []
    return { answer: typeof answer === 'string' ? answer : '', images: addresses.slice(0, taskLimits.images) }
  } catch {
    return blank
  }
}

interface Drafts {
  /** The drafts of this page, by their key: where a device stores nothing they last as long as the page. */
  readonly written: Readonly<Record<string, TaskDraft>>
  /** The drafts that are being sent: a form that is folded and unfolded meanwhile is the same form. */
  readonly sending: readonly string[]
  /** The drafts that this device could not store. */
  readonly notKept: readonly string[]
}

const useDrafts = create<Drafts>(() => ({ written: {}, sending: [], notKept: [] }))

useSession.subscribe((now, before) => {
  if (before.user && now.user?.uid !== before.user.uid) useDrafts.setState(useDrafts.getInitialState(), true)
})

const draftOf = (key: string): TaskDraft => useDrafts.getState().written[key] ?? readDraft(key)

/** What this device stores for a draft. */
const textOf = (draft: TaskDraft): string | null => (isBlank(draft) ? null : JSON.stringify(draft))

const show = (key: string, draft: TaskDraft) =>
  useDrafts.setState(({ written }) => ({ written: { ...written, [key]: draft } }))

function write(key: string, draft: TaskDraft): void {
  show(key, draft)
  const kept = keep(key, textOf(draft))
  useDrafts.setState(({ notKept }) => ({ notKept: [...notKept.filter((one) => one !== key), ...(kept ? [] : [key])] }))
}

/** Shows what another tab stored, also of a task that is folded, and forgets what it sent or discarded, unless this page has more of it. */
function follow({ key, oldValue, newValue }: StorageEvent): void {
  if (key === null || !key.startsWith(KEYS)) return
  const shown = useDrafts.getState().written[key]
  if (newValue === null && shown && textOf(shown) !== oldValue) return
  show(key, readDraft(key))
}
if (typeof addEventListener === 'function') addEventListener('storage', follow)

/**
 * What the citizen is writing to a task: stored on this device with every change, and forgotten once it is sent. What another tab writes
 * to the same task is shown here, too.
 */
export function useTaskDraft(taskId: string) {
  const uid = useSession((state) => state.user?.uid ?? '')
  const key = draftKey(taskId, uid)
  const stored = useMemo(() => readDraft(key), [key])
  const draft = useDrafts(({ written }) => written[key]) ?? stored
  const isSending = useDrafts(({ sending }) => sending.includes(key))
  const kept = useDrafts(({ notKept }) => !notKept.includes(key))
  const setSending = (on: boolean) =>
    useDrafts.setState(({ sending }) => ({ sending: [...sending.filter((one) => one !== key), ...(on ? [key] : [])] }))
  return {
    draft,
    isSending,
    /** Whether this device could store what was written last. */
    kept,
    change: (part: (before: TaskDraft) => Partial<TaskDraft>) => {
      const before = draftOf(key)
      write(key, { ...before, ...part(before) })
    },
    discard: () => write(key, blank),
    /** Sends what stands there, and forgets it when it arrived; what was written meanwhile stays. @throws as `send` */
    send: async <Answer>(send: (draft: TaskDraft) => Promise<Answer>): Promise<Answer> => {
      const sent = draftOf(key)
      write(key, sent)
      setSending(true)
      try {
        const answer = await send(sent)
        if (draftOf(key) === sent) write(key, blank)
        return answer
      } finally {
        setSending(false)
      }
    },
  }
}
