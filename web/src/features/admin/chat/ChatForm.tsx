import '@mantine/core/styles/Input.layer.css'
import { Textarea } from '@mantine/core'
import { messageLimits } from '@nation/domain/messenger'
import { useRef, useState } from 'react'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import { ApiError, noConnection, sentenceOf } from '../../../lib/api/api-error'
import { Button, Row, useFormErrors } from '../../../ui'
import { usePanelChange } from '../panel-session'
import classes from './chat.module.css'

/** Characters that are left when the field begins to count them. */
const COUNTED = 200

/** Writes in the admin chat: Enter sends, Shift and Enter begin a new line. What could not be sent stays in the field. */
export function ChatForm() {
  const [message, setMessage] = useState('')
  const errors = useFormErrors()
  const send = usePanelChange('admin-chat.send-message', ['admin-chat.get-messages'])
  // The same id as long as the text is the same: a message that is sent again after a lost answer is stored once.
  const clientId = useRef<string | null>(null)
  const write = (text: string) => {
    setMessage(text)
    clientId.current = null
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (message.trim() === '' || send.isPending) return
    clientId.current ??= crypto.randomUUID()
    errors.clear()
    send.mutate(
      { message, clientId: clientId.current },
      {
        // What was typed meanwhile stays.
        onSuccess: () => setMessage((now) => (now === message ? '' : now)),
        onSettled: (_, error) => !error && (clientId.current = null),
        // The form has one field, and no room for a summary.
        onError: (error) => errors.refuse({ message: problemOf(error) }),
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
  }
  const left = messageLimits.text - message.length
  return (
    <Row as="form" nowrap gap={3} align="end" onSubmit={submit} aria-label="Write to the government" {...errors.form}>
      <Textarea
        label="Message"
        {...errors.of('message')}
        description={
          left <= COUNTED ? (
            `${left} characters left.`
          ) : (
            <span className={classes.keys}>Enter sends, Shift and Enter begin a new line.</span>
          )
        }
        rows={2}
        value={message}
        maxLength={messageLimits.text}
        style={{ flex: 1 }}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" disabled={message.trim() === ''} loading={send.isPending}>
        Send
      </Button>
    </Row>
  )
}

/** What was refused, in the nation's words; otherwise the messenger's (requirements 2.8). */
function problemOf(error: Error): string {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return sentenceOf(error)
  if (error instanceof ApiError && error.status >= 500) return 'Unable to send message. Please try again.'
  return noConnection
}
