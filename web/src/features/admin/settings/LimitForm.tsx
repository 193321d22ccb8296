import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { boundsInWords, canSetLimit } from '@nation/domain/system'
import type { SyntheticEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, confirm, FormErrors, inFull, Panel, Row, Text, toast, useFormErrors } from '../../../ui'
import { useDraft } from '../use-draft'
import { LastChange } from './LastChange'
import { limitWords } from './limit-words'
import { Overtaken } from './Overtaken'
import { useSetLimit, type LimitState } from './use-settings'

/** What was typed as a number; NaN where it is none. Commas and blanks between digits are how people write thousands. */
const numberOf = (typed: string): number => {
  const digits = typed.trim().replace(/[,\s]/g, '')
  return /^\d+$/.test(digits) ? Number(digits) : NaN
}

/** One limit: what it is now, and a field to change it. */
export function LimitForm({ state }: { state: LimitState }) {
  const { limit, value, initial, version } = state
  const { title, label, does, holds } = limitWords[limit]
  const draft = useDraft<string>(version)
  const typed = draft.typed ?? String(value)
  const errors = useFormErrors()
  const change = useSetLimit()

  const send = async (next: number | null) => {
    const sure = await confirm({
      title: `Change “${title}”?`,
      message: `From ${inFull(value)} to ${inFull(next ?? initial)}${next === null ? ', the default' : ''}. ${holds}`,
      confirm: next === null ? 'Reset' : 'Change',
    })
    if (!sure) return
    change.mutate(
      { limit, value: next, version: draft.version },
      {
        onSuccess: () => {
          draft.drop()
          errors.clear()
          toast.success(`${title}: ${inFull(next ?? initial)} from now on.`)
        },
        onError: (error) => errors.fail(error, sentenceOf(error)),
      },
    )
  }
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const next = numberOf(typed)
    if (errors.refuse(canSetLimit(limit, next).allowed ? {} : { value: boundsInWords(limit) })) return
    void send(next)
  }
  return (
    <Panel as="form" gap={3} pad={5} top onSubmit={save} aria-labelledby={`limit-${limit}`} {...errors.form}>
      <Text as="h4" id={`limit-${limit}`} step={1}>
        {title}
      </Text>
      <FormErrors errors={errors} />
      <p>{does}</p>
      <Text tone="soft" step={-1}>
        {holds}
      </Text>
      <TextInput
        label={label}
        {...errors.of('value')}
        description={`${boundsInWords(limit)} The default is ${inFull(initial)}.`}
        inputMode="numeric"
        maxLength={16}
        value={typed}
        onChange={(event) => draft.write(event.currentTarget.value)}
      />
      {draft.isOvertaken && (
        <Overtaken onKeep={draft.keep} onTake={draft.drop}>
          It is {inFull(value)} now: {state.changedBy ?? 'another administrator'} changed it while you were writing.
        </Overtaken>
      )}
      <Row gap={3} align="center" justify="between">
        <LastChange {...state} unsaved={numberOf(typed) !== value} />
        <Row gap={3}>
          {value !== initial && (
            <Button variant="default" loading={change.isPending} onClick={() => void send(null)}>
              Reset to {inFull(initial)}
            </Button>
          )}
          <Button type="submit" loading={change.isPending} disabled={numberOf(typed) === value}>
            Change
          </Button>
        </Row>
      </Row>
    </Panel>
  )
}
