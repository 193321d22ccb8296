import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, Instant, toast } from '../../../ui'
import { usePanelChange } from '../panel-session'
import { codesInWords, type Security } from './sign-in-words'
import classes from './sign-ins.module.css'

/** The codes that stand in for the authenticator: how many are left, and new ones for whoever says the password again. */
export function RecoveryCodes({ security }: { security: Security }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { madeAt } = security.recoveryCodes
  return (
    <section className={classes.panel} aria-labelledby="recovery">
      <h3 id="recovery">Recovery codes</h3>
      {codes !== null ? (
        <Fresh codes={codes} onKept={() => setCodes(null)} />
      ) : security.secondFactor ? (
        <>
          <p>{codesInWords(security)}</p>
          <p className={classes.note}>
            Each stands in for your authenticator once.
            {madeAt !== null && (
              <>
                {' '}
                Made <Instant at={madeAt} />.
              </>
            )}
          </p>
          <Renewal onMade={setCodes} />
        </>
      ) : (
        <p>
          This account has no second factor. Whoever runs the nation makes one, together with recovery codes, with the
          command <code>admin-create --totp</code>.
        </p>
      )}
    </section>
  )
}

function Renewal({ onMade }: { onMade: (codes: readonly string[]) => void }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const renew = usePanelChange('admin.renew-recovery-codes', ['admin.security'])
  const make = (event: SyntheticEvent) => {
    event.preventDefault()
    if (password === '') return setProblem('Please enter your password')
    setProblem(null)
    renew.mutate(
      { password },
      {
        onSuccess: ({ recoveryCodes }) => onMade(recoveryCodes),
        onError: (error) => setProblem(sentenceOf(error)),
      },
    )
  }
  return (
    <form className={classes.form} onSubmit={make} aria-label="New recovery codes" noValidate>
      <TextInput
        label="Your password, again"
        description="New codes take the place of all that you have."
        type="password"
        autoComplete="current-password"
        maxLength={256}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
      <Button type="submit" variant="outline" loading={renew.isPending} className={classes.act}>
        Make new recovery codes
      </Button>
    </form>
  )
}

/** The only time that new codes can be read. */
function Fresh({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const copy = () =>
    navigator.clipboard
      .writeText(codes.join('\n'))
      .then(() => toast.success('The recovery codes are copied.'))
      .catch(() => toast.error('Could not copy. Please write the codes down.'))
  return (
    <>
      <p role="status">
        These are your new recovery codes. They are shown this once: keep them away from your password.
      </p>
      <ul className={classes.codes} aria-label="New recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.noticeActions}>
        <Button variant="default" onClick={() => void copy()}>
          Copy the codes
        </Button>
        <Button onClick={onKept}>I have kept them</Button>
      </div>
    </>
  )
}
