import { Button, Row, Stack, Text, toast } from '../../../ui'
import { dropOutgoing, useOutbox, type Outgoing } from '../device/outbox'
import type { RoomId } from '../types'

/** What was written in a conversation that has closed, and was not sent: its writer may take the words along. */
export function Unsent({ id }: { id: RoomId }) {
  const all = useOutbox(({ entries }) => entries)
  const entries = all.filter(({ room, state }) => room === id && state !== 'sent')
  if (entries.length === 0) return null
  return (
    <Stack gap={3}>
      <Text strong>{entries.length === 1 ? 'A message was not sent' : `${entries.length} messages were not sent`}</Text>
      {entries.map((entry) => (
        <Stack key={entry.clientId} gap={2}>
          <Text breaks>{entry.text === '' ? 'Images without words' : entry.text}</Text>
          <Row gap={2}>
            {entry.text !== '' && (
              <Button size="compact-sm" variant="default" onClick={() => copy(entry)}>
                Copy text
              </Button>
            )}
            <Button size="compact-sm" variant="subtle" onClick={() => dropOutgoing([entry.clientId])}>
              Discard
            </Button>
          </Row>
        </Stack>
      ))}
    </Stack>
  )
}

const copy = ({ text }: Outgoing): void => {
  navigator.clipboard.writeText(text).then(
    () => toast.success('The text is copied.'),
    () => toast.error('The text could not be copied. Please select it, and copy it.'),
  )
}
