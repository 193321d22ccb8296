import { useState } from 'react'
import { Button, CitizenAvatar, Instant, Row, Stack, Text } from '../../../ui'
import { deletedMessage } from '../messenger-words'
import { Images } from '../pane/Images'
import { MessageText } from '../pane/MessageText'
import classes from './Reports.module.css'
import type { Report } from './use-reports'

type Line = Report['messages'][number]

/** As many messages on each side of the reported one are shown at first. */
const NEAR = 2

/** The message as it was when it was reported, between what was said before and after it. */
export function Evidence({ messages }: { messages: readonly Line[] }) {
  const [isWhole, setWhole] = useState(false)
  const at = messages.findIndex(({ reported }) => reported)
  const near = messages.filter((_, index) => Math.abs(index - at) <= NEAR)
  const more = messages.length - near.length
  return (
    <Stack gap={1}>
      <ol className={classes.evidence} aria-label="What was said">
        {(isWhole ? messages : near).map((line) => (
          <EvidenceLine key={line.number} line={line} />
        ))}
      </ol>
      {more > 0 && (
        <Row>
          <Button variant="subtle" size="compact-sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : `Show ${more} more around it`}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

function EvidenceLine({ line }: { line: Line }) {
  const { senderId, senderName, senderPicture, timestamp, editedAt, reported, isDeleted } = line
  return (
    <li className={classes.line} data-reported={reported || undefined}>
      <CitizenAvatar id={senderId} name={senderName} picture={senderPicture} size={32} />
      <div className={classes.said}>
        <Row gap={[0, 2]} align="center" step={-1}>
          <Text as="strong" breaks>
            {senderName}
          </Text>
          <Text as="span" tone="faint" step={-2}>
            <Instant at={timestamp} />
          </Text>
          {editedAt !== null && (
            <Text as="span" tone="faint" step={-2}>
              edited
            </Text>
          )}
          {reported && (
            <Text as="span" tone="danger" step={-2} face="label">
              Reported
            </Text>
          )}
          {isDeleted && (
            <Text as="span" tone="soft" step={-2} face="label">
              Deleted
            </Text>
          )}
        </Row>
        <Words line={line} />
      </div>
    </li>
  )
}

function Words({ line: { message, images, senderName, deletedAt } }: { line: Line }) {
  if (message !== '' || images.length > 0) {
    return (
      <>
        <Images images={images} of={senderName} />
        <MessageText text={message} />
      </>
    )
  }
  return (
    <Text tone="faint" step={-1}>
      {deletedAt === null ? 'The report has no copy of this message.' : deletedMessage}
    </Text>
  )
}
