import '@mantine/core/styles/Input.layer.css'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import type { OwnProfile } from '../../../lib/session/session'
import { Button, ButtonLink, toast, Stack, Row, Text } from '../../../ui'
import { AttachmentFields } from './AttachmentFields'
import { BasicFields } from './BasicFields'
import { CampaignFields } from './CampaignFields'
import classes from './CandidacyForm.module.css'
import { announcementOf, problemsOf } from './draft'
import type { Draft, Problems } from './draft'
import { ImageFields } from './ImageFields'
import type { SectionProps } from './section'
import type { useDraft } from './use-draft'
import { useLeaveQuestion } from './use-leave-question'

interface Props {
  user: OwnProfile
  state: ReturnType<typeof useDraft>
  /** The section in which one chooses what to stand for. */
  position: (section: SectionProps) => ReactNode
  /** Sends what was written; throws what the nation said against it. */
  send: (draft: Draft) => Promise<void>
  /** What the button says: 'Create', 'Save Changes'. */
  action: string
  cancelTo: string
  /** What is asked when one leaves before it was sent. */
  leave: { readonly title: string; readonly message: string }
  /** The id of what says why it cannot be sent yet. */
  blockedBy?: string | undefined
  /** Said above the form: where this draft comes from. */
  notice?: ReactNode
}

/** A candidacy as a form; kept on the device while it is written. */
export function CandidacyForm({ user, state, position, send, action, cancelTo, leave, blockedBy, notice }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [uploading, setUploading] = useState(false)
  const sending = useSending(state, send, form)
  useLeaveQuestion(() => state.changed && !sending.sent.current, leave)
  const section: SectionProps = { draft: state.draft, problems: sending.problems, change: sending.write }
  const onBusy = useCallback((busy: boolean) => setUploading(busy), [])
  return (
    <Stack
      ref={form}
      as="form"
      gap={6}
      onSubmit={sending.submit}
      noValidate
      aria-label="Candidate profile"
      inert={sending.done}
    >
      {state.restored && (
        <Row as="p" gap={3} pad={[3, 4]} align="center" step={-1} className={classes.kept}>
          What you wrote before is back: it was kept on this device.
          {state.outdated && ' The profile was changed since; look it over before you send it.'}
          <Button variant="subtle" size="compact-sm" onClick={state.discard}>
            Start anew
          </Button>
        </Row>
      )}
      {!state.restored && notice !== undefined && (
        <Row as="p" gap={3} pad={[3, 4]} align="center" step={-1} className={classes.kept}>
          {notice}
        </Row>
      )}
      <ImageFields {...section} user={user} />
      {position(section)}
      <BasicFields {...section} />
      <CampaignFields {...section} />
      <AttachmentFields {...section} onBusy={onBusy} />
      {sending.error !== null && (
        <p className={classes.refused} role="alert">
          <strong>Not sent.</strong> {sentenceOf(sending.error)} What you wrote is kept.
        </p>
      )}
      <Row gap={3} justify="end" className={classes.actions}>
        {uploading && (
          <Text tone="faint" step={-1} className={classes.waiting}>
            Files are still on their way.
          </Text>
        )}
        <ButtonLink to={cancelTo} variant="default">
          Cancel
        </ButtonLink>
        <Button
          type="submit"
          loading={sending.pending}
          disabled={blockedBy !== undefined || uploading}
          aria-describedby={blockedBy}
        >
          {action}
        </Button>
      </Row>
    </Stack>
  )
}

/** Looks the draft over, sends it, and keeps what was said against it until that field is written again. */
function useSending(
  { draft, change }: Pick<ReturnType<typeof useDraft>, 'draft' | 'change'>,
  send: Props['send'],
  form: React.RefObject<HTMLFormElement | null>,
) {
  const [checked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Problems>({})
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const [done, setDone] = useState(false)
  const sent = useRef(false)
  const problems = useMemo(() => ({ ...refused, ...(checked ? problemsOf(draft) : {}) }), [checked, draft, refused])

  const write: SectionProps['change'] = (part) => {
    change(part)
    const fields = typeof part === 'function' ? ['attachments'] : Object.keys(part)
    setRefused((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field.split('.')[0]!))),
    )
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sent.current) return
    setChecked(true)
    const announcement = announcementOf(draft)
    if (announcement !== null) {
      toast.error(announcement)
      requestAnimationFrame(() => focusFirstProblem(form.current))
      return
    }
    setPending(true)
    setError(null)
    // Before the answer: whoever sends goes on to another page, which is no leaving.
    sent.current = true
    try {
      await send(draft)
      setDone(true)
    } catch (said) {
      sent.current = false
      setError(said)
      toast.error(sentenceOf(said))
      if (said instanceof ApiError) setRefused(Object.fromEntries(said.details.map((one) => [one.path, one.message])))
    }
    setPending(false)
  }
  return { problems, write, submit: (event: FormEvent) => void submit(event), pending, error, sent, done }
}

const focusFirstProblem = (form: HTMLFormElement | null) =>
  form
    ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input:not([type=file]), [data-invalid] button')
    ?.focus()
