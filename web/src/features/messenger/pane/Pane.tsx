import { IconMessageOff } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { forget } from '../../../lib/query/query'
import { ButtonLink, EmptyState, ErrorState, toast } from '../../../ui'
import { onDemand } from '../../../ui/on-demand'
import { putDraft, readDraft, rewritten } from '../device/drafts'
import { dropOutgoing, type Outgoing } from '../device/outbox'
import { unsavedEdit } from '../device/unsaved-edits'
import { isGroup } from '../paths'
import { openAt, openRoom } from '../rooms/read-room'
import type { Room } from '../rooms/room'
import { useRoom } from '../rooms/use-room'
import type { Message, RoomId } from '../types'
import { Composer } from './Composer'
import { MessageDialog, type Asked } from './MessageDialog'
import { MessageList } from './MessageList'
import type { OpenMenu } from './MessageMenu'
import { NewsOfRoom } from './NewsOfRoom'
import { Note } from './Note'
import { MutedNote, useMute } from './Muted'
import classes from './Pane.module.css'
import { PaneSkeleton } from './PaneSkeleton'
import { BlockedNote, LeftNote, RequestBanner, WaitingNote } from './Request'
import { mayEdit } from './use-composer'
import { TypingLine } from './TypingLine'
import { Unsent } from './Unsent'
import { useFilesStayOut } from './use-file-drop'

const MessageMenu = onDemand(() => import('./MessageMenu'))

interface Props {
  id: RoomId
  /** Public id of the reader. */
  ownUid: string
  /** Who or what is written to; null until it is known. */
  to: string | null
  /** Takes the focus into the field when it is shown: on desks. */
  focuses?: boolean
  /** The message that it is opened at: its number. */
  at?: number | null
}

/**
 * A conversation: its messages, and where one writes. It fills its parent. Screen, widget and tabs use it alike; give it the key of its
 * room.
 */
export function Pane({ id, ownUid, to, focuses = false, at = null }: Props) {
  const room = useRoom(id, at)
  useFilesStayOut()
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [editing, setEditing] = useState<Message | null>(() => editToGoOnWith(ownUid, id))
  const [answered, setAnswered] = useState<{ readonly message: Message } | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const mute = useMute()
  const pane = useRef<HTMLDivElement>(null)
  // The same function each time: a line whose properties are the same is not drawn again.
  const openMenu = useCallback((message: Message, button: HTMLButtonElement) => setMenu({ message, button }), [])
  if (room.status === 'failed') return <Failed id={id} room={room} at={at} />
  if (room.status === 'loading') return <PaneSkeleton />
  const { blocked = false, hasLeft = false } = room.conversation ?? {}
  const waits = isWaiting(room)
  const name = to ?? room.conversation?.otherUser.username ?? '…'
  const reply = (message: Message) => {
    setEditing(null)
    setAnswered({ message })
  }
  const mayWrite = !blocked && !hasLeft && !waits && !mute
  const rewrite = (entry: Outgoing) => {
    const draft = rewritten(readDraft(ownUid, id), entry)
    if (draft === null)
      return void toast.error('Please send what you are writing first: these are too many images for one message.')
    setEditing(null)
    dropOutgoing([entry.clientId])
    putDraft(ownUid, id, draft)
    pane.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }
  return (
    <div ref={pane} className={classes.pane} data-pane>
      {room.conversation && <RequestBanner id={id} conversation={room.conversation} />}
      {room.messages.length === 0 && <Silence name={name} direct={!isGroup(id)} />}
      <MessageList
        key={room.stretch}
        id={id}
        room={room}
        ownUid={ownUid}
        named={isGroup(id)}
        menuOf={menu?.message.number ?? null}
        onMenu={openMenu}
        onRewrite={mayWrite ? rewrite : null}
      />
      <NewsOfRoom room={room} ownUid={ownUid} />
      <TypingLine id={id} ownUid={ownUid} />
      {hasLeft ? (
        <LeftNote name={name} />
      ) : room.conversation && blocked ? (
        <BlockedNote id={id} other={room.conversation.otherUser} />
      ) : waits ? (
        <WaitingNote name={name} />
      ) : mute ? (
        <MutedNote {...mute} />
      ) : (
        <Composer
          id={id}
          ownUid={ownUid}
          to={name}
          editing={editing}
          onEdit={setEditing}
          answered={answered}
          focuses={focuses}
        />
      )}
      {menu && (
        <MessageMenu
          id={id}
          ownUid={ownUid}
          open={menu}
          mayWrite={mayWrite}
          mayReact={!blocked && !hasLeft && !mute}
          onClose={() => setMenu(null)}
          onReply={reply}
          onEdit={setEditing}
          onAsk={setAsked}
        />
      )}
      {asked && <MessageDialog asked={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

/** The message whose edit was left here, while it may still be edited. */
function editToGoOnWith(ownUid: string, id: RoomId): Message | null {
  const { message = null } = unsavedEdit(ownUid, id) ?? {}
  return message !== null && mayEdit(message, ownUid) ? message : null
}

/** Whether the first message waits for the other to accept it: nothing more can be sent until then. */
const isWaiting = ({ conversation, lastNumber }: Room): boolean => conversation?.status === 'waiting' && lastNumber > 0

function Silence({ name, direct }: { name: string; direct: boolean }) {
  return (
    <div className={classes.silence}>
      <EmptyState title="No messages yet">
        {direct ? `Say hello to ${name}.` : `Be the first to say something in ${name}.`}
      </EmptyState>
    </div>
  )
}

const closed = {
  group_forbidden: ['This group is not open to you', 'Only its members can read it and write in it.'],
  conversation_not_found: ['Conversation not found', 'There is no such conversation, or it is not one of yours.'],
} as const

function Failed({ id, room: { error }, at }: { id: RoomId; room: Room; at: number | null }) {
  const known =
    error?.code === 'group_forbidden' || error?.code === 'conversation_not_found' ? closed[error.code] : null
  if (known)
    return (
      <div className={classes.middle}>
        <EmptyState title={known[0]} actions={<ButtonLink to="/messenger">All conversations</ButtonLink>}>
          {known[1]}
        </EmptyState>
        <Unsent id={id} />
      </div>
    )
  const retry = () => {
    void (at === null ? openRoom(id) : openAt(id, at))
    // Where the chats beside it could not be read either, this is the one button for both.
    void forget(['messenger.get-groups', 'messenger.get-conversations'])
  }
  return (
    <div className={classes.pane}>
      <div className={classes.middle}>
        <ErrorState title="The messages could not be loaded" onRetry={retry}>
          {sentenceOf(error)}
        </ErrorState>
      </div>
      <Note icon={IconMessageOff}>You can write as soon as the messages are here. A draft is kept on this device.</Note>
    </div>
  )
}
