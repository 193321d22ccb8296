import { keepLatest } from '@nation/domain/elections'
import type { AttachmentRequirement } from '@nation/domain/elections'
import { useEffect, useId, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { Button, classNames, Text, Stack, Row, useFocusGoesOn } from '../../../ui'
import { SendProgress } from '../../../ui/SendProgress'
import { FileThumb } from '../shared/FileThumb'
import classes from './AttachmentFields.module.css'
import { filesOf, requirementsOf, withFile, withoutFile } from './draft'
import type { SayBusy, SectionProps } from './section'
import { FormSection } from './FormSection'
import { kindsInWords, typesOfEndings, useFileQueue } from './use-file-queue'
import type { QueuedFile } from './use-file-queue'

type Props = SectionProps & { onBusy: SayBusy }

/** What the chosen position asks to be shown; nothing for most of them. */
export function AttachmentFields({ onBusy, ...section }: Props) {
  const requirements = requirementsOf(section.draft)
  if (requirements.length === 0) return null
  return (
    <FormSection number={5} title="Attachments" note="Citizens see these files on your page.">
      {requirements.map((need) => (
        <AttachmentField key={`${section.draft.position} ${need.type}`} {...section} need={need} onBusy={onBusy} />
      ))}
    </FormSection>
  )
}

/** The files of one requirement: chosen or dropped, sent one after the other; the latest stay. */
function AttachmentField({ draft, problems, change, need, onBusy }: Props & { need: AttachmentRequirement }) {
  const [label, hint, problemId] = [useId(), useId(), useId()]
  const queue = useFileQueue(need.acceptedTypes, (address) =>
    change((latest) => ({ attachments: withFile(latest, need, address) })),
  )
  const field = `attachments.${need.type}`
  useEffect(() => {
    onBusy(field, queue.busy)
    return () => onBusy(field, false)
  }, [field, queue.busy, onBusy])
  const problem = problems[field]
  const files = filesOf(draft, need)
  return (
    <div
      role="group"
      data-field={field}
      aria-labelledby={label}
      aria-describedby={`${hint} ${problemId}`}
      data-invalid={problem !== undefined || undefined}
    >
      <Text id={label} step={-1} strong>
        {need.label} {need.required && <span className={classes.required}>required</span>}
      </Text>
      <Text id={hint} tone="faint" step={-1}>
        {need.description} {kindsInWords(need.acceptedTypes)}, up to 10MB each.{' '}
        {need.maxFiles === 1 ? 'One file: a new one takes its place.' : `The latest ${need.maxFiles} files are kept.`}
      </Text>
      {files.length > 0 && (
        <ul className={classes.files} aria-label={`${need.label}: files`}>
          {files.map((address, index) => (
            <li key={address}>
              <FileThumb address={address} alt={`${need.label} ${index + 1}`} />
              <Remove
                file={`${need.label} ${index + 1}`}
                onClick={() => change((latest) => ({ attachments: withoutFile(latest, need, address) }))}
              />
            </li>
          ))}
        </ul>
      )}
      <DropZone need={need} describedBy={`${hint} ${problemId}`} add={queue.add} full={files.length >= need.maxFiles} />
      <Stack as="ul" gap={2} aria-label="Files on their way">
        {queue.files.map((file) => (
          <FileOnItsWay key={file.id} file={file} cancel={() => queue.cancel(file.id)} />
        ))}
      </Stack>
      <Text id={problemId} tone="danger" step={-1} strong className={classes.problem}>
        {problem}
      </Text>
    </div>
  )
}

function Remove({ file, onClick }: { file: string; onClick: () => void }) {
  return (
    <Button
      ref={useFocusGoesOn()}
      variant="subtle"
      size="compact-sm"
      data-danger
      aria-label={`Remove ${file}`}
      onClick={onClick}
    >
      Remove
    </Button>
  )
}

interface ZoneProps {
  need: AttachmentRequirement
  describedBy: string
  add: (files: readonly File[]) => void
  full: boolean
}

function DropZone({ need, describedBy, add, full }: ZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const single = need.maxFiles === 1
  // Files beyond the limit need not be sent.
  const choose = (files: readonly File[]) => {
    if (files.length > 0) add(keepLatest(need, files))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose([...event.dataTransfer.files])
  }
  return (
    <div
      className={classNames(classes.zone, over && classes.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        multiple={!single}
        aria-label={`Upload ${need.label}`}
        aria-describedby={describedBy}
        accept={typesOfEndings(need.acceptedTypes).join(',')}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])]
          // The same file may be chosen again after it was refused.
          event.currentTarget.value = ''
          choose(chosen)
        }}
      />
      <Button variant="default" size="sm" aria-describedby={describedBy} onClick={() => input.current?.click()}>
        Upload {need.label}
      </Button>
      <Text as="span" tone="faint" step={-1}>
        {full && !single ? 'A further file takes the place of the oldest.' : 'Or drop files here.'}
      </Text>
    </div>
  )
}

function FileOnItsWay({ file, cancel }: { file: QueuedFile; cancel: () => void }) {
  return (
    <Row as="li" gap={[2, 3]} align="center" step={-1} className={classes.sending}>
      <span className={classes.name}>{file.name}</span>
      {file.problem === null ? (
        <SendProgress label={file.name} part={file.progress} />
      ) : (
        <Text role="alert" as="span" tone="danger" step={-1} strong className={classes.problem}>
          {file.problem}
        </Text>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`${file.problem === null ? 'Cancel' : 'Dismiss'} ${file.name}`}
        onClick={cancel}
      >
        {file.problem === null ? 'Cancel' : 'Dismiss'}
      </Button>
    </Row>
  )
}
