import '@mantine/core/styles/Input.layer.css'
import { Textarea } from '@mantine/core'
import { errorTable } from '@nation/domain/errors'
import { taskLimits } from '@nation/domain/tasks'
import { useId, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { useChange } from '../../lib/query/query'
import { Button, Columns, FormErrors, Picture, Row, Stack, Text, toast, useFormErrors } from '../../ui'
import { ImageUpload } from '../media'
import { failureOf, taskReads } from './task-words'
import classes from './TaskCard.module.css'
import type { Task } from './types'

/** Where one responds to a task: words, and up to four images. What was written stays when it could not be sent. */
export function ResponseForm({ task }: { task: Task }) {
  const [answer, setAnswer] = useState('')
  const [images, setImages] = useState<readonly string[]>([])
  const [uploading, setUploading] = useState(false)
  // Whether anything was done to the images that a screen reader is to say: a form that is new or emptied says nothing.
  const [touched, setTouched] = useState(false)
  const errors = useFormErrors()
  const submit = useChange('government-tasks.submit-response', taskReads)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    // What is on its way would be left out.
    if (uploading) return
    if (errors.refuse(answer.trim() === '' ? { answer: errorTable.task_response_missing[1] } : {})) return
    submit.mutate(
      { taskId: task.id, answer, images: [...images] },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          setAnswer('')
          setImages([])
          setTouched(false)
        },
        onError: (error) => errors.fail(error, failureOf(error, 'Failed to submit response')),
      },
    )
  }
  const status = useId()
  const full = images.length >= taskLimits.images
  return (
    <Stack as="form" gap={3} onSubmit={send} {...errors.form} aria-label={`Respond: ${task.title}`}>
      <FormErrors errors={errors} />
      <Textarea
        label="Your response"
        rows={3}
        value={answer}
        maxLength={taskLimits.answer}
        {...errors.of('answer')}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
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
        onUploaded={({ secure_url }) => setImages((before) => [...new Set([...before, secure_url])])}
        preview={<Chosen images={images} remove={(src) => setImages(images.filter((one) => one !== src))} />}
      />
      <Row gap={3} align="center" justify="between">
        <Text as="div" tone="faint" step={-1} id={status}>
          {!touched && statusOf(0, false)}
          <span role="status">{touched && statusOf(images.length, uploading)}</span>
        </Text>
        <Button type="submit" loading={submit.isPending} disabled={uploading} aria-describedby={status}>
          Submit Response
        </Button>
      </Row>
    </Stack>
  )
}

function statusOf(count: number, uploading: boolean): string {
  if (uploading) return 'An image is being uploaded. You can submit when it is there.'
  const { images: most } = taskLimits
  if (count >= most) return `${most} images: there is no room for more.`
  return count === 0 ? 'No image added yet.' : `${count} of ${most} images added.`
}

function Chosen({ images, remove }: { images: readonly string[]; remove: (src: string) => void }) {
  if (images.length === 0) return null
  return (
    <Columns as="ul" narrowest="6rem" gap={2} fill className={classes.images} aria-label="Images to send">
      {images.map((src, index) => (
        <Stack as="li" gap={1} key={src}>
          <Picture src={src} alt={`Image ${index + 1}`} />
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Remove image ${index + 1}`}
            onClick={() => remove(src)}
          >
            Remove
          </Button>
        </Stack>
      ))}
    </Columns>
  )
}
