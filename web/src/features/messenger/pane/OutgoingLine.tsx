import { Button, rememberItem, Row, take, Text } from '../../../ui'
import { dropOutgoing, useOutbox, type Outgoing } from '../device/outbox'
import { isRetried, retry, waitsForLimit } from '../device/send'
import classes from './Message.module.css'
import { Quotation } from './MessageLine'
import { Images } from './Images'
import { MessageText } from './MessageText'

interface Props {
  entry: Outgoing
  begins: boolean
  /** Puts it back into the field; null where nothing can be written. */
  onRewrite: ((entry: Outgoing) => void) | null
}

/** A message that is on its way, or that could not be sent. */
export function OutgoingLine({ entry, begins, onRewrite }: Props) {
  const failed = entry.state === 'failed'
  const waits = waitsForLimit(entry)
  // The order of the messages is kept: behind one that is tried again later, nothing is sent.
  const isBehind = useOutbox(({ entries }) =>
    entries.some((one) => one.room === entry.room && one.at < entry.at && isRetried(one)),
  )
  return (
    <div className={classes.line} data-own data-begins={begins || undefined}>
      <div className={classes.column}>
        <span className="visually-hidden">You: </span>
        <div
          className={classes.bubble}
          data-failed={(failed && !waits) || undefined}
          data-waiting={!failed || waits || undefined}
        >
          {entry.replyTo && <Quotation quoted={entry.replyTo} />}
          <Images images={entry.images.map((url) => ({ url }))} of="you" />
          <MessageText text={entry.text} />
        </div>
        {failed ? (
          <Row gap={[1, 2]} align="center" justify="end" className={classes.failure}>
            <Text as="span" tone={waits ? 'faint' : 'danger'} step={-1}>
              {entry.problem}
            </Text>
            {!waits && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={({ currentTarget }) => tryAgain(entry, currentTarget)}
              >
                Retry
              </Button>
            )}
            {onRewrite && (
              <Button size="compact-sm" variant="subtle" onClick={() => onRewrite(entry)}>
                Edit
              </Button>
            )}
            <Button size="compact-sm" variant="subtle" onClick={() => discard(entry)}>
              Discard
            </Button>
          </Row>
        ) : (
          <Text as="span" tone="faint" step={-2} className={classes.sending}>
            {entry.state === 'sent' ? 'Sent' : isBehind ? 'Waits for the message before it' : 'Sending…'}
          </Text>
        )}
      </div>
    </div>
  )
}

/** The buttons go: the message itself has the focus while it is under way. */
function tryAgain(entry: Outgoing, button: HTMLElement): void {
  const line = button.closest('li')
  if (line) take(line)
  retry(entry)
}

function discard({ clientId }: Outgoing): void {
  const moveOn = rememberItem()
  moveOn()
  dropOutgoing([clientId])
}
