import '@mantine/core/styles/Input.layer.css'
import { Textarea } from '@mantine/core'
import { messageLimits } from '@nation/domain/messenger'
import { IconPhotoPlus, IconSend2, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'
import { classNames, Button, Row, Text } from '../../../ui'
import { growsByItself } from '../../../ui/grows-by-itself'
import type { Message, RoomId } from '../types'
import classes from './Composer.module.css'
import round from './Round.module.css'
import { AttachButton, Attachments, AttachmentsNote, useAttachments, useWait } from './Attachments'
import { MentionList } from './MentionList'
import { Quotation } from './MessageLine'
import { useComposer } from './use-composer'
import { useFileDrop } from './use-file-drop'
import { useMentions } from './use-mentions'

interface Props {
  id: RoomId
  /** Public id of the writer. */
  ownUid: string
  /** Who or what is written to. */
  to: string
  /** What is being edited; null while something new is written. */
  editing: Message | null
  onEdit: (message: Message | null) => void
  /** The message that is answered, as the menu of messages says; it is stored with the draft. */
  answered: { readonly message: Message } | null
  /** Takes the focus when it is shown. */
  focuses?: boolean
}

/** With fewer characters left than this, they are counted. */
const COUNTED = 200
/** The field grows with what is written, up to this many lines. */
const MOST_ROWS = 7

/**
 * Where one writes: Enter sends, Shift+Enter breaks the line, the arrow up edits what was said last, `@` offers people. Images are chosen,
 * pasted, or dropped on the conversation; a message waits for those that are on their way.
 */
export function Composer({ id, ownUid, to, editing, onEdit, answered, focuses = false }: Props) {
  const composer = useComposer({ id, ownUid, editing, onEdit, answered })
  const attached = useAttachments(composer.images, composer.setImages)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, replyTo, left, problem } = composer
  const mentions = useMentions(field, text, composer.write)
  useEffect(() => {
    // An effect comes after the layout effects of its commit, in one of which the shell moves the focus to the page.
    if (focuses) field.current?.focus({ preventScroll: true })
  }, [focuses])
  useEffect(() => {
    if (editing || answered) field.current?.focus({ preventScroll: true })
  }, [editing, answered])
  /** Whatever button was pressed may be gone: writing goes on in the field. */
  const goOn = () => field.current?.focus({ preventScroll: true })
  const leave = () => {
    if (!composer.canSend) return
    composer.submit()
    if (editing === null) attached.leave()
  }
  const wait = useWait(attached, () => editing === null && leave())
  // Nothing leaves without an image that was chosen for it.
  const isLoading = editing === null && attached.isBusy
  const send = () => {
    if (!isLoading) leave()
    else if (left >= 0) wait.begin()
  }
  const take = (files: FileList) => {
    attached.take(files)
    goOn()
  }
  const zone = useFileDrop(form, editing ? null : take)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    send()
    goOn()
  }
  const cancel = () => {
    composer.cancel()
    goOn()
  }
  const removed = () => {
    wait.end()
    goOn()
  }
  return (
    <form ref={form} className={classes.form} onSubmit={submit} aria-label={`Write to ${to}`}>
      {zone && createPortal(<DropHere />, zone)}
      <MentionList mentions={mentions} />
      {editing && <Above label="Editing your message" onClose={cancel} close="Stop editing" />}
      {replyTo && !editing && (
        <Above onClose={cancel} close="Do not reply">
          <Quotation quoted={replyTo} />
        </Above>
      )}
      {!editing && <Attachments attached={attached} onRemoved={removed} />}
      <div className={classes.row}>
        {!editing && <AttachButton attached={attached} />}
        <Textarea
          ref={field}
          aria-label="Message"
          placeholder={`Message ${to}`}
          rows={Math.min(MOST_ROWS, text.split('\n').length)}
          autosize={!growsByItself()}
          maxRows={MOST_ROWS}
          value={text}
          error={left < 0 ? tooLong(-left) : problem}
          className={classes.field}
          onChange={({ currentTarget }) => {
            wait.end()
            composer.write(currentTarget.value)
            mentions.look(currentTarget)
          }}
          onSelect={({ currentTarget }) => mentions.look(currentTarget)}
          onBlur={mentions.leave}
          onKeyDown={(event) => mentions.press(event) || handleKey(event, composer, send)}
          {...mentions.fieldProps}
          onPaste={(event) => {
            const { files, types } = event.clipboardData
            // What is copied from a document comes as words, too: they are what is meant.
            if (editing || files.length === 0 || types.includes('text/plain')) return
            event.preventDefault()
            attached.take(files)
          }}
        />
        <Button
          type="submit"
          aria-label={editing ? 'Save' : 'Send'}
          className={classes.send}
          disabled={isLoading ? left < 0 || wait.isWaiting : !composer.canSend && !composer.saving}
          loading={composer.saving}
        >
          <IconSend2 size={20} aria-hidden="true" />
        </Button>
      </div>
      {!editing && <AttachmentsNote attached={attached} isWaiting={wait.isWaiting} />}
      {left >= 0 && left < COUNTED && (
        <Text tone="faint" step={-2} figures>
          {left} characters left
        </Text>
      )}
    </form>
  )
}

/** Over the conversation, while images are held over it. */
const DropHere = () => (
  <div className={classes.drop} aria-hidden="true">
    <IconPhotoPlus size={32} />
    <Text step={1} strong tone="state">
      Drop images to add them
    </Text>
  </div>
)

const tooLong = (over: number): string =>
  `${over} characters too many: a message holds ${messageLimits.text.toLocaleString('en')}.`

function handleKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  composer: ReturnType<typeof useComposer>,
  send: () => void,
): void {
  // Enter also chooses what an input method offers.
  if (event.nativeEvent.isComposing) return
  if (event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault()
    send()
  } else if (event.key === 'Escape' && composer.isSpecial) {
    event.preventDefault()
    composer.cancel()
  } else if (event.key === 'ArrowUp' && composer.text === '' && composer.editLast()) {
    event.preventDefault()
  }
}

interface AboveProps {
  label?: string
  children?: React.ReactNode
  close: string
  onClose: () => void
}

/** What is said above the field about what is written: that it edits, or what it answers. */
function Above({ label, children, close, onClose }: AboveProps) {
  return (
    <Row nowrap gap={2} align="center" className={classes.above}>
      <div className={classes.what}>
        {label !== undefined && (
          <Text step={-1} strong tone="state">
            {label}
          </Text>
        )}
        {children}
      </div>
      <button type="button" className={classNames(round.round, classes.close)} aria-label={close} onClick={onClose}>
        <IconX size={18} aria-hidden="true" />
      </button>
    </Row>
  )
}
