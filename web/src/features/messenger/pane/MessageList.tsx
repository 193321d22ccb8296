import { IconArrowDown } from '@tabler/icons-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { Virtualizer } from 'virtua'
import { Button, Text, useFocusGoesOn, useNow } from '../../../ui'
import { useOutbox, type Outgoing } from '../device/outbox'
import { newInWords, waitingInWords } from '../messenger-words'
import { jumpToEnd, jumpToMessage } from '../rooms/read-room'
import { firstLoaded, type Direction, type Room } from '../rooms/room'
import type { Message, RoomId } from '../types'
import { beginsDay, beginsGroup, dayInWords, instantOf, isOutgoing, keyOf, type Line } from './grouping'
import { lineEstimate } from './line-estimate'
import { linesOf, type Lines } from './lines-of-room'
import { MessageLine } from './MessageLine'
import classes from './MessageList.module.css'
import { OutgoingLine } from './OutgoingLine'
import { MessageScroll, type ScrollState } from './message-scroll'
import { useDrawnAhead } from './use-drawn-ahead'

interface Props {
  id: RoomId
  room: Room
  /** Public id of the reader. */
  ownUid: string
  /** Whether senders are named: in groups. */
  named: boolean
  /** The message whose menu is open. */
  menuOf: number | null
  onMenu: (message: Message, button: HTMLButtonElement) => void
  /** Puts a message that was not sent back into the field; null where nothing can be written. */
  onRewrite: ((entry: Outgoing) => void) | null
}

/** The messages of a room. Of however many there are, those on screen are drawn. Give it the key of the room's stretch. */
export function MessageList({ id, room, ownUid, named, menuOf, onMenu, onRewrite }: Props) {
  const { lines, unseen } = useLines(id, room)
  const { takeBox, takeList, look, letGo, press, resized, readAgain, isAway, failed } = useScroll(id, room, lines)
  const now = useNow(60_000)
  const isPrepended = usePrepended(firstLoaded(room), lines.length)
  // A message that has the focus stays drawn, however far away it is scrolled.
  const [focused, setFocused] = useState<string | null>(null)
  const place = focused === null ? -1 : lines.findIndex((line) => keyOf(line) === focused)
  const marked = room.jump.mark ? room.jump.to : null
  const estimate = lineEstimate()
  const ahead = useDrawnAhead()
  // The same function each time: a line whose properties are the same is not drawn again.
  const quote = useCallback((number: number) => void jumpToMessage(id, number), [id])
  return (
    <div className={classes.frame}>
      {/* A scrolling region is reached by keyboard. */}
      <div
        ref={takeBox}
        className={classes.box}
        tabIndex={0}
        role="region"
        aria-label="Messages"
        onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-line]')?.dataset.line ?? null)}
        onBlur={() => setFocused(null)}
        onWheel={letGo}
        onTouchMove={letGo}
        onPointerDown={letGo}
        onKeyDown={({ key, target, currentTarget }) => {
          // Keys of a menu that belongs to a message come here, too.
          if (currentTarget.contains(target as Node)) press(key)
        }}
      >
        <div className={classes.above} />
        <Virtualizer
          ref={takeList}
          data={lines}
          as="ol"
          item="li"
          shift={isPrepended}
          bufferSize={ahead}
          {...(estimate !== undefined && { itemSize: estimate })}
          onScroll={look}
          onResize={resized}
          keepMounted={place < 0 ? [] : [place]}
        >
          {(line, index) => (
            <div key={keyOf(line)} data-line={keyOf(line)}>
              {!isOutgoing(line) && line.number === 1 && <Beginning />}
              {beginsDay(line, lines[index - 1]) && <Divider>{dayInWords(instantOf(line), now)}</Divider>}
              {!isOutgoing(line) && line.number === room.unreadFrom && <Divider unread>New messages</Divider>}
              {isOutgoing(line) ? (
                <OutgoingLine entry={line} begins={beginsGroup(line, lines[index - 1], ownUid)} onRewrite={onRewrite} />
              ) : (
                <MessageLine
                  id={id}
                  message={line}
                  isOwn={line.senderId === ownUid}
                  begins={line.number === room.unreadFrom || beginsGroup(line, lines[index - 1], ownUid)}
                  named={named}
                  marked={line.number === marked}
                  hasMenu={line.number === menuOf}
                  onQuote={quote}
                  onMenu={onMenu}
                />
              )}
            </div>
          )}
        </Virtualizer>
        <div className={classes.below} />
      </div>
      <Reading room={room} failed={failed} onRetry={readAgain} />
      {(isAway || unseen > 0) && <ToEnd id={id} unread={room.lastNumber - room.readNumber} unseen={unseen} />}
    </div>
  )
}

