import { can } from '@nation/domain/permissions'
import { IconSearch, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { usePageTitle } from '../../ui/use-page-title'
import { useSession, type OwnProfile } from '../../lib/session/session'
import { classNames, EmptyState, RoleBadge, Row, Text } from '../../ui'
import { AuthWall } from '../citizens'
import { ChatList } from './list/ChatList'
import { useGroups } from './list/use-groups'
import { useStart } from './list/use-start'
import classes from './Messenger.module.css'
import { ownBadge } from './messenger-words'
import { isGroup, reportsPath, roomAt, roomPath } from './paths'
import { DirectHead, GroupHead, HeadSkeleton, NamedHead, NoHead } from './pane/PaneHead'
import { Pane } from './pane/Pane'
import { PaneSkeleton } from './pane/PaneSkeleton'
import { useFilesStayOut } from './pane/use-file-drop'
import { startMessenger } from './rooms/live'
import { useRooms } from './rooms/rooms'
import { useSearch } from './search/use-search'
import type { RoomId } from './types'

const MessageSearch = lazy(() => import('./search/MessageSearch'))
const Reports = lazy(() => import('./reports/Reports'))

/** `/messenger`: the list, a group, or a direct conversation. `?to=` names a citizen to write to. */
export default function Messenger() {
  const { status, user } = useSession()
  usePageTitle(useLocation().pathname === reportsPath ? 'Reports' : 'Messenger')
  useEffect(startMessenger, [])
  useFilesStayOut()
  if (status === 'unknown') return <div className={classes.frame} aria-busy="true" />
  return user ? <SignedIn key={user.uid} user={user} /> : <SignedOut />
}

const SignedOut = () => (
  <AuthWall page="Messenger" title="Please sign in to use Messenger">
    Talk with the whole nation in the Citizens Chat, and with each citizen directly. Officials have groups of their own.
  </AuthWall>
)

function SignedIn({ user }: { user: OwnProfile }) {
  const { first, second } = useParams()
  const navigate = useNavigate()
  const room = roomAt(first, second)
  const open = (id: RoomId) => void navigate(roomPath(id))
  const isStarting = useRecipient()
  const showsReports = useLocation().pathname === reportsPath && can(user, 'content.moderate')
  const search = useSearch()
  const tool = useRef<HTMLButtonElement>(null)
  const searches = search.query !== null
  const name = useNameOf(room ?? null)
  // Phones show the results until one of them is opened.
  const showsList = room === null || (searches && search.at === null)
  const shows = showsList && !isStarting ? 'list' : 'room'
  return (
    <div className={classes.frame} data-shows={shows}>
      <h1 className="visually-hidden">Messenger</h1>
      <aside className={classes.side} aria-label="Conversations">
        <Row as="header" gap={2} align="center" justify="between" nowrap className={classes.head}>
          <Row gap={[0, 3]} align="center" justify="between" className={classes.title}>
            <Text step={2} face="title" aria-hidden="true">
              Messenger
            </Text>
            <RoleBadge {...ownBadge(user)} />
          </Row>
          <button
            type="button"
            className={classes.tool}
            ref={tool}
            aria-label="Search messages"
            aria-expanded={searches}
            onClick={() => (searches ? search.close() : search.open())}
          >
            {searches ? <IconX {...icon} /> : <IconSearch {...icon} />}
          </button>
        </Row>
        <div className={classes.scroll}>
          {searches ? (
            <Suspense>
              <MessageSearch
                search={search}
                current={room ? { id: room, name } : null}
                onLeave={() => {
                  search.close()
                  tool.current?.focus()
                }}
              />
            </Suspense>
          ) : (
            <ChatList user={user} current={room ?? null} atReports={showsReports} onOpen={open} />
          )}
        </div>
      </aside>
      <section className={classes.main} aria-label={showsReports ? 'Reports' : 'Conversation'}>
        {isStarting ? (
          <Opening />
        ) : showsReports ? (
          <Suspense fallback={<Opening />}>
            <Reports />
          </Suspense>
        ) : (
          <RoomView room={room} user={user} at={search.at} searches={searches} />
        )}
      </section>
    </div>
  )
}

const icon = { size: 20, 'aria-hidden': true } as const

/** What a room is called, once it is known. */
function useNameOf(room: RoomId | null): string | null {
  const groups = useGroups(room !== null && isGroup(room))
  const conversation = useRooms(({ rooms }) => (room === null ? null : (rooms[room]?.conversation ?? null)))
  return groups.data?.groups.find(({ id }) => id === room)?.name ?? conversation?.otherUser.username ?? null
}

interface RoomViewProps {
  room: RoomId | null | undefined
  user: OwnProfile
  at: number | null
  /** Whether results of a search stand in the list's place. */
  searches: boolean
}

function RoomView({ room, user, at, searches }: RoomViewProps) {
  if (room === null && searches) {
    return (
      <div className={classNames(classes.middle)}>
        <EmptyState title="Open a result">It is shown here, where it was said.</EmptyState>
      </div>
    )
  }
  if (room === null) {
    return (
      <div className={classNames(classes.middle)}>
        <EmptyState title="Select a chat to start messaging">
          Choose a chat from the list, or search for a citizen to write to.
        </EmptyState>
      </div>
    )
  }
  if (room === undefined) {
    return (
      <>
        <NoHead />
        <div className={classes.middle}>
          <EmptyState title="Conversation not found">No conversation has this address.</EmptyState>
        </div>
      </>
    )
  }
  return <OpenRoom key={room} room={room} user={user} at={at} />
}

function OpenRoom({ room, user, at }: { room: RoomId; user: OwnProfile; at: number | null }) {
  const groups = useGroups(isGroup(room))
  const group = isGroup(room) ? groups.data?.groups.find(({ id }) => id === room) : undefined
  const conversation = useRooms(({ rooms }) => rooms[room]?.conversation ?? null)
  const failed = useRooms(({ rooms }) => rooms[room]?.status === 'failed')
  const isClosed = useRooms(({ rooms }) => rooms[room]?.error?.code === 'group_forbidden')
  const focuses = matchMedia('(min-width: 48rem) and (hover: hover)').matches
  return (
    <>
      {group ? (
        <GroupHead group={group} />
      ) : conversation ? (
        <DirectHead conversation={conversation} />
      ) : failed && isGroup(room) && !isClosed ? (
        <NamedHead id={room} />
      ) : failed ? (
        <NoHead />
      ) : (
        <HeadSkeleton />
      )}
      <Pane
        id={room}
        ownUid={user.uid}
        to={group?.name ?? conversation?.otherUser.username ?? null}
        focuses={focuses && at === null}
        at={at}
      />
    </>
  )
}

const Opening = () => (
  <>
    <HeadSkeleton />
    <PaneSkeleton />
  </>
)

/**
 * Opens the conversation with the citizen whom `?to=` names, once each time the address comes to say so. Who has gone elsewhere
 * before the answer comes stays there.
 * @returns whether that is under way
 */
function useRecipient(): boolean {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const to = search.get('to')
  const asked = useRef<string | null>(null)
  const go = (path: string) => {
    if (asked.current === to && to !== null) void navigate(path, { replace: true })
  }
  const { open } = useStart((id) => go(roomPath(id)))
  useEffect(() => {
    asked.current = to
    if (to !== null) open(to, () => go('/messenger'))
    return () => void (asked.current = null)
    // Once for each recipient.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [to])
  return to !== null
}
