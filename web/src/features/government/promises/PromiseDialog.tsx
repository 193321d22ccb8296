import '@mantine/core/styles/Input.layer.css'
import { Textarea, TextInput } from '@mantine/core'
import { isHttpsAddress } from '@nation/domain/formats'
import { promiseReportLimits, promiseLinkProblem, promiseStates } from '@nation/domain/government'
import { useState, type SyntheticEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { Button, FormErrors, Stack, Text, toast, useFormErrors, type Problems } from '../../../ui'
import { Dialog, DialogCancel, DialogFoot } from '../../../ui/Dialog'
import { isSameForm } from '../../../ui/same-form'
import { Choices } from '../../../ui/kit/Choices'
import { stateWords } from './promise-words'
import type { Pledge, Word } from './types'
import { promiseReads } from './use-promises'

interface Props {
  candidateId: string
  pledge: Pledge
  onClose: () => void
}

interface Form {
  readonly state: Word['state']
  readonly sentence: string
  readonly link: string
}

const states = promiseStates.map((id) => ({ id, label: stateWords[id] }))

/** Where an official says what became of a goal or promise: its state, a sentence, and a link where there is something to see. */
export default function PromiseDialog({ candidateId, pledge, onClose }: Props) {
  const { kind, place, word } = pledge
  const [first] = useState<Form>(() => ({
    state: word?.state ?? 'open',
    sentence: word?.sentence ?? '',
    link: word?.link ?? '',
  }))
  const [form, setForm] = useState(first)
  const set = (change: Partial<Form>) => setForm((before) => ({ ...before, ...change }))
  const errors = useFormErrors()
  const publish = useChange('government.set-promise', promiseReads)
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (publish.isPending || errors.refuse(problemsOf(form))) return
    publish.mutate(
      { candidateId, kind, place, ...form },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          onClose()
        },
        onError: (error) => errors.fail(error, sentenceOf(error)),
      },
    )
  }
  return (
    <Dialog title="Update this promise" onClose={onClose} size="36rem" unsaved={!isSameForm(form, first)}>
      <Stack as="form" gap={4} onSubmit={save} {...errors.form}>
        <FormErrors errors={errors} />
        <Text strong breaks>
          {pledge.text}
        </Text>
        <Choices labelled legend="State" choices={states} chosen={form.state} choose={(state) => set({ state })} />
        <Textarea
          label="What happened"
          {...errors.of('sentence')}
          description={`What citizens read beside it; at most ${promiseReportLimits.sentence} characters.`}
          rows={3}
          value={form.sentence}
          maxLength={promiseReportLimits.sentence}
          onChange={(event) => set({ sentence: event.currentTarget.value })}
        />
        <TextInput
          type="url"
          inputMode="url"
          label="Link (optional)"
          {...errors.of('link')}
          description="Where they can see it for themselves."
          placeholder="https://"
          value={form.link}
          maxLength={promiseReportLimits.link}
          onChange={(event) => set({ link: event.currentTarget.value })}
        />
        {word !== null && (
          <Text tone="soft" step={-1}>
            What you said before stays readable, and citizens mark the new words anew.
          </Text>
        )}
        <DialogFoot>
          <DialogCancel />
          <Button type="submit" loading={publish.isPending}>
            Publish
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

function problemsOf({ sentence, link }: Form): Problems {
  return {
    ...(sentence.trim() === '' && { sentence: 'Please say in a sentence what happened.' }),
    ...(link.trim() !== '' && !isHttpsAddress(link.trim()) && { link: promiseLinkProblem }),
  }
}
