import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { lazy, Suspense, useState, type SyntheticEvent } from 'react'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import { Badge, Skeleton, Button, FormErrors, Panel, Row, Stack, Text, useFormErrors } from '../../../ui'
import { secondFactorOf } from '../second-factor-of'
import { usePanelChange } from '../panel-session'
import { CodeField } from './CodeField'
import { FreshCodes } from './FreshCodes'
import { secretOf, type Security } from './sign-in-words'
import classes from './sign-ins.module.css'

const QrCode = lazy(() => import('./QrCode').then((module) => ({ default: module.QrCode })))

/** Whether the confirmation was done is not known then. */
const LOST =
  'No answer came. If your new authenticator is asked for now, it is set: keep it and make new recovery codes.'

type Step =
  | { at: 'rest'; focused: boolean }
  | { at: 'password' }
  | { at: 'code'; address: string }
  | { at: 'done'; codes: readonly string[] }

/**
 * The second factor of one's own account: whether there is one, and how to set one up or to move it to another device. Each step
 * replaces the button that was pressed, so it takes the focus itself.
 */
export function SecondFactor({ security }: { security: Security }) {
  const [step, setStep] = useState<Step>({ at: 'rest', focused: false })
  const has = security.secondFactor
  const rest = () => setStep({ at: 'rest', focused: true })
  return (
    <Panel as="section" gap={3} pad={5} className={classes.panel} aria-labelledby="factor" data-bad={!has || undefined}>
      <Row gap={3} align="center">
        <h3 id="factor">Second factor</h3>
        {!has && <Badge tone="danger">Missing</Badge>}
      </Row>
      {step.at === 'rest' && (
        <>
          <p>
            {has
              ? 'Your sign-ins need a code of your authenticator, or a recovery code.'
              : 'Your password alone opens the panel. Set up a second factor.'}
          </p>
          <Button
            variant={has ? 'outline' : 'filled'}
            className={classes.act}
            autoFocus={step.focused}
            onClick={() => setStep({ at: 'password' })}
          >
            {has ? 'Set up another authenticator' : 'Set up a second factor'}
          </Button>
        </>
      )}
      {step.at === 'password' && (
        <Beginning has={has} onBegun={(address) => setStep({ at: 'code', address })} onCancel={rest} />
      )}
      {step.at === 'code' && (
        <Confirmation address={step.address} onSet={(codes) => setStep({ at: 'done', codes })} onCancel={rest} />
      )}
      {step.at === 'done' && (
        <>
          <p role="status">Your second factor is set. Your other panel sessions have ended.</p>
          <FreshCodes codes={step.codes} onStored={rest} />
        </>
      )}
    </Panel>
  )
}

/** First the password, and what the second factor of now says: an open panel alone changes nothing. */
function Beginning({
  has,
  onBegun,
  onCancel,
}: {
  has: boolean
  onBegun: (address: string) => void
  onCancel: () => void
}) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const errors = useFormErrors()
  const begin = usePanelChange('admin.begin-second-factor', ['admin.security'])
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (errors.refuse(password === '' ? { password: 'Please enter your password' } : {})) return
    begin.mutate(
      { password, ...(has && secondFactorOf(code)) },
      {
        onSuccess: ({ totpAddress }) => onBegun(totpAddress),
        onError: (error) => errors.fail(error, sentenceOf(error)),
      },
    )
  }
  return (
    <Stack
      as="form"
      gap={3}
      className={classes.form}
      onSubmit={send}
      aria-label="Set up a second factor"
      {...errors.form}
    >
      <FormErrors errors={errors} />
      <TextInput
        label="Your password, once more"
        {...errors.of('password')}
        type="password"
        autoFocus
        autoComplete="current-password"
        maxLength={256}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {has && (
        <CodeField
          label="A code of your authenticator that is set up now"
          {...errors.of('totp')}
          value={code}
          onChange={setCode}
        />
      )}
      <Steps verb="Go on" busy={begin.isPending} onCancel={onCancel} />
    </Stack>
  )
}

/** Then the code is scanned, and what the authenticator shows is typed: only now the new one counts. */
function Confirmation({
  address,
  onSet,
  onCancel,
}: {
  address: string
  onSet: (codes: readonly string[]) => void
  onCancel: () => void
}) {
  const [totp, setTotp] = useState('')
  const errors = useFormErrors()
  const confirm = usePanelChange('admin.confirm-second-factor', ['admin.security'])
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const digits = totp.replace(/\s/g, '')
    if (errors.refuse(/^\d{6}$/.test(digits) ? {} : { totp: 'Please enter the six digits' })) return
    confirm.mutate(
      { totp: digits },
      {
        onSuccess: ({ recoveryCodes }) => onSet(recoveryCodes),
        onError: (error) => errors.fail(error, error instanceof ApiError && error.isPassing ? LOST : sentenceOf(error)),
      },
    )
  }
  return (
    <Row gap={5} align="start">
      <Suspense fallback={<Skeleton width="12rem" height="12rem" />}>
        <QrCode label="The new second factor, for your authenticator" text={address} />
      </Suspense>
      <Stack
        as="form"
        gap={3}
        className={classes.form}
        onSubmit={send}
        aria-label="Confirm the second factor"
        {...errors.form}
      >
        <FormErrors errors={errors} />
        <p>Scan this with your authenticator, and enter the six digits that it shows.</p>
        <Text tone="soft" step={-1}>
          Without a camera, type this key: <code className={classes.secret}>{secretOf(address)}</code>
        </Text>
        <TextInput
          label="Six digits"
          {...errors.of('totp')}
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          value={totp}
          onChange={(event) => setTotp(event.currentTarget.value)}
        />
        <Steps verb="Confirm" busy={confirm.isPending} onCancel={onCancel} />
      </Stack>
    </Row>
  )
}

function Steps({ verb, busy, onCancel }: { verb: string; busy: boolean; onCancel: () => void }) {
  return (
    <Row gap={2}>
      <Button type="submit" loading={busy}>
        {verb}
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </Row>
  )
}