/** What the room shows, as long as neither it nor the outbox changes. */
function useLines(id: RoomId, { messages, lastNumber }: Room): Lines {
  const entries = useOutbox((state) => state.entries)
  return useMemo(() => linesOf(id, { messages, lastNumber }, entries), [id, messages, lastNumber, entries])
}

/** Where the list stands; see `MessageScroll`. */
function useScroll(id: RoomId, room: Room, lines: readonly Line[]) {
  const [scrollState, setScrollState] = useState<ScrollState>({ isAway: false, failed: null })
  const [scroll] = useState(() => new MessageScroll(id, setScrollState))
  useLayoutEffect(() => scroll.show(room, lines), [scroll, room, lines])
  useEffect(() => scroll.follow(), [scroll])
  useEffect(() => {
    // What stands in a tab at the back is seen when the tab comes to the front.
    document.addEventListener('visibilitychange', scroll.look)
    return () => document.removeEventListener('visibilitychange', scroll.look)
  }, [scroll])
  const { takeBox, takeList, look, letGo, press, resized, readAgain } = scroll
  return { takeBox, takeList, look, letGo, press, resized, readAgain, ...scrollState }
}

/** Whether the list has grown at its start since it was drawn last: the distance to its end then stays. */
function usePrepended(first: number, count: number): boolean {
  const [shown, setShown] = useState({ first, count, isPrepended: false })
  if (shown.first === first && shown.count === count) return shown.isPrepended
  const isPrepended = first < shown.first
  setShown({ first, count, isPrepended })
  return isPrepended
}

function Divider({ children, unread = false }: { children: string; unread?: boolean }) {
  return (
    <Text as="div" step={-2} face="label" className={classes.divider} data-unread={unread || undefined}>
      {children}
    </Text>
  )
}

const Beginning = () => (
  <Text tone="faint" step={-1} className={classes.beginning} wide>
    The conversation begins here.
  </Text>
)

/** Says that older messages are under way, or that some did not come. */
function Reading({
  room,
  failed,
  onRetry,
}: {
  room: Room
  failed: Direction | null
  onRetry: (direction: Direction) => void
}) {
  if (failed) {
    return (
      <div className={failed === 'older' ? classes.top : classes.pill}>
        <Button size="sm" variant="default" className={classes.round} onClick={() => onRetry(failed)}>
          Messages could not be loaded. Try Again
        </Button>
      </div>
    )
  }
  if (!room.reading.has('older')) return null
  return (
    <div className={classes.top} aria-hidden="true">
      <Text as="span" step={-2} tone="soft" className={classes.notice}>
        Older messages…
      </Text>
    </div>
  )
}

/** Leads to the newest message. It is a line across the conversation, as the dividers are, and all of it can be pressed. */
function ToEnd({ id, unread, unseen }: { id: RoomId; unread: number; unseen: number }) {
  const goes = useFocusGoesOn((around) => around?.querySelector<HTMLElement>('[role="region"]'))
  return (
    <button
      ref={goes}
      type="button"
      className={classes.toEnd}
      data-to-end
      data-unread={unread > 0 || unseen > 0 || undefined}
      onClick={() => void jumpToEnd(id)}
    >
      {unseen > 0 ? waitingInWords(unseen) : unread > 0 ? newInWords(unread) : 'Latest messages'}
      <IconArrowDown size={16} aria-hidden="true" />
    </button>
  )
}
