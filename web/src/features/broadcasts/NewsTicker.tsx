import { tickerMessage } from '@nation/domain/broadcasts'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconPlayerPause,
  IconPlayerPlay,
  IconUrgent,
  IconX,
} from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { CallAnswer } from '@nation/domain/contract'
import { useLive } from '../../lib/live/live'
import { useCall } from '../../lib/query/query'
import { classNames, instantInWords, Row, useNow } from '../../ui'
import { useClosedMessages } from './closed-messages'
import classes from './NewsTicker.module.css'

type Message = CallAnswer<'broadcast.get-active'>['messages'][number]

/** What a broadcast is about, in a word and a sign: never by colour alone. */
const kinds: Readonly<Record<Message['type'], { word: string; sign: ReactNode }>> = {
  info: { word: 'News', sign: <IconInfoCircle size={18} aria-hidden /> },
  success: { word: 'Good news', sign: <IconCircleCheck size={18} aria-hidden /> },
  warning: { word: 'Warning', sign: <IconAlertTriangle size={18} aria-hidden /> },
  error: { word: 'Alert', sign: <IconUrgent size={18} aria-hidden /> },
}

/**
 * The newest broadcast, running by (requirements 1.2). Draws nothing while there is none, after it was closed or has
 * ended, and when it cannot be read: the page has more to say. Its height is `--ticker`.
 */
export function NewsTicker({ className }: { className?: string }) {
  const live = useLive((state) => state.live)
  const { data } = useCall('broadcast.get-active', {}, { every: live ? false : 60_000 })
  const closed = useClosedMessages((state) => state.ids)
  const now = useNow()
  const message = data ? tickerMessage(data.messages, closed, now) : null
  return message && <Ticker key={message.id} message={message} className={className} />
}

function Ticker({ message, className }: { message: Message; className?: string | undefined }) {
  const close = useClosedMessages((state) => state.close)
  const [held, setHeld] = useState(false)
  const { word, sign } = kinds[message.type]
  return (
    <section
      className={classNames(classes.ticker, className)}
      data-type={message.type}
      data-held={held || undefined}
      aria-label="News ticker"
    >
      <Row
        as="p"
        nowrap
        gap={2}
        align="center"
        face="title"
        className={classes.kind}
        title={instantInWords(message.createdAt)}
      >
        {sign}
        {word}
      </Row>
      <Row nowrap align="center" className={classes.window}>
        <p className={classes.run}>
          <span role="status" dir="auto">
            {message.message}
          </span>
        </p>
        <p className={classes.run} aria-hidden="true">
          <span dir="auto">{message.message}</span>
        </p>
      </Row>
      <button
        type="button"
        className={classNames(classes.button, classes.hold)}
        aria-label={held ? 'Let the message run' : 'Hold the message'}
        onClick={() => setHeld(!held)}
      >
        {held ? <IconPlayerPlay size={18} aria-hidden /> : <IconPlayerPause size={18} aria-hidden />}
      </button>
      <button type="button" className={classes.button} aria-label="Close the message" onClick={() => close(message.id)}>
        <IconX size={18} aria-hidden />
      </button>
    </section>
  )
}
