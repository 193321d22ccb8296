import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Input.layer.css'
import { Radio, Textarea } from '@mantine/core'
import { broadcastLimits, broadcastTypes } from '@nation/domain/broadcasts'
import type { BroadcastType } from '@nation/domain/broadcasts'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { ApiError } from '../../../lib/api/api-error'
import { Button, toast, Panel, Text, Row } from '../../../ui'
import { usePanelChange } from '../panel-session'
import classes from './broadcast.module.css'
import { typeWords } from './broadcast-words'

/** Writes a message to everybody. */
export function BroadcastForm() {
  const [message, setMessage] = useState('')
  const [type, setType] = useState<BroadcastType>('info')
  const [problem, setProblem] = useState<string | null>(null)
  const create = usePanelChange('broadcast.create', ['broadcast.get-messages', 'broadcast.get-active'])
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (message.trim() === '') return setProblem('Please enter a message')
    setProblem(null)
    create.mutate(
      { message, type },
      {
        onSuccess: () => {
          setMessage('')
          toast.success('Your broadcast is on.')
        },
        onError: (error) => {
          const empty = error instanceof ApiError && error.code === 'broadcast_empty'
          setProblem(empty ? error.sentence : 'Failed to send broadcast')
        },
      },
    )
  }
  return (
    <Panel as="form" edge="top" gap={4} pad={5} className={classes.form} onSubmit={send} aria-label="New broadcast">
      <Textarea
        label="Message"
        description="One line, shown to everybody until you delete it or send another."
        rows={3}
        value={message}
        maxLength={broadcastLimits.message}
        error={problem}
        onChange={(event) => {
          setMessage(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <Text tone="faint" step={-2} figures wide className={classes.counter}>
        {message.length} of {broadcastLimits.message}
      </Text>
      <Row as="fieldset" gap={[2, 5]} className={classes.types}>
        <legend>Type</legend>
        {broadcastTypes.map((one) => (
          <Radio
            key={one}
            name="type"
            label={typeWords[one]}
            value={one}
            checked={type === one}
            onChange={() => setType(one)}
          />
        ))}
      </Row>
      <Button type="submit" loading={create.isPending} className={classes.send}>
        Send broadcast
      </Button>
    </Panel>
  )
}
