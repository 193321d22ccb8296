import { can, messengerGroups } from '@nation/domain/permissions'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import type { OwnProfile } from '../../../lib/session/session'
import { Badge, Button, Skeleton, CitizenAvatar, ErrorState, Loading, officeStyle, Row, Stack, Text } from '../../../ui'
import { onDemand } from '../../../ui/on-demand'
import { PagedList } from '../../../ui/PagedList'
import { ReportsLink } from '../reports/ReportsLink'
import type { Room } from '../rooms/room'
import { useRooms } from '../rooms/rooms'
import type { Conversation, RoomId } from '../types'
import { ChatLine } from './ChatLine'
import classes from './ChatList.module.css'
import { GroupIcon } from './GroupIcon'
import { useConversations } from './use-conversations'
import { useGroups } from './use-groups'
import { UserSearch } from './UserSearch'

const BlockedCitizens = onDemand(() => import('./BlockedCitizens'))

interface Props {
  user: OwnProfile
  /** The room that is open. */
  current: RoomId | null
  /** Whether the reports are open. */
  atReports: boolean
  /** Called with the room that a search has led to. */
  onOpen: (id: RoomId) => void
}

/** Group Chats and Direct Messages, with a search for a citizen to write to. */
export function ChatList({ user, current, atReports, onOpen }: Props) {
  const groups = useGroups()
  const conversations = useConversations()
  const failed = groups.isError && conversations.isError && !groups.data && !conversations.data
  const failsBeside = useRooms(({ rooms }) => current !== null && maySucceed(rooms[current]))
  // The conversation says why, and its button reads the list again, too.
  if (failed && failsBeside) {
    return (
      <div className={classes.list}>
        <Text tone="faint" step={-1} className={classes.none}>
          Your chats could not be loaded.
        </Text>
      </div>
    )
  }
  if (failed) {
    return (
      <Stack gap={5} top className={classes.list}>
        <ErrorState
          compact
          title="Your chats could not be loaded"
          onRetry={() => void Promise.all([groups.refetch(), conversations.refetch()])}
          retrying={groups.isFetching || conversations.isFetching}
        >
          {sentenceOf(groups.error)}
        </ErrorState>
      </Stack>
    )
  }
  return (
    <Stack gap={5} top className={classes.list}>
      <Groups user={user} current={current} />
      {can(user, 'content.moderate') && (
        <section aria-labelledby="moderation">
          <Title id="moderation">Moderation</Title>
          <ReportsLink isOpen={atReports} />
        </section>
      )}
      <Direct current={current} onOpen={onOpen} />
    </Stack>
  )
}

/** Whether a conversation could not be read, and offers to try again: no closed one does. */
const maySucceed = (room: Room | undefined): boolean =>
  room?.status === 'failed' && room.error?.code !== 'group_forbidden' && room.error?.code !== 'conversation_not_found'

function Groups({ user, current }: Pick<Props, 'user' | 'current'>) {
  const { data, isPending, isError, error, isFetching, refetch } = useGroups()
  const open = messengerGroups.filter((group) => can(user, 'messenger.enter', { group }))
  return (
    <section aria-labelledby="group-chats">
      <Title id="group-chats">Group Chats</Title>
      {isError && !data ? (
        <ErrorState compact title="Groups could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {sentenceOf(error)}
        </ErrorState>
      ) : isPending ? (
        <Skeletons count={open.length} label="Loading groups" />
      ) : (
        <ul aria-label="Groups">
          {data.groups.map((group) => (
            <ChatLine
              key={group.id}
              {...group}
              picture={<GroupIcon group={group.id} />}
              silent={group.description}
              isOpen={group.id === current}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function Direct({ current, onOpen }: Pick<Props, 'current' | 'onOpen'>) {
  const pages = useConversations()
  return (
    <section aria-labelledby="direct-messages">
      <Title id="direct-messages">Direct Messages</Title>
      <UserSearch onOpen={onOpen} />
      <PagedList
        pages={pages}
        items={pages.data?.pages.flatMap(({ conversations }) => conversations) ?? []}
        label="Conversations"
        failure={sentenceOf(pages.error)}
        compact
        skeletons={{ count: 3, shape: <LineSkeleton /> }}
        className={classes.lines}
        empty={
          <Text tone="faint" step={-1} className={classes.none}>
            No direct messages yet. Search for a citizen to write to.
          </Text>
        }
      >
        {(conversation) => (
          <DirectLine key={conversation.id} conversation={conversation} isOpen={conversation.id === current} />
        )}
      </PagedList>
      <Blocks />
    </section>
  )
}

/** The way to the citizens whom one blocks, whose conversations may be far down the list. */
function Blocks() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconLock size={16} aria-hidden />}
        className={classes.blocks}
        onClick={() => setIsOpen(true)}
      >
        Blocked citizens
      </Button>
      {isOpen && <BlockedCitizens onClose={() => setIsOpen(false)} />}
    </>
  )
}

function DirectLine({ conversation, isOpen }: { conversation: Conversation; isOpen: boolean }) {
  const { otherUser, status, blocked, hasLeft } = conversation
  const role = hasLeft ? null : otherUser.governmentRole
  return (
    <ChatLine
      {...conversation}
      name={otherUser.username}
      picture={
        // The ring has the colour of the office.
        <span
          className={classes.portrait}
          style={role ? officeStyle(role) : undefined}
          data-online={(otherUser.isOnline && !hasLeft) || undefined}
        >
          <CitizenAvatar id={otherUser.id} name={otherUser.username} picture={otherUser.profilePicture} size={44} />
          {otherUser.isOnline && !hasLeft && <span className="visually-hidden">Online</span>}
        </span>
      }
      badge={
        hasLeft ? (
          <Badge>Left</Badge>
        ) : blocked ? (
          <Badge>Blocked</Badge>
        ) : status === 'request' ? (
          <Badge tone="warning">Request</Badge>
        ) : otherUser.isSupport ? (
          <Badge tone="success">Support</Badge>
        ) : undefined
      }
      silent={`@${otherUser.twitterUsername}`}
      isOpen={isOpen}
    />
  )
}

const Title = ({ id, children }: { id: string; children: string }) => (
  <Text as="h2" id={id} step={-1} face="label" tone="faint" className={classes.title}>
    {children}
  </Text>
)

const Skeletons = ({ count, label }: { count: number; label: string }) => (
  <Loading label={label} className={classes.lines}>
    {Array.from({ length: Math.max(1, count) }, (_, index) => (
      <LineSkeleton key={index} />
    ))}
  </Loading>
)

const LineSkeleton = () => (
  <Row as="span" nowrap gap={3} align="center" className={classes.line}>
    <Skeleton width={44} height={44} round className={classes.roundSkeleton} />
    <Stack as="span" gap={2} className={classes.words}>
      <Skeleton width="55%" />
      <Skeleton width="85%" height="0.8em" />
    </Stack>
  </Row>
)
