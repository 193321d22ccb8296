import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Input.layer.css'
import { Radio, Textarea } from '@mantine/core'
import { broadcastLimits, broadcastTypes } from '@nation/domain/broadcasts'
import type { BroadcastType } from '@nation/domain/broadcasts'
import { errorTable } from '@nation/domain/errors'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { ApiError } from '../../../lib/api/api-error'
import { Button, FormErrors, toast, useClock, useFormErrors, Panel, Text } from '../../../ui'
import { InstantField } from '../../../ui/InstantField'
import { instantOf } from '../../../ui/local-instant'
import { usePanelCommand } from '../replica/use-panel-command'
import classes from './broadcast.module.css'
import { typeWords } from './broadcast-words'

/** What the server may say of the form itself. */
const refusals: ReadonlySet<string> = new Set(['broadcast_empty', 'broadcast_end_invalid'])

/** What keeps the form from being sent, by field. The server decides again. */
function problemsOf(message: string, endsAt: number | null, now: number): Readonly<Record<string, string>> {
  const isOver = endsAt !== null && !(endsAt > now)
  return {
    ...(message.trim() === '' && { message: errorTable.broadcast_empty[1] }),
    ...(isOver && { endsAt: errorTable.broadcast_end_invalid[1] }),
  }
}

/** Writes a message to everybody. */
export function BroadcastForm() {
  const [message, setMessage] = useState('')
  const [type, setType] = useState<BroadcastType>('info')
  const [ends, setEnds] = useState('')
  const now = useClock()
  const errors = useFormErrors()
  const create = usePanelCommand('broadcast.create', ['broadcast.get-messages', 'broadcast.get-active'])
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const endsAt = instantOf(ends)
    if (errors.refuse(problemsOf(message, endsAt, now()))) return
    create.run({ message, type, ...(endsAt !== null && { endsAt }) }, null, {
      onSuccess: () => {
        setMessage('')
        setEnds('')
        if (!create.waits) toast.success('Your broadcast is on.')
      },
      onError: (error) => {
        const isOurs = error instanceof ApiError && refusals.has(error.code)
        errors.fail(error, isOurs ? error.sentence : 'Failed to send broadcast')
      },
    })
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
      <Text as="h3" step={1}>
        New broadcast
      </Text>
      <FormErrors errors={errors} />
      <Textarea
        label="Message"
        {...errors.of('message')}
        description="One line. All visitors see it until it ends, you delete it or you send another."
        rows={3}
        value={message}
        maxLength={broadcastLimits.message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <Text tone="faint" step={-2} figures wide className={classes.counter}>
        {message.length} of {broadcastLimits.message}
      </Text>
      <fieldset className={classes.types}>
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
      </fieldset>
      <InstantField
        label="Ends (optional)"
        {...errors.of('endsAt')}
        description="Without an end it stays until you delete it."
        value={ends}
        between={[now(), now() + broadcastLimits.longestMs]}
        className={classes.ends}
        onChange={setEnds}
      />
      <Button type="submit" loading={create.isPending} className={classes.send}>
        Send broadcast
      </Button>
    </Panel>
  )
}
