import { IconDots } from '@tabler/icons-react'
import { memo } from 'react'
import { classNames, CitizenAvatar, Instant, RelativeTime, RoleBadge, Row, Text } from '../../../ui'
import { actionsLabel, deletedMessage, senderBadge } from '../messenger-words'
import type { Message, Quoted, RoomId } from '../types'
import classes from './Message.module.css'
import round from './Round.module.css'
import { Images } from './Images'
import { MessageText } from './MessageText'
import { Reactions } from './Reactions'

export interface LineProps {
  readonly id: RoomId
  readonly message: Message
  readonly isOwn: boolean
  /** Whether it is the first of what its sender says in one go. */
  readonly begins: boolean
  /** Whether senders are named: in groups. */
  readonly named: boolean
  readonly marked: boolean
  /** Whether its menu is open. */
  readonly hasMenu: boolean
  readonly onQuote: (number: number) => void
  /** Opens what can be done about the message beside the button that was pressed. */
  readonly onMenu: (message: Message, button: HTMLButtonElement) => void
}

/** A message that the nation has. */
export const MessageLine = memo(function MessageLine(props: LineProps) {
  const { id, message, isOwn, begins, named, marked, hasMenu, onQuote, onMenu } = props
  const { senderId, sender, deletedAt, replyTo } = message
  const isDeleted = deletedAt !== null
  return (
    <div
      className={classes.line}
      data-own={isOwn || undefined}
      data-begins={begins || undefined}
      // It takes the focus when a search or a quotation leads to it.
      tabIndex={-1}
      data-number={message.number}
    >
      {!isOwn && named && (
        <span className={classes.portrait}>
          {begins && <CitizenAvatar id={senderId} name={sender.username} picture={sender.profilePicture} size={36} />}
        </span>
      )}
      <div className={classes.column}>
        {begins ? (
          <LineHead message={message} isOwn={isOwn} named={named} />
        ) : (
          <span className="visually-hidden">{isOwn ? 'You' : sender.username}: </span>
        )}
        <div
          className={classes.bubble}
          data-marked={marked || undefined}
          data-deleted={isDeleted || undefined}
          data-mentioned={message.mentionsYou || undefined}
        >
          {replyTo && !isDeleted && <Quotation quoted={replyTo} onOpen={() => onQuote(replyTo.number)} />}
          {isDeleted ? <p className={classes.text}>{deletedMessage}</p> : <Content message={message} />}
          {message.editedAt !== null && !isDeleted && <EditedMark at={message.editedAt} />}
        </div>
        {!isDeleted && <Reactions id={id} message={message} />}
      </div>
      {!isDeleted && (
        <button
          type="button"
          className={classNames(round.round, classes.more)}
          aria-haspopup="menu"
          aria-expanded={hasMenu}
          aria-label={actionsLabel(message)}
          onClick={({ currentTarget }) => onMenu(message, currentTarget)}
        >
          <IconDots size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  )
})

const Content = ({ message: { message, images, mentions, sender } }: { message: Message }) => (
  <>
    <Images images={images} of={sender.username} />
    <MessageText text={message} mentions={mentions.length > 0} />
  </>
)

function LineHead({ message, isOwn, named }: { message: Message; isOwn: boolean; named: boolean }) {
  const { sender, timestamp } = message
  const badge = senderBadge(sender)
  return (
    <Row gap={[0, 2]} align="center" className={classes.head}>
      {isOwn || !named ? (
        <span className="visually-hidden">{isOwn ? 'You' : sender.username}</span>
      ) : (
        <>
          <Text as="span" strong step={-1} breaks>
            {sender.username}
          </Text>
          {badge && <RoleBadge {...badge} />}
        </>
      )}
      <Text as="span" tone="faint" step={-2}>
        <RelativeTime at={timestamp} />
      </Text>
    </Row>
  )
}

const EditedMark = ({ at }: { at: number }) => (
  <Text as="span" tone="faint" step={-2} className={classes.edited}>
    edited{' '}
    <span className="visually-hidden">
      <Instant at={at} />
    </span>
  </Text>
)

/** The message that is answered; it leads there. */
export function Quotation({ quoted, onOpen }: { quoted: Quoted; onOpen?: () => void }) {
  const words = (
    <>
      <Text as="span" strong step={-2} tone="state">
        {quoted.senderName}
      </Text>
      <Text as="span" step={-1} tone="soft" className={classes.excerpt}>
        {quoted.excerpt === '' ? deletedMessage : quoted.excerpt}
      </Text>
    </>
  )
  if (!onOpen) return <div className={classes.quotation}>{words}</div>
  return (
    <button type="button" className={classes.quotation} onClick={onOpen}>
      <span className="visually-hidden">In reply to </span>
      {words}
    </button>
  )
}
