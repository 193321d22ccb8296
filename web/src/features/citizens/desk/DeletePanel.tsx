import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { confirmsDeletion } from '@nation/domain/citizens'
import { officeTitle } from '@nation/domain/elections'
import { dollars } from '@nation/domain/formats'
import { useRef, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasCode, sentenceOf } from '../../../lib/api/api-error'
import { useFeatures } from '../../../lib/feature-flags'
import { useCall } from '../../../lib/query/query'
import type { OwnProfile } from '../../../lib/session/session'
import { Button, FormErrors, Row, Stack, useFocusGoesOn, useFormErrors } from '../../../ui'
import { deleteAccount } from '../deletion'
import { Panel } from './Panel'
import classes from './desk.module.css'

/** Leaving for good; confirmed by typing one's own handle. */
export function DeletePanel({ user }: { user: OwnProfile }) {
  const [open, setOpen] = useState(false)
  const start = useRef<HTMLButtonElement>(null)
  const form = useFocusGoesOn(() => start.current)
  return (
    <Panel title="Delete my account" tone="danger">
      <p>
        Your votes stay counted. Everything that says who you are is removed: name, picture, X account, wallet. This
        cannot be undone.
      </p>
      {open ? (
        <div ref={form}>
          <Confirmation user={user} onCancel={() => setOpen(false)} />
        </div>
      ) : (
        <Button
          ref={start}
          variant="outline"
          size="sm"
          data-danger
          className={classes.start}
          onClick={() => setOpen(true)}
        >
          Delete my account
        </Button>
      )}
    </Panel>
  )
}

/** What the nation owes to a citizen, in cents, as far as the latest hundred payments say; the deletion says it exactly. */
function useOwedCents(userId: string): number {
  const { data } = useCall('bank.get-payments', { userId, status: 'pending', limit: 100 })
  return (data?.payments ?? []).reduce((sum, { amountCents }) => sum + Number(amountCents), 0)
}

/** What ends with the account besides the name. */
function WhatEnds({ user: { governmentRole }, owedCents }: { user: OwnProfile; owedCents: number }) {
  const { elections } = useFeatures()
  const stands = useCall('candidates.mine', {}, { enabled: elections }).data?.candidate ?? null
  return (
    <Stack as="ul" gap={2} aria-label="What ends with your account">
      {stands && <li>Your candidacy for {stands.positionTitle} is withdrawn; its votes are void.</li>}
      {governmentRole === null ? (
        <li>If you held an office since the last payment of salaries, what it earned cannot be paid.</li>
      ) : (
        <li>
          Your office, {officeTitle(governmentRole)}, ends now. What it earned since the last payment cannot be paid.
        </li>
      )}
      {owedCents > 0 && (
        <li>
          You are owed {dollars(owedCents)}. Without your wallet it cannot be paid: wait until it is marked as paid, or
          give it up.
        </li>
      )}
    </Stack>
  )
}

function Confirmation({ user, onCancel }: { user: OwnProfile; onCancel: () => void }) {
  const handle = user.twitterUsername
  const listedCents = useOwedCents(user.uid)
  const [toldCents, setToldCents] = useState<number | null>(null)
  const owedCents = toldCents ?? listedCents
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
      await deleteAccount(handle, owedCents)
      void navigate('/profile')
    } catch (error) {
      if (hasCode(error, 'salary_waits')) setToldCents(Number(error.facts.owedCents))
      errors.fail(error, sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Stack as="form" gap={4} onSubmit={(event) => void submit(event)} {...errors.form}>
      <FormErrors errors={errors} />
      <WhatEnds user={user} owedCents={owedCents} />
      <TextInput
        label={`Type ${handle} to confirm`}
        value={typed}
        {...errors.of('confirm')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
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
          {owedCents > 0 ? `Give up ${dollars(owedCents)} and delete for good` : 'Delete for good'}
        </Button>
      </Row>
    </Stack>
  )
}
