import '@mantine/core/styles/Input.layer.css'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { refetchUser } from '../../../lib/session/session'
import type { OwnProfile } from '../../../lib/session/session'
import { Button, ButtonLink, toast } from '../../../ui'
import type { Election } from '../shared/types'
import { AttachmentFields } from './AttachmentFields'
import { BasicFields } from './BasicFields'
import { CampaignFields } from './CampaignFields'
import classes from './CandidacyForm.module.css'
import { problemsOf, requestOf } from './draft'
import type { Draft, Problems } from './draft'
import { ImageFields } from './ImageFields'
import { PositionFields } from './PositionFields'
import type { SectionProps } from './section'
import { useDraft } from './use-draft'
import { useLeaveQuestion } from './use-leave-question'

interface Props {
  user: OwnProfile
  election: Election
  eligible: boolean
}

/** The candidacy as a form; kept on the device while it is written. */
export function CandidacyForm({ user, election, eligible }: Props) {
  const navigate = useNavigate()
  const { draft, change, discard, restored, changed } = useDraft(user.uid, user.username)
  const [checked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Problems>({})
  const sent = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const creation = useChange('candidates.create', ['candidates.mine', 'candidates.list', 'elections.current'])
  const problems = useMemo(() => ({ ...refused, ...(checked ? problemsOf(draft) : {}) }), [checked, draft, refused])
  useLeaveQuestion(() => changed && !sent.current)

  const write = (part: Partial<Draft>) => {
    change(part)
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
  }

  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(problemsOf(draft)).length > 0) {
      toast.error('Missing Information: Please fill in all required fields')
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus(),
      )
      return
    }
    creation.mutate(requestOf(draft, election.id), {
      onSuccess({ candidateId }) {
        sent.current = true
        discard()
        void refetchUser()
        toast.success('Your candidacy stands.')
        void navigate(`/elections/candidate/${candidateId}`)
      },
      onError(error) {
        toast.error(sentenceOf(error))
        if (error instanceof ApiError)
          setRefused(Object.fromEntries(error.details.map((one) => [one.path, one.message])))
      },
    })
  }

  const section: SectionProps = { draft, problems, change: write }
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate aria-label="Candidate profile">
      {restored && (
        <p className={classes.kept}>
          What you wrote before is back: it was kept on this device.
          <Button variant="subtle" size="compact-sm" onClick={discard}>
            Start anew
          </Button>
        </p>
      )}
      <ImageFields {...section} user={user} />
      <PositionFields {...section} election={election} />
      <BasicFields {...section} />
      <CampaignFields {...section} />
      <AttachmentFields {...section} />
      {creation.isError && (
        <p className={classes.refused} role="alert">
          <strong>Not sent.</strong> {sentenceOf(creation.error)} What you wrote is kept.
        </p>
      )}
      <div className={classes.actions}>
        <ButtonLink to="/elections" variant="default">
          Cancel
        </ButtonLink>
        <Button
          type="submit"
          loading={creation.isPending}
          disabled={!eligible}
          aria-describedby={eligible ? undefined : 'eligibility'}
        >
          Create
        </Button>
      </div>
    </form>
  )
}
