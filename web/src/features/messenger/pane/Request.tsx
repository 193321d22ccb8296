import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { Button, Row, Text, toast } from '../../../ui'
import { changeStored } from '../rooms/rooms'
import type { Conversation, RoomId } from '../types'
import classes from './Pane.module.css'
import { setBlock } from './set-block'

/** Above a stranger's first message: it waits until it is accepted. */
export function RequestBanner({ id, conversation }: { id: RoomId; conversation: Conversation }) {
  const accept = useChange('messenger.accept-request', ['messenger.get-conversations'])
  if (conversation.status !== 'request' || conversation.blocked || conversation.hasLeft) return null
  const { username } = conversation.otherUser
  const take = (button: HTMLElement) =>
    accept.mutate(
      { conversationId: id },
      {
        onSuccess: (answer) => {
          // The button goes with the request: one reads on in the messages.
          const pane = button.closest('[data-pane]')
          pane?.querySelector<HTMLElement>('[role="region"]')?.focus({ preventScroll: true })
          changeStored(id, (room) => ({ ...room, conversation: answer.conversation }))
        },
        onError: (error) => toast.error(sentenceOf(error)),
      },
    )
  return (
    <Row
      gap={[2, 4]}
      pad={[3, 4]}
      align="center"
      justify="between"
      className={classes.request}
      role="group"
      aria-label="Request"
    >
      <Text step={-1}>
        <strong>{username}</strong> would like to write to you. They can write more once you accept; an answer accepts,
        too.
      </Text>
      <Row gap={2} nowrap>
        <Button variant="default" size="sm" onClick={() => void setBlock(id, conversation.otherUser, true)}>
          Block
        </Button>
        <Button size="sm" loading={accept.isPending} onClick={({ currentTarget }) => take(currentTarget)}>
          Accept
        </Button>
      </Row>
    </Row>
  )
}

/** In place of the field, while the reader blocks the other. */
export function BlockedNote({ id, other }: { id: RoomId; other: Conversation['otherUser'] }) {
  const [busy, setBusy] = useState(false)
  const unblock = async (button: HTMLElement) => {
    setBusy(true)
    // The note goes with the block: one reads on in the messages.
    const messages = button.closest('[data-pane]')?.querySelector<HTMLElement>('[role="region"]')
    await setBlock(id, other, false)
    setBusy(false)
    if (!button.isConnected) messages?.focus({ preventScroll: true })
  }
  return (
    <Row gap={[2, 4]} pad={[3, 4]} align="center" justify="between" className={classes.note} role="note">
      <Text step={-1} tone="soft" breaks>
        You have blocked this citizen. Unblock them to write to them.
      </Text>
      <Button variant="default" size="sm" loading={busy} onClick={({ currentTarget }) => void unblock(currentTarget)}>
        Unblock
      </Button>
    </Row>
  )
}

/** In place of the field, where the other has left the nation. */
export function LeftNote({ name }: { name: string }) {
  return (
    <Text tone="soft" step={-1} wide centred className={classes.note} role="note" style={{ padding: 'var(--space-4)' }}>
      {name} has left the nation. You can read what you wrote to each other.
    </Text>
  )
}

/** In place of the field, while one's own first message waits to be accepted. */
export function WaitingNote({ name }: { name: string }) {
  return (
    <Text tone="soft" step={-1} wide centred className={classes.note} role="note" style={{ padding: 'var(--space-4)' }}>
      Your message waits until {name} accepts it. You can write again then.
    </Text>
  )
}
