import '@mantine/core/styles/Input.layer.css'
import { Textarea } from '@mantine/core'
import { errorTable } from '@nation/domain/errors'
import { taskLimits } from '@nation/domain/tasks'
import { useId, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { failureOf } from '../../lib/api/api-error'
import { useChange } from '../../lib/query/query'
import { keptInWords, notSentInWords } from '../../lib/store/device'
import { Button, Columns, FormErrors, Picture, Row, Stack, Text, toast, useFocusGoesOn, useFormErrors } from '../../ui'
import { ImageUpload } from '../media'
import { isBlank, useTaskDraft } from './drafts'
import { taskReads } from './task-words'
import classes from './TaskCard.module.css'
import type { Task } from './types'

/**
 * Where one responds to a task: words, and up to four images. What is written stays on this device until it is sent. A task that was
 * completed meanwhile shows what was not sent, to be read and copied.
 */
export function ResponseForm({ task }: { task: Task }) {
  const own = useTaskDraft(task.id)
  if (task.may.respond) return <OpenForm task={task} own={own} />
  return task.status === 'completed' ? <Completed own={own} /> : null
}

type Own = ReturnType<typeof useTaskDraft>

function OpenForm({ task, own: { draft, change, send, isSending, kept } }: { task: Task; own: Own }) {
  const { answer, images } = draft
  const [uploading, setUploading] = useState(false)
  // Whether anything was done to the images that a screen reader is to say: a form that is new or emptied says nothing.
  const [touched, setTouched] = useState(false)
  const errors = useFormErrors()
  const { mutateAsync: submit } = useChange('government-tasks.submit-response', taskReads)
  const respond = (event: SyntheticEvent) => {
    event.preventDefault()
    // What is on its way would be left out.
    if (uploading || isSending) return
    if (errors.refuse(answer.trim() === '' ? { answer: errorTable.task_response_missing[1] } : {})) return
    send((given) => submit({ taskId: task.id, answer: given.answer, images: [...given.images] })).then(
      ({ message }) => {
        toast.success(message)
        setTouched(false)
      },
      (error: Error) => errors.fail(error, failureOf(error, 'Failed to submit response')),
    )
  }
  const remove = (src: string) => {
    change((before) => ({ images: before.images.filter((one) => one !== src) }))
    errors.mend('images')
  }
  const [status, imagesProblem] = [useId(), useId()]
  const full = images.length >= taskLimits.images
  return (
    <Stack as="form" gap={3} onSubmit={respond} {...errors.form} aria-label={`Respond: ${task.title}`}>
      <FormErrors errors={errors} />
      <Textarea
        label="Your response"
        rows={3}
        value={answer}
        maxLength={taskLimits.answer}
        {...errors.of('answer')}
        onChange={({ currentTarget: { value } }) => change(() => ({ answer: value }))}
      />
      <div
        role="group"
        aria-label="Images"
        data-field="images"
        aria-describedby={errors.problems.images && imagesProblem}
      >
        <ImageUpload
          label="Add image"
          preset="attachment"
          onlyImages
          most={taskLimits.images}
          disabled={full}
          onBusy={(busy) => {
            setUploading(busy)
            if (busy) setTouched(true)
          }}
          onUploaded={({ secure_url }) =>
            change((before) => ({ images: [...new Set([...before.images, secure_url])] }))
          }
          preview={<Chosen images={images} remove={remove} />}
        />
        {errors.problems.images !== undefined && (
          <Text id={imagesProblem} tone="danger" step={-1}>
            {errors.problems.images}
          </Text>
        )}
      </div>
      {!kept && (
        <Text tone="danger" step={-1} role="status">
          {keptInWords(false)}
        </Text>
      )}
      <Row gap={3} align="center" justify="between">
        <Text as="div" tone="faint" step={-1} id={status}>
          {!touched && statusOf(images.length, false)}
          <span role="status">{touched && statusOf(images.length, uploading)}</span>
        </Text>
        <Button type="submit" loading={isSending} disabled={uploading} aria-describedby={status}>
          Submit Response
        </Button>
      </Row>
    </Stack>
  )
}

/** What is left of a draft whose task takes no more responses. */
function Completed({ own: { draft, discard, kept } }: { own: Own }) {
  const hasDraft = !isBlank(draft)
  return (
    <Stack gap={3}>
      <Text tone="soft" step={-1}>
        This task is completed: it takes no more responses.
        {hasDraft && ` ${notSentInWords(kept)}`}
      </Text>
      {hasDraft && (
        <>
          <Textarea label="Your response, not sent" rows={3} readOnly value={draft.answer} />
          <Chosen images={draft.images} />
          <Row>
            <Button variant="subtle" size="sm" onClick={discard}>
              Discard
            </Button>
          </Row>
        </>
      )}
    </Stack>
  )
}

function statusOf(count: number, uploading: boolean): string {
  if (uploading) return 'An image is being uploaded. You can submit when it is there.'
  const { images: most } = taskLimits
  if (count >= most) return `${most} images: there is no room for more.`
  return count === 0 ? 'No image added yet.' : `${count} of ${most} images added.`
}

/** The images of a draft; without `remove` they are only looked at. */
function Chosen({ images, remove }: { images: readonly string[]; remove?: (src: string) => void }) {
  if (images.length === 0) return null
  return (
    <Columns
      as="ul"
      narrowest="6rem"
      gap={2}
      fill
      className={classes.images}
      aria-label={remove ? 'Images to send' : 'Images that were not sent'}
    >
      {images.map((src, index) => (
        <Stack as="li" gap={1} key={src}>
          <Picture src={src} alt={`Image ${index + 1}`} />
          {remove && <Remove image={index + 1} onClick={() => remove(src)} />}
        </Stack>
      ))}
    </Columns>
  )
}

function Remove({ image, onClick }: { image: number; onClick: () => void }) {
  return (
    <Button
      ref={useFocusGoesOn()}
      variant="subtle"
      size="compact-sm"
      aria-label={`Remove image ${image}`}
      onClick={onClick}
    >
      Remove
    </Button>
  )
}
