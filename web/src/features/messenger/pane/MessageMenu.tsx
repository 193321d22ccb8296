import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { can } from '@nation/domain/permissions'
import { reactions } from '@nation/domain/messenger'
import {
  IconArrowBackUp,
  IconCopy,
  IconFlag,
  IconMessage,
  IconPencil,
  IconTrash,
  IconVolumeOff,
} from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { confirm, rememberItem, toast } from '../../../ui'
import { useSession } from '../../../lib/session/session'
import { isGroup } from '../paths'
import { merged } from '../rooms/room'
import { changeStored } from '../rooms/rooms'
import type { Message, RoomId } from '../types'
import type { Asked } from './MessageDialog'
import classes from './MessageMenu.module.css'
import { react, reactionLooks } from './reaction-looks'
import { mayEdit } from './use-composer'
import { actionsLabel } from '../messenger-words'

/** A message whose menu is open, and the button that opened it. */
export interface OpenMenu {
  readonly message: Message
  readonly button: HTMLButtonElement
}

interface Props {
  id: RoomId
  ownUid: string
  open: OpenMenu
  /** Whether the reader may write here at the moment, and react. */
  mayWrite: boolean
  mayReact: boolean
  onClose: () => void
  onReply: (message: Message) => void
  onEdit: (message: Message) => void
  onAsk: (asked: Asked) => void
}

const icon = { size: 18, 'aria-hidden': true } as const

/** What can be done about a message. One menu serves all of them: lists draw many messages, and few menus are opened. */
export default function MessageMenu(props: Props) {
  const { id, ownUid, open, mayWrite, mayReact, onClose, onReply, onEdit, onAsk } = props
  const { message, button } = open
  const user = useSession((state) => state.user)
  const { left, top, width, height } = button.getBoundingClientRect()
  const isOwn = message.senderId === ownUid
  const moderates = user !== null && can(user, 'content.moderate')
  const mayDelete = isOwn || (isGroup(id) && moderates)
  const goBack = () => button.focus({ preventScroll: true })
  return (
    <Menu
      opened
      position="bottom-end"
      shadow="md"
      returnFocus={false}
      // It is an element without a role, which a menu may not hold.
      withInitialFocusPlaceholder={false}
      hideDetached={false}
      onClose={() => {
        onClose()
        goBack()
      }}
      alignItemsLabels="none"
      classNames={{ dropdown: classes.dropdown, item: classes.item, itemIndicator: classes.indicator }}
    >
      <Menu.Target>
        {/* Where the menu stands, and its name. That it is open is said by the button that opened it. */}
        <span aria-hidden="true" className={classes.place} style={{ left, top, width, height }}>
          <span className="visually-hidden">{actionsLabel(message)}</span>
        </span>
      </Menu.Target>
      <Menu.Dropdown>
        {mayReact && <ReactionItems id={id} message={message} />}
        {mayWrite && (
          <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={() => onReply(message)}>
            Reply
          </Menu.Item>
        )}
        {message.message !== '' && (
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void copy(message.message)}>
            Copy text
          </Menu.Item>
        )}
        {isGroup(id) && !isOwn && (
          <Menu.Item component={Link} to={`/messenger?to=${message.senderId}`} leftSection={<IconMessage {...icon} />}>
            Write to {message.sender.username}
          </Menu.Item>
        )}
        {mayWrite && mayEdit(message, ownUid) && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onEdit(message)}>
            Edit
          </Menu.Item>
        )}
        {!isOwn && (
          <Menu.Item leftSection={<IconFlag {...icon} />} onClick={() => onAsk({ what: 'report', message })}>
            Report
          </Menu.Item>
        )}
        {!isOwn && moderates && (
          <Menu.Item leftSection={<IconVolumeOff {...icon} />} onClick={() => onAsk({ what: 'mute', message })}>
            Mute {message.sender.username}
          </Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item
            leftSection={<IconTrash {...icon} />}
            data-danger
            onClick={() => {
              goBack()
              void remove(id, message, isOwn)
            }}
          >
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function ReactionItems({ id, message }: { id: RoomId; message: Message }) {
  const mine = new Set(message.reactions.filter((one) => one.mine).map(({ reaction }) => reaction))
  return (
    <>
      <div className={classes.reactions} role="group" aria-label="Reactions">
        {reactions.map((reaction) => {
          const { Icon, name } = reactionLooks[reaction]
          return (
            <Menu.CheckboxItem
              key={reaction}
              checked={mine.has(reaction)}
              onChange={() => void react(id, message, reaction)}
              closeMenuOnClick
              aria-label={name}
              title={name}
            >
              <Icon size={20} aria-hidden="true" />
            </Menu.CheckboxItem>
          )
        })}
      </div>
      <Menu.Divider />
    </>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success('Copied.')
  } catch {
    toast.error('The browser did not allow the text to be copied.')
  }
}

async function remove(id: RoomId, { id: messageId, sender }: Message, isOwn: boolean): Promise<void> {
  const moveOn = rememberItem()
  const sure = await confirm({
    title: 'Delete message',
    message: isOwn
      ? 'Are you sure you want to delete this message? Readers will see that it was deleted.'
      : `Are you sure you want to delete this message of ${sender.username}? Readers will see that it was deleted.`,
    confirm: 'Delete',
    danger: true,
  })
  if (!sure) return
  try {
    const { message } = await call('messenger.delete-message', { messageId })
    // The button goes with the text.
    moveOn()
    changeStored(id, (room) => merged(room, { messages: [message] }))
  } catch (error) {
    toast.error(sentenceOf(error))
  }
}
