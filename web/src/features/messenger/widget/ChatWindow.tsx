import { unreadBadge } from '@nation/domain/formats'
import { IconMinus, IconX, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { OwnProfile } from '../../../lib/session/session'
import { Row, Text } from '../../../ui'
import { Tabs } from '../../../ui/kit/Tabs'
import { unreadInWords } from '../messenger-words'
import { Pane } from '../pane/Pane'
import type { Group } from '../types'
import type { channelsOf, WidgetChannel } from './channels'
import classes from './ChatWindow.module.css'

interface Props {
  user: OwnProfile
  channels: ReturnType<typeof channelsOf>
  groups: readonly Group[]
  /** Unread messages of all channels, which the title shows while the window is minimised. */
  unread: number
  minimised: boolean
  onMinimise: () => void
  onClose: () => void
}

/** The floating chat's window: a tab for each channel, and the conversation. */
export default function ChatWindow({ user, channels, groups, unread, minimised, onMinimise, onClose }: Props) {
  const [chosen, setChosen] = useState<WidgetChannel>('citizens')
  // A channel that is bound to an office closes with it.
  const channel = channels.some(({ id }) => id === chosen) ? chosen : 'citizens'
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    // Menus and questions are drawn elsewhere; their keys come by here all the same.
    const isInside = event.currentTarget.contains(event.target as Node)
    if (event.key === 'Escape' && isInside && !event.defaultPrevented && !event.nativeEvent.isComposing) onClose()
  }
  const name = groups.find(({ id }) => id === channel)?.name ?? null
  const pane = <Pane key={channel} id={channel} ownUid={user.uid} to={name} />
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={classes.window}
      data-minimised={minimised || undefined}
      aria-label="Chat"
      onKeyDown={onKeyDown}
    >
      <Row nowrap gap={2} align="center" justify="between" className={classes.head}>
        <Text face="title" strong>
          Chat
        </Text>
        <Row nowrap gap={1} align="center">
          {minimised && unread > 0 && (
            <Text step={-1} tone="state">
              {unreadInWords(unread)}
            </Text>
          )}
          <button
            type="button"
            className={classes.tool}
            aria-label={minimised ? 'Restore chat' : 'Minimise chat'}
            aria-expanded={!minimised}
            onClick={onMinimise}
          >
            {minimised ? <IconChevronUp size={20} aria-hidden="true" /> : <IconMinus size={20} aria-hidden="true" />}
          </button>
          <button type="button" className={classes.tool} aria-label="Close chat" onClick={onClose}>
            <IconX size={20} aria-hidden="true" />
          </button>
        </Row>
      </Row>
      {!minimised && (
        <div className={classes.room}>
          {channels.length > 1 ? (
            <Tabs label="Channels" tabs={channels.map(withCount(groups))} current={channel} choose={setChosen}>
              {pane}
            </Tabs>
          ) : (
            pane
          )}
        </div>
      )}
    </section>
  )
}

/** What a channel's tab says: also how much is unread in it. */
const withCount =
  (groups: readonly Group[]) =>
  <Channel extends { readonly id: WidgetChannel; readonly label: string }>({ id, label }: Channel) => {
    const unread = groups.find((group) => group.id === id)?.unreadCount ?? 0
    return { id, label: unread === 0 ? label : `${label} (${unreadBadge(unread)})` }
  }
