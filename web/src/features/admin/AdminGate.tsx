import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { errorTable } from '@nation/domain/errors'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { ApiError, hasCode } from '../../lib/api/api-error'
import { Button, durationInWords, FormErrors, LineWork, Seal, Stack, Text, useFormErrors } from '../../ui'
import classes from './AdminGate.module.css'
import { enterPanel, usePanel } from './panel-session'
import { secondFactorOf } from './second-factor-of'

/** What to say when the gate stays shut (requirements 2.8). */
export function gateProblem(error: unknown): string {
  // A name or a code that cannot be one is as wrong as any other.
  if (hasCode(error, 'credentials_invalid', 'invalid_input')) return errorTable.credentials_invalid[1]
  if (hasCode(error, 'second_factor_missing', 'console')) return error.sentence
  if (error instanceof ApiError && error.status === 429) return `${error.sentence}${waitOf(error)}`
  return 'Authentication failed. Please try again.'
}

/** How long to wait: whole seconds, as the nation says. */
function waitOf({ facts: { retryAfter } }: ApiError): string {
  return typeof retryAfter === 'number' ? ` (${durationInWords(1000 * retryAfter)})` : ''
}

/** The password gate of the panel. */
export function AdminGate() {
  const ended = usePanel((state) => state.ended)
  const [busy, setBusy] = useState(false)
  const errors = useFormErrors()
  const enter = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const username = text('username').trim()
    const password = text('password')
    const missing = {
      ...(username === '' && { username: 'Please enter your username' }),
      ...(password === '' && { password: 'Please enter your password' }),
    }
    if (errors.refuse(missing)) return
    setBusy(true)
    try {
      await enterPanel({ username, password, ...secondFactorOf(text('code')) })
    } catch (error) {
      // Said of the whole form, whatever field the server names: a gate does not say which field was wrong.
      errors.refuse({}, gateProblem(error))
      setBusy(false)
    }
  }
  return (
    <Stack align="center" justify="center" stage className={classes.gate}>
      <LineWork seed="administration" className={classes.ground} />
      <Stack
        as="form"
        gap={4}
        pad={[6, 5]}
        className={classes.form}
        onSubmit={(event) => void enter(event)}
        aria-labelledby="gate"
        {...errors.form}
      >
        <Seal fine className={classes.seal} />
        <h1 id="gate">Super Admin Access</h1>
        <Text tone="soft">
          {ended ? 'Your panel session has ended. Please sign in again.' : 'The panel has a sign-in of its own.'}
        </Text>
        <FormErrors errors={errors} />
        <TextInput
          label="Username"
          {...errors.of('username')}
          autoComplete="username"
          autoCapitalize="off"
          required
          maxLength={64}
        />
        <TextInput
          label="Password"
          {...errors.of('password')}
          type="password"
          autoComplete="current-password"
          required
          maxLength={256}
        />
        <TextInput
          label="Authenticator code"
          description="Six digits, or one of your recovery codes, if your account has a second factor."
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <Button type="submit" loading={busy} fullWidth>
          Enter
        </Button>
      </Stack>
    </Stack>
  )
}
