import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import type { OwnProfile } from '../../../lib/session/session'
import { Button, Row, Stack } from '../../../ui'
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
  const [problem, setProblem] = useState<string | null>(null)
  const navigate = useNavigate()
  const matches = typed.trim().replace(/^@/, '') === handle
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!matches) return setProblem('Please type your handle exactly to confirm.')
    setBusy(true)
    try {
      await deleteAccount(handle)
      void navigate('/profile')
    } catch (error) {
      setProblem(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Stack as="form" gap={4} onSubmit={(event) => void submit(event)}>
      <TextInput
        label={`Type ${handle} to confirm`}
        value={typed}
        error={problem}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <Row gap={3}>
        <Button type="submit" size="sm" color="carmine" loading={busy}>
          Delete for good
        </Button>
        <Button variant="default" size="sm" onClick={onCancel} disabled={busy}>
          Keep my account
        </Button>
      </Row>
    </Stack>
  )
}
