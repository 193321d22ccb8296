import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Input.layer.css'
import { Radio, Textarea } from '@mantine/core'
import { broadcastLimits, broadcastTypes } from '@nation/domain/broadcasts'
import type { BroadcastType } from '@nation/domain/broadcasts'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { ApiError } from '../../../lib/api/api-error'
import { Button, FormErrors, toast, useFormErrors, Panel, Text, Row } from '../../../ui'
import { usePanelCommand } from '../replica/use-panel-command'
import classes from './broadcast.module.css'
import { typeWords } from './broadcast-words'

/** Writes a message to everybody. */
export function BroadcastForm() {
  const [message, setMessage] = useState('')
  const [type, setType] = useState<BroadcastType>('info')
  const errors = useFormErrors()
  const create = usePanelCommand('broadcast.create', ['broadcast.get-messages', 'broadcast.get-active'])
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (errors.refuse(message.trim() === '' ? { message: 'Please enter a message' } : {})) return
    create.run(
      { message, type },
      {
        onSuccess: () => {
          setMessage('')
          if (!create.waits) toast.success('Your broadcast is on.')
        },
        onError: (error) => {
          const empty = error instanceof ApiError && error.code === 'broadcast_empty'
          errors.fail(error, empty ? error.sentence : 'Failed to send broadcast')
        },
      },
    )
  }
  return (
    <Panel
      as="form"
      edge="top"
      gap={4}
      pad={5}
      className={classes.form}
      onSubmit={send}
      aria-label="New broadcast"
      {...errors.form}
    >
      <Textarea
        label="Message"
        {...errors.of('message')}
        description="One line, shown to everybody until you delete it or send another."
        rows={3}
        value={message}
        maxLength={broadcastLimits.message}
        onChange={(event) => setMessage(event.currentTarget.value)}
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
      <FormErrors errors={errors} />
      <Button type="submit" loading={create.isPending} className={classes.send}>
        Send broadcast
      </Button>
    </Panel>
  )
}
