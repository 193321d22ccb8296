import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, FormErrors, Instant, Panel, Stack, Text, useFormErrors } from '../../../ui'
import { secondFactorOf } from '../second-factor-of'
import { usePanelChange } from '../panel-session'
import { CodeField } from './CodeField'
import { FreshCodes } from './FreshCodes'
import { codesInWords, type Security } from './sign-in-words'
import classes from './sign-ins.module.css'

/** The codes that stand in for the authenticator: how many are left, and new ones for an owner who proves the sign-in. */
export function RecoveryCodes({ security }: { security: Security }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [stored, setStored] = useState(false)
  const noteStored = () => {
    setCodes(null)
    setStored(true)
  }
  const { madeAt } = security.recoveryCodes
  return (
    <Panel as="section" gap={3} pad={5} className={classes.panel} aria-labelledby="recovery">
      <h3 id="recovery">Recovery codes</h3>
      {codes !== null ? (
        <FreshCodes codes={codes} onStored={noteStored} />
      ) : security.secondFactor ? (
        <>
          <p>{codesInWords(security)}</p>
          <Text tone="soft" step={-1} className={classes.note}>
            Each replaces your authenticator once.
            {madeAt !== null && (
              <>
                {' '}
                Made <Instant at={madeAt} />.
              </>
            )}
          </Text>
          <Renewal focused={stored} onMade={setCodes} />
        </>
      ) : (
        <p>Recovery codes come with a second factor: set one up above.</p>
      )}
    </Panel>
  )
}

/** The password and a code of the second factor: each new code stands in for the authenticator. */
function Renewal({ focused, onMade }: { focused: boolean; onMade: (codes: readonly string[]) => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const errors = useFormErrors()
  const renew = usePanelChange('admin.renew-recovery-codes', ['admin.security'])
  const make = (event: SyntheticEvent) => {
    event.preventDefault()
    if (errors.refuse(password === '' ? { password: 'Please enter your password' } : {})) return
    renew.mutate(
      { password, ...secondFactorOf(code) },
      {
        onSuccess: ({ recoveryCodes }) => onMade(recoveryCodes),
        onError: (error) => errors.fail(error, sentenceOf(error)),
      },
    )
  }
  return (
    <Stack as="form" gap={3} className={classes.form} onSubmit={make} aria-label="New recovery codes" {...errors.form}>
      <FormErrors errors={errors} />
      <TextInput
        label="Your password, again"
        {...errors.of('password')}
        description="New codes replace all that you have."
        type="password"
        autoFocus={focused}
        autoComplete="current-password"
        maxLength={256}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <CodeField label="A code of your authenticator" {...errors.of('totp')} value={code} onChange={setCode} />
      <Button type="submit" variant="outline" loading={renew.isPending} className={classes.act}>
        Make new recovery codes
      </Button>
    </Stack>
  )
}
