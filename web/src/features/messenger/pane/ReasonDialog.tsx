import '@mantine/core/styles/Input.layer.css'
import { Textarea } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, Stack } from '../../../ui'
import { Dialog, DialogCancel, DialogFoot } from '../../../ui/Dialog'

interface Props {
  title: string
  /** What the reason is asked with. */
  label: string
  description?: string
  /** What is said where it was left out. */
  missing: string
  /** The reason until the field is edited: it follows what is known. */
  initial?: string
  /** Characters that it holds. */
  limit: number
  /** The word of the button that sends it. */
  action: string
  busy: boolean
  /** Why it was refused, in a sentence; null before. */
  refusal: string | null
  onSend: (reason: string) => void
  onClose: () => void
  /** What stands above the field. */
  children?: ReactNode
}

/** Asks for a reason, which is one line, and does what it is asked for. */
export function ReasonDialog(props: Props) {
  const { title, label, description, missing, initial = '', limit, action, busy, refusal, onSend, onClose } = props
  const [typed, setTyped] = useState<string | null>(null)
  const reason = typed ?? initial
  const field = useRef<HTMLTextAreaElement>(null)
  const [isMissing, setMissing] = useState(false)
  // What was refused is said of what was sent, not of what is written after it.
  const [sent, setSent] = useState<string | null>(null)
  // Why it was refused is said at the field.
  useEffect(() => {
    if (!busy && refusal !== null) field.current?.focus()
  }, [busy, refusal])
  return (
    <Dialog title={title} onClose={onClose} unsaved={typed !== null && typed.trim() !== initial.trim()}>
      <Stack
        as="form"
        gap={4}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // Enter asks for it, too, while the button waits for the answer.
          if (busy) return
          setMissing(reason.trim() === '')
          if (reason.trim() === '') return field.current?.focus()
          setSent(reason)
          onSend(reason)
        }}
      >
        {props.children}
        <Textarea
          label={label}
          description={description}
          ref={field}
          data-autofocus
          rows={2}
          autoComplete="off"
          value={reason}
          maxLength={limit}
          error={isMissing ? missing : reason === sent && refusal}
          onChange={(event) => {
            setTyped(event.currentTarget.value.replaceAll('\n', ' '))
            setMissing(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <DialogFoot>
          <DialogCancel />
          <Button type="submit" loading={busy}>
            {action}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
