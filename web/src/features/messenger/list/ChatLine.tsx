import { IconBellOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { RelativeTime, Text } from '../../../ui'
import { useOutbox } from '../device/outbox'
import { mentionsInWords, unreadInWords } from '../messenger-words'
import { roomPath } from '../paths'
import type { RoomId } from '../types'
import classes from './ChatList.module.css'

interface Props {
  id: RoomId
  name: string
  picture: ReactNode
  /** Beside the name: what the other is. */
  badge?: ReactNode
  lastMessage: string | null
  lastMessageAt: number | null
  unreadCount: number
  mentionCount: number
  /** Whether it calls for its reader's attention. */
  notice: boolean
  /** Shown while nothing was said. */
  silent: string
  isOpen: boolean
}

/** A line of the list: who, what was said last and when, and how much of it is unread. */
export function ChatLine({
  id,
  name,
  picture,
  badge,
  lastMessage,
  lastMessageAt,
  unreadCount,
  mentionCount,
  notice,
  silent,
  isOpen,
}: Props) {
  const failed = useOutbox(({ entries }) => entries.some((one) => one.room === id && one.state === 'failed'))
  const said = lastMessage === '' ? 'Message deleted' : (lastMessage ?? silent)
  return (
    <li>
      <Link to={roomPath(id)} className={classes.line} aria-current={isOpen ? 'page' : undefined}>
        {picture}
        <span className={classes.words}>
          <span className={classes.first}>
            <Text as="span" strong className={classes.name} data-unread={unreadCount > 0 || undefined}>
              {name}
            </Text>
            {badge}
            {!notice && (
              <span className={classes.quiet} title="Notifications are off">
                <IconBellOff size={16} aria-hidden="true" />
                <span className="visually-hidden">Notifications are off</span>
              </span>
            )}
            {lastMessageAt !== null && (
              <Text as="span" tone="faint" step={-2} className={classes.time}>
                <RelativeTime at={lastMessageAt} />
              </Text>
            )}
          </span>
          <span className={classes.second}>
            {failed ? (
              <Text as="span" tone="danger" step={-1} className={classes.said}>
                Not sent
              </Text>
            ) : (
              <Text as="span" tone="soft" step={-1} className={classes.said}>
                {said}
              </Text>
            )}
            <MentionBadge count={mentionCount} />
            <UnreadBadge count={unreadCount} />
          </span>
        </span>
      </Link>
    </li>
  )
}

/** How many messages are unread; nothing where none is. From `cap` on it says `9+`. */
export function UnreadBadge({ count, cap = 99 }: { count: number; cap?: number }) {
  if (count === 0) return null
  return (
    <Text as="span" step={-2} face="label" figures className={classes.unread}>
      <span aria-hidden="true">{count > cap ? `${cap}+` : count}</span>
      <span className="visually-hidden">{unreadInWords(count)}</span>
    </Text>
  )
}

/** How many of them mention the reader; nothing where none does. */
export function MentionBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Text as="span" step={-2} face="label" figures className={classes.unread} data-mentions>
      <span aria-hidden="true">@{count > 1 ? count : ''}</span>
      <span className="visually-hidden">{mentionsInWords(count)}</span>
    </Text>
  )
}
