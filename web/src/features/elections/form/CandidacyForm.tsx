import '@mantine/core/styles/Input.layer.css'
import { useCallback, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { keptInWords } from '../../../lib/store/device'
import type { OwnProfile } from '../../../lib/session/session'
import { Button, ButtonLink, FormErrors, useFormErrors, Stack, Row, Text } from '../../../ui'
import { AttachmentFields } from './AttachmentFields'
import { BasicFields } from './BasicFields'
import { CampaignFields } from './CampaignFields'
import classes from './CandidacyForm.module.css'
import { problemsOf, sentenceFor } from './draft'
import type { Draft } from './draft'
import { ImageFields } from './ImageFields'
import type { SayBusy, SectionProps } from './section'
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

/** A candidacy as a form; stored on the device while it is written. */
export function CandidacyForm(props: Props) {
  const { user, state, position, send, action, cancelTo, leave, blockedBy, notice } = props
  const uploads = useUploads()
  const sending = useSending(state, send)
  useLeaveQuestion(() => state.changed && !sending.sent.current, leave)
  const section: SectionProps = { draft: state.draft, problems: sending.errors.problems, change: sending.write }
  return (
    <Stack
      as="form"
      gap={6}
      onSubmit={sending.submit}
      {...sending.errors.form}
      aria-label="Candidate profile"
      inert={sending.done}
    >
      <FormErrors errors={sending.errors} />
      {state.restored && (
        <Row as="p" gap={3} pad={[3, 4]} align="center" step={-1} className={classes.notice}>
          What you wrote before is back: it was kept on this device.
          {state.outdated && ' The profile was changed since; look it over before you send it.'}
          <Button variant="subtle" size="compact-sm" onClick={state.discard}>
            Start anew
          </Button>
        </Row>
      )}
      {!state.restored && notice !== undefined && (
        <Row as="p" gap={3} pad={[3, 4]} align="center" step={-1} className={classes.notice}>
          {notice}
        </Row>
      )}
      <ImageFields {...section} user={user} onBusy={uploads.onBusy} />
      {position(section)}
      <BasicFields {...section} />
      <CampaignFields {...section} />
      <AttachmentFields {...section} onBusy={uploads.onBusy} />
      {!state.kept && (
        <Text tone="danger" step={-1} role="status">
          {keptInWords(false)}
        </Text>
      )}
      <Row gap={3} justify="end" fills className={classes.actions}>
        {uploads.underWay && (
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
          disabled={blockedBy !== undefined || uploads.underWay}
          aria-describedby={blockedBy}
        >
          {action}
        </Button>
      </Row>
    </Stack>
  )
}

/** Which fields are uploading: the form waits for all of them, because leaving the page ends their uploads. */
function useUploads() {
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set())
  const onBusy = useCallback<SayBusy>((field, busy) => {
    setFields((before) => {
      if (before.has(field) === busy) return before
      const after = new Set(before)
      if (busy) after.add(field)
      else after.delete(field)
      return after
    })
  }, [])
  return { underWay: fields.size > 0, onBusy }
}

/** Looks the draft over, sends it, and keeps what was said against it until that field is written again. */
function useSending({ draft, change }: Pick<ReturnType<typeof useDraft>, 'draft' | 'change'>, send: Props['send']) {
  const errors = useFormErrors()
  const [pending, setPending] = useState(false)
  const [done, setDone] = useState(false)
  const sent = useRef(false)

  const write: SectionProps['change'] = (part) => {
    change(part)
    const fields = typeof part === 'function' ? ['attachments'] : Object.keys(part)
    fields.forEach(errors.mend)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sent.current) return
    if (errors.refuse(problemsOf(draft), sentenceFor(draft))) return
    setPending(true)
    // Before the answer: the form leads to another page, which must not ask about unsaved changes.
    sent.current = true
    try {
      await send(draft)
      setDone(true)
    } catch (said) {
      sent.current = false
      const { goals, promises } = draft
      errors.fail(said, `Not sent. ${sentenceOf(said)} What you wrote is kept.`, { goals, promises })
    }
    setPending(false)
  }
  return { errors, write, submit: (event: FormEvent) => void submit(event), pending, sent, done }
}
