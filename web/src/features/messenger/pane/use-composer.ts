import { canEditMessage, contentLimits, excerptOf, messageLimits } from '@nation/domain/messenger'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api/client'
import { serverNow } from '../../../lib/server-time'
import { toast } from '../../../ui'
import { followDraft, saveDraft, noDraft, readDraft, type Draft } from '../device/drafts'
import { problemOf, sendMessage } from '../device/send'
import { keepEdit, unsavedEdit } from '../device/unsaved-edits'
import { jumpToEnd } from '../rooms/read-room'
import { merged } from '../rooms/room'
import { changeStored, roomOf } from '../rooms/rooms'
import { sendTyping } from '../rooms/typing'
import type { Message, Quoted, RoomId } from '../types'

interface Options {
  readonly id: RoomId
  readonly ownUid: string
  readonly editing: Message | null
  readonly onEdit: (message: Message | null) => void
  readonly answered: { readonly message: Message } | null
}

/** What an answer shows of the message that it answers. */
export const quotedOf = ({ number, sender, message, images }: Message): Quoted => ({
  number,
  senderName: sender.username,
  excerpt: excerptOf(message, images.length > 0),
})

/** Whether the citizen may edit this message now. */
export const mayEdit = (message: Message, ownUid: string): boolean =>
  message.senderId === ownUid &&
  canEditMessage(
    { sentAt: new Date(message.timestamp), deletedAt: message.deletedAt === null ? null : new Date(message.deletedAt) },
    new Date(serverNow()),
  ).allowed

/** What is being written in a conversation: a draft, which this device stores, or another text for a message that was sent. */
export function useComposer({ id, ownUid, editing, onEdit, answered }: Options) {
  const [draft, setDraft] = useDraft(id, ownUid, answered)
  const edit = useEdit({ id, ownUid, editing, onEdit })
  const text = editing ? edit.text : draft.text
  const left = messageLimits.text - [...text.trim()].length
  const hasContent = text.trim() !== '' || (editing ?? draft).images.length > 0
  const canSend = hasContent && left >= 0 && !edit.saving
  const submit = () => {
    if (!canSend) return
    if (editing) return void edit.save()
    sendTyping(id, false)
    // Into the outbox first, which stores it whatever becomes of the page.
    sendMessage(id, text.trim(), draft.replyTo, draft.images)
    setDraft(noDraft)
    void jumpToEnd(id)
  }
  const editLast = (): boolean => {
    const last = roomOf(id).messages.findLast((message) => mayEdit(message, ownUid))
    if (last) onEdit(last)
    return last !== undefined
  }
  return {
    text,
    replyTo: draft.replyTo,
    images: draft.images,
    setImages: (change: (images: readonly string[]) => readonly string[]) =>
      setDraft((before) => ({ ...before, images: change(before.images).slice(0, contentLimits.images) })),
    left,
    canSend,
    saving: edit.saving,
    problem: editing ? edit.problem : null,
    isSpecial: editing !== null || draft.replyTo !== null,
    write: (written: string) => {
      if (editing) return edit.write(written)
      sendTyping(id, written.trim() !== '')
      setDraft((before) => ({ ...before, text: written }))
    },
    submit,
    editLast,
    cancel: () => (editing ? onEdit(null) : setDraft((before) => ({ ...before, replyTo: null }))),
  }
}

/** The draft of a conversation: stored on this device with every stroke, and the same in all tabs. */
function useDraft(id: RoomId, ownUid: string, answered: Options['answered']) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(ownUid, id))
  const [quoting, setQuoting] = useState(answered)
  if (quoting !== answered) {
    setQuoting(answered)
    if (answered) setDraft({ ...draft, replyTo: quotedOf(answered.message) })
  }
  // What another tab wrote is not written once more: that tab may have gone on since.
  const heard = useRef<Draft | null>(null)
  useEffect(() => {
    if (draft !== heard.current) saveDraft(ownUid, id, draft)
  }, [ownUid, id, draft])
  useEffect(
    () =>
      followDraft(ownUid, id, (other) => {
        heard.current = other
        setDraft(other)
      }),
    [ownUid, id],
  )
  return [draft, setDraft] as const
}

/**
 * The new text of a message that was sent; it stays while its writer looks at another conversation. An answer that comes late, when
 * another message is edited, leaves that one alone.
 */
function useEdit({ id, ownUid, editing, onEdit }: Omit<Options, 'answered'>) {
  const [text, setText] = useState('')
  const [of, setOf] = useState<string | null>(null)
  const [saving, setSaving] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const current = useRef<string | null>(null)
  const edited = editing?.id ?? null
  useLayoutEffect(() => void (current.current = edited), [edited])
  if (edited !== of) {
    setOf(edited)
    const kept = unsavedEdit(ownUid, id)
    setText(kept !== null && kept.message.id === edited ? kept.text : (editing?.message ?? ''))
    setProblem(null)
  }
  useEffect(() => {
    if (edited === null) keepEdit(ownUid, id, null)
  }, [ownUid, id, edited])
  const write = (written: string) => {
    setText(written)
    if (editing) keepEdit(ownUid, id, { message: editing, text: written })
  }
  const save = async () => {
    if (!editing) return
    if (text.trim() === editing.message) return onEdit(null)
    setSaving(editing.id)
    try {
      const { message } = await call('messenger.edit-message', { messageId: editing.id, message: text.trim() })
      changeStored(id, (room) => merged(room, { messages: [message] }))
      if (current.current === editing.id) onEdit(null)
    } catch (error) {
      if (current.current === editing.id) setProblem(problemOf(error))
      else toast.error(`An edit was not saved. ${problemOf(error)}`)
    } finally {
      setSaving((now) => (now === editing.id ? null : now))
    }
  }
  return { text, write, saving: saving !== null && saving === edited, problem, save }
}
