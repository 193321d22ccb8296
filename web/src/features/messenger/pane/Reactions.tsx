import { Row, Text } from '../../../ui'
import type { Message, RoomId } from '../types'
import classes from './Message.module.css'
import { react, reactionLooks } from './reaction-looks'

/** The reactions to a message: pressed are one's own. */
export function Reactions({ id, message }: { id: RoomId; message: Message }) {
  if (message.reactions.length === 0) return null
  return (
    <Row gap={1} role="group" aria-label="Reactions">
      {message.reactions.map(({ reaction, count, mine }) => {
        const { Icon, name } = reactionLooks[reaction]
        return (
          <button
            key={reaction}
            type="button"
            className={classes.reaction}
            aria-pressed={mine}
            aria-label={`${name}: ${count}`}
            onClick={() => void react(id, message, reaction)}
          >
            <Icon size={16} aria-hidden="true" />
            <Text as="span" step={-2} figures aria-hidden="true">
              {count}
            </Text>
          </button>
        )
      })}
    </Row>
  )
}
