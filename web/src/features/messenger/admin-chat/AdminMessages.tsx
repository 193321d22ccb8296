import type { ReactNode } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import {
  Skeleton,
  CitizenAvatar,
  EmptyState,
  ErrorState,
  Instant,
  Loading,
  RelativeTime,
  Row,
  Stack,
  Text,
  useClock,
} from '../../../ui'
import { ShowMore } from '../../../ui/ShowMore'
import { writerWords } from '../../tasks'
import classes from './admin-chat.module.css'
import type { AdminMessage, useAdminChat } from './use-admin-chat'

interface Props {
  chat: ReturnType<typeof useAdminChat>
  /** What stands beside a message, if anything: its deletion. */
  action?: (message: AdminMessage) => ReactNode
  /** Shown while nothing was said. */
  empty: string
}

/** The admin chat: the oldest message that was read first, at its end when it opens, with the way to earlier ones. */
export function AdminMessages({ chat: { pages, messages }, action, empty }: Props) {
  if (pages.isPending) return <Waiting />
  if (pages.isError && messages.length === 0) {
    return (
      <ErrorState
        title="The messages could not be loaded"
        onRetry={() => void pages.refetch()}
        retrying={pages.isFetching}
      >
        {sentenceOf(pages.error)}
      </ErrorState>
    )
  }
  if (messages.length === 0) return <EmptyState title="No messages yet">{empty}</EmptyState>
  return (
    // Reversed, so that the browser keeps its place by the newest message.
    <div className={classes.window} tabIndex={0} role="region" aria-label="Messages of the administration">
      <Stack gap={5}>
        {pages.hasNextPage && (
          <Stack gap={3} justify="center">
            <ShowMore
              pages={pages}
              more="Earlier messages"
              failure={sentenceOf(pages.error)}
              label="Show earlier messages"
              size="sm"
            />
          </Stack>
        )}
        <Stack as="ul" gap={5} aria-label="Messages">
          {messages.map((message) => (
            <li key={message.id}>
              <Message message={message} action={action?.(message)} />
            </li>
          ))}
        </Stack>
      </Stack>
    </div>
  )
}

/** When it was said: how long ago within a day, and before that with its hour. */
function SaidAt({ at }: { at: number }) {
  return useClock()() - at < 86_400_000 ? <RelativeTime at={at} /> : <Instant at={at} />
}

function Message({ message, action }: { message: AdminMessage; action: ReactNode }) {
  const { senderId, senderName, senderPicture, senderRole, timestamp, content, editedAt, deletedAt } = message
  return (
    <Row as="article" nowrap gap={3} align="start">
      <CitizenAvatar id={senderId} name={senderName} picture={senderPicture} size={36} className={classes.avatar} />
      <Stack gap={1} className={classes.said}>
        <Row gap={[0, 2]} align="baseline" tone="soft" step={-1}>
          <Text as="strong" tone="ink" breaks>
            {senderName}
          </Text>
          <span>{writerWords(senderRole)}</span>
          <SaidAt at={timestamp} />
          {editedAt !== null && deletedAt === null && <span>edited</span>}
        </Row>
        {deletedAt === null ? (
          <Text breaks className={classes.words}>
            {content}
          </Text>
        ) : (
          <Text tone="faint">This message was deleted.</Text>
        )}
      </Stack>
      {deletedAt === null && action}
    </Row>
  )
}

const Waiting = () => (
  <Loading label="Loading the messages">
    <Stack gap={5}>
      {['60%', '85%', '45%', '70%'].map((width) => (
        <Row key={width} nowrap gap={3}>
          <Skeleton width="36px" height="36px" />
          <Stack gap={2} className={classes.said}>
            <Skeleton width="9rem" height="0.9rem" />
            <Skeleton width={width} height="1.2rem" />
          </Stack>
        </Row>
      ))}
    </Stack>
  </Loading>
)
