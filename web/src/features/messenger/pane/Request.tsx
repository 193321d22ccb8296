import { IconHourglass, IconLock, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { Button, Row, Text, toast } from '../../../ui'
import { changeStored } from '../rooms/rooms'
import type { Conversation, RoomId } from '../types'
import { Note } from './Note'
import classes from './Pane.module.css'
import { setBlock } from './set-block'

/** Does what a button says. Where the button goes with it, one reads on in the messages. */
async function readOnAfter(button: HTMLElement, work: () => Promise<void>): Promise<void> {
  const messages = button.closest('[data-pane]')?.querySelector<HTMLElement>('[role="region"]')
  await work()
  if (!button.isConnected) messages?.focus({ preventScroll: true })
}

/** Above a stranger's first message: it waits until it is accepted. */
export function RequestBanner({ id, conversation }: { id: RoomId; conversation: Conversation }) {
  const accept = useChange('messenger.accept-request', ['messenger.get-conversations'])
  if (conversation.status !== 'request' || conversation.blocked || conversation.hasLeft) return null
  const { username } = conversation.otherUser
  const take = async () => {
    try {
      const { conversation: accepted } = await accept.mutateAsync({ conversationId: id })
      changeStored(id, (room) => ({ ...room, conversation: accepted }))
    } catch (error) {
      toast.error(sentenceOf(error))
    }
  }
  const block = () => setBlock(id, conversation.otherUser, true)
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
        <strong>{username}</strong> would like to write to you. They can write more once you accept or answer.
      </Text>
      <Row gap={2} nowrap>
        <Button variant="default" size="sm" onClick={({ currentTarget }) => void readOnAfter(currentTarget, block)}>
          Block
        </Button>
        <Button
          size="sm"
          loading={accept.isPending}
          onClick={({ currentTarget }) => void readOnAfter(currentTarget, take)}
        >
          Accept
        </Button>
      </Row>
    </Row>
  )
}

/** In place of the field, while the reader blocks the other. */
export function BlockedNote({ id, other }: { id: RoomId; other: Conversation['otherUser'] }) {
  const [busy, setBusy] = useState(false)
  const unblock = async () => {
    setBusy(true)
    await setBlock(id, other, false)
    setBusy(false)
  }
  return (
    <Note
      icon={IconLock}
      action={
        <Button
          variant="default"
          size="sm"
          loading={busy}
          onClick={({ currentTarget }) => void readOnAfter(currentTarget, unblock)}
        >
          Unblock
        </Button>
      }
    >
      You have blocked this citizen. Unblock them to write to them.
    </Note>
  )
}

/** In place of the field, where the other has left the nation. */
export const LeftNote = ({ name }: { name: string }) => (
  <Note icon={IconUserOff}>{name} has left the nation. You can read what you wrote to each other.</Note>
)

/** In place of the field, while one's own first message waits to be accepted. */
export const WaitingNote = ({ name }: { name: string }) => (
  <Note icon={IconHourglass}>Your message waits until {name} accepts it. You can write again then.</Note>
)
