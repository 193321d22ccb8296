import { excerptOf } from '@nation/domain/messenger'
import { useEffect, useRef, useState } from 'react'
import { deletedMessage, newInWords } from '../messenger-words'
import type { Room } from '../rooms/room'

/** New messages are announced at most this often, in milliseconds, and together. */
const PAUSE = 5_000

/** The last jump that was announced, by its stamp. A room that is shown again still has the jump by which it was left. */
let announcedJump = 0

/**
 * Announces what others write to screen readers: one message by its words, more of them by their number. A message that a
 * search or a quotation leads to is announced, too.
 */
export function NewsOfRoom({ room, ownUid }: { room: Room; ownUid: string }) {
  const [words, setWords] = useState('')
  const announced = useRef(room.lastNumber)
  const latest = useRef(room)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = room
    if (room.lastNumber <= announced.current || timer.current !== undefined) return
    const announce = () => {
      timer.current = undefined
      const { messages, lastNumber } = latest.current
      const news = messages.filter(({ number, senderId }) => number > announced.current && senderId !== ownUid)
      if (messages.at(-1)?.number === lastNumber) announced.current = lastNumber
      if (news.length === 1)
        setWords(`${news[0]!.sender.username}: ${excerptOf(news[0]!.message, news[0]!.images.length > 0)}`)
      else if (news.length > 1) setWords(newInWords(news.length))
    }
    timer.current = setTimeout(announce, words === '' ? 300 : PAUSE)
  }, [room, ownUid, words])
  useEffect(() => () => clearTimeout(timer.current), [])
  const { to, mark, stamp } = room.jump
  useEffect(() => {
    const { messages } = latest.current
    const found = mark && stamp !== announcedJump ? messages.find(({ number }) => number === to) : undefined
    if (!found) return
    const said = found.deletedAt === null ? excerptOf(found.message, found.images.length > 0) : deletedMessage
    const announcing = setTimeout(() => {
      announcedJump = stamp
      setWords(`Message of ${found.sender.username}: ${said}`)
    }, 300)
    return () => clearTimeout(announcing)
  }, [to, mark, stamp])
  useEffect(() => {
    // The same text is announced again only after it was removed.
    const gone = words === '' ? undefined : setTimeout(() => setWords(''), PAUSE)
    return () => clearTimeout(gone)
  }, [words])
  return (
    <p className="visually-hidden" role="status">
      {words}
    </p>
  )
}
