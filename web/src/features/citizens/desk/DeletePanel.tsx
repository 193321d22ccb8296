import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { confirmsDeletion } from '@nation/domain/citizens'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import type { OwnProfile } from '../../../lib/session/session'
import { Button, FormErrors, Row, Stack, useFormErrors } from '../../../ui'
import { deleteAccount } from '../deletion'
import { Panel } from './Panel'
import classes from './desk.module.css'

/** Leaving for good; confirmed by typing one's own handle. */
export function DeletePanel({ user }: { user: OwnProfile }) {
  const [open, setOpen] = useState(false)
  return (
    <Panel title="Delete my account" tone="danger">
      <p>
        Your votes stay counted. Everything that says who you are is removed: name, picture, X account, wallet. This
        cannot be undone.
      </p>
      {open ? (
        <Confirmation handle={user.twitterUsername} onCancel={() => setOpen(false)} />
      ) : (
        <Button variant="outline" size="sm" data-danger className={classes.start} onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      )}
    </Panel>
  )
}

function Confirmation({ handle, onCancel }: { handle: string; onCancel: () => void }) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const errors = useFormErrors()
  const navigate = useNavigate()
  const confirmed = confirmsDeletion(handle, typed.trim()).allowed
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (errors.refuse(confirmed ? {} : { confirm: 'Please type your handle exactly to confirm.' })) return
    setBusy(true)
    try {
      await deleteAccount(handle)
      void navigate('/profile')
    } catch (error) {
      errors.fail(error, sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Stack as="form" gap={4} onSubmit={(event) => void submit(event)} {...errors.form}>
      <FormErrors errors={errors} />
      <TextInput
        label={`Type ${handle} to confirm`}
        value={typed}
        {...errors.of('confirm')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Row gap={3}>
        <Button variant="default" size="sm" onClick={onCancel} disabled={busy}>
          Keep my account
        </Button>
        {/* It looks ready once it is. */}
        <Button
          type="submit"
          variant={confirmed ? 'filled' : 'outline'}
          size="sm"
          color="carmine"
          data-danger={!confirmed || undefined}
          loading={busy}
        >
          Delete for good
        </Button>
      </Row>
    </Stack>
  )
}
