import { IconMessageCircle } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { CSSProperties } from 'react'
import type { OwnProfile } from '../../../lib/session/session'
import { useGroups } from '../list/use-groups'
import { channelsOf } from './channels'
import classes from './ChatWidget.module.css'
import { followCounts } from './follow-counts'
import { useClearSpot } from './use-clear-spot'

/** What opens the window: asked for when a pointer comes near, so that it is there with the press. */
const opener = () => import('./load-chat-window')
const ChatWindow = lazy(() => opener().then(({ loadChatWindow }) => loadChatWindow()))

/** The badge counts this far (requirements 2.9). */
const MOST = 9

type State = 'closed' | 'open' | 'minimised'

/** The floating chat at the bottom right (requirements 2.2): a button with what is unread; its window is loaded when it is opened. */
export default function ChatWidget({ user }: { user: OwnProfile }) {
  const [state, setState] = useState<State>('closed')
  const { data } = useGroups()
  const channels = channelsOf(user)
  const unread = (data?.groups ?? [])
    .filter(({ id }) => channels.some((channel) => channel.id === id))
    .reduce((sum, { notice, unreadCount, mentionCount }) => sum + (notice ? unreadCount : mentionCount), 0)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(followCounts, [])
  const close = () => {
    setState('closed')
    // Once the button is there again.
    requestAnimationFrame(() => button.current?.focus({ preventScroll: true }))
  }
  if (state === 'closed') return <OpenButton ref={button} unread={unread} onOpen={() => setState('open')} />
  return (
    <Suspense fallback={<OpenButton ref={button} unread={unread} busy onOpen={() => {}} />}>
      <ChatWindow
        user={user}
        channels={channels}
        groups={data?.groups ?? []}
        unread={unread}
        minimised={state === 'minimised'}
        onMinimise={() => (isPhone() ? close() : setState(state === 'open' ? 'minimised' : 'open'))}
        onClose={close}
      />
    </Suspense>
  )
}

/** Phones have no room for a title bar that covers the foot of the page: the button is what it is minimised to. */
const isPhone = () => matchMedia('(max-width: 47.99rem)').matches

interface ButtonProps {
  ref: React.RefObject<HTMLButtonElement | null>
  unread: number
  busy?: boolean
  onOpen: () => void
}

function OpenButton({ ref, unread, busy = false, onOpen }: ButtonProps) {
  const lift = useClearSpot(ref)
  return (
    <button
      ref={ref}
      type="button"
      className={classes.button}
      data-aside={lift === null || undefined}
      style={{ '--lift': `${lift ?? 0}px` } as CSSProperties}
      aria-label={`Open chat${unread === 0 ? '' : `, ${unread} unread message${unread === 1 ? '' : 's'}`}`}
      aria-expanded={false}
      aria-busy={busy || undefined}
      onPointerEnter={() => void opener().catch(() => undefined)}
      onClick={onOpen}
    >
      <IconMessageCircle size={26} aria-hidden="true" />
      {unread > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {unread > MOST ? `${MOST}+` : unread}
        </span>
      )}
    </button>
  )
}
