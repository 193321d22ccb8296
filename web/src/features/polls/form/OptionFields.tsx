import { TextInput } from '@mantine/core'
import { pollLimits } from '@nation/domain/polls'
import { useRef } from 'react'
import { Button } from '../../../ui'
import { addOption, canAddOption, canRemoveOption, removeOption, writeOption } from './poll-form'
import type { PollForm } from './poll-form'
import classes from './PollDialog.module.css'

/** The options of a poll: two to start with, up to ten. */
export function OptionFields({ form, setForm }: { form: PollForm; setForm: (form: PollForm) => void }) {
  const fields = useRef<HTMLOListElement>(null)
  /** The focus stays among the options when the one that had it goes. */
  const focus = (index: number) =>
    requestAnimationFrame(() => fields.current?.querySelectorAll('input')[index]?.focus())
  return (
    <>
      <ol ref={fields} className={classes.options} aria-label="Options">
        {form.options.map(({ key, text }, index) => (
          <li key={key}>
            <TextInput
              label={`Option ${index + 1}`}
              value={text}
              maxLength={pollLimits.option}
              onChange={(event) => setForm(writeOption(form, key, event.currentTarget.value))}
            />
            {canRemoveOption(form) && (
              <Button
                variant="subtle"
                size="sm"
                aria-label={`Remove option ${index + 1}`}
                onClick={() => {
                  setForm(removeOption(form, key))
                  focus(Math.max(0, index - 1))
                }}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        className={classes.add}
        disabled={!canAddOption(form)}
        onClick={() => {
          setForm(addOption(form))
          focus(form.options.length)
        }}
      >
        Add Option
      </Button>
    </>
  )
}
