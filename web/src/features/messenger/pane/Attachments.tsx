import { contentLimits } from '@nation/domain/messenger'
import { imageTypes } from '@nation/domain/media'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames, Picture, Row, Text } from '../../../ui'
import { SendProgress } from '../../../ui/SendProgress'
import { problemOf, useUpload } from '../../media'
import classes from './Composer.module.css'
import round from './Round.module.css'

const tooMany = `At most ${contentLimits.images} images.`

/** An image that was chosen and is not uploaded yet. */
interface Waiting {
  readonly file: File
  /** Shows it from this device; null where it is no image that can be sent. */
  readonly preview: string | null
}

const previewOf = (file: File): string | null =>
  problemOf(file, imageTypes) === null ? URL.createObjectURL(file) : null

const forget = ({ preview }: Waiting) => preview !== null && URL.revokeObjectURL(preview)

/** The images of a message that is being written. They are uploaded one after the other; those that wait are shown, too. */
export function useAttachments(
  images: readonly string[],
  setImages: (change: (images: readonly string[]) => readonly string[]) => void,
) {
  /** The one that is being uploaded, and those after it. The list itself is current; the state is what is drawn of it. */
  const queue = useRef<readonly Waiting[]>([])
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const uploading = useRef<Waiting | null>(null)
  const change = (now: readonly Waiting[]) => setWaiting((queue.current = now))
  const { send, progress, cancel } = useUpload(
    'attachment',
    ({ secure_url }) => {
      // Removed while its answer was on the way.
      if (uploading.current && queue.current.includes(uploading.current))
        setImages((before) => [...new Set([...before, secure_url])])
    },
    imageTypes,
  )
  const [problem, setProblem] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(0)
  const line = useRef(Promise.resolve())
  useEffect(
    () => () => {
      for (const one of queue.current) forget(one)
      queue.current = []
    },
    [],
  )
  const left = contentLimits.images - images.length - waiting.length
  const drop = (one: Waiting) => {
    forget(one)
    change(queue.current.filter((other) => other !== one))
  }
  const upload = async (one: Waiting) => {
    if (!queue.current.includes(one)) return
    uploading.current = one
    const wrong = await send(one.file)
    uploading.current = null
    if (!queue.current.includes(one)) return
    if (wrong !== null) {
      setProblem(wrong)
      setRefusals((count) => count + 1)
    }
    drop(one)
  }
  return {
    images,
    /** Those that are not uploaded yet, the one that is being uploaded first. */
    waiting,
    progress,
    problem,
    /** How many images did not get there. */
    refusals,
    isFull: left <= 0,
    /** Whether a message would leave without an image that was chosen for it. */
    isBusy: waiting.length > 0,
    /** The message has left: what was wrong with its images went with it. */
    leave: () => setProblem(null),
    remove: (src: string) => setImages((before) => before.filter((one) => one !== src)),
    /** Takes back an image that is not uploaded yet. */
    takeBack: (one: Waiting) => {
      if (uploading.current === one) cancel()
      drop(one)
    },
    take: (files: Iterable<File>) => {
      const chosen = [...files]
      const taken = chosen.slice(0, left).map((file) => ({ file, preview: previewOf(file) }))
      setProblem(taken.length < chosen.length ? tooMany : null)
      change([...queue.current, ...taken])
      for (const one of taken) line.current = line.current.then(() => upload(one))
    },
  }
}

type Attached = ReturnType<typeof useAttachments>

/** Lets a message wait for its images. It is sent when they are here; where one did not get there, its writer decides anew. */
export function useWait(attached: Attached, send: () => void) {
  /** How many were refused when the wait began; null while nothing waits. */
  const [since, setSince] = useState<number | null>(null)
  const latest = useRef(send)
  useLayoutEffect(() => void (latest.current = send), [send])
  const [sends, setSends] = useState(0)
  if (since !== null && !attached.isBusy) {
    setSince(null)
    if (since === attached.refusals) setSends(sends + 1)
  }
  useEffect(() => {
    if (sends > 0) latest.current()
  }, [sends])
  return { isWaiting: since !== null, begin: () => setSince(attached.refusals), end: () => setSince(null) }
}

/** The button that chooses images. */
export function AttachButton({ attached }: { attached: Attached }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={imageTypes.join(',')}
        onChange={({ currentTarget }) => {
          attached.take(currentTarget.files ?? [])
          currentTarget.value = ''
        }}
      />
      <button
        type="button"
        className={classNames(round.round, classes.attach)}
        aria-label={`Add image: ${attached.images.length} of ${contentLimits.images}`}
        aria-description="You can also paste images into the message, or drop them on the conversation."
        title="Add images: choose, paste or drop them"
        disabled={attached.isFull}
        onClick={() => input.current?.click()}
      >
        <IconPhotoPlus size={22} aria-hidden="true" />
      </button>
    </>
  )
}

/** The images that were added, and those that are not uploaded yet. Each can be removed. */
export function Attachments({ attached, onRemoved }: { attached: Attached; onRemoved: () => void }) {
  const { images, waiting, progress, problem, remove, takeBack } = attached
  const shown = waiting.filter(({ preview }) => preview !== null)
  if (images.length + shown.length === 0 && progress === null && problem === null) return null
  const removed = (removes: () => void) => () => {
    removes()
    onRemoved()
  }
  return (
    <div>
      {images.length + shown.length > 0 && (
        <Row as="ul" gap={2} aria-label="Images to send">
          {images.map((src, index) => (
            <Thumb key={src} number={index + 1} onRemove={removed(() => remove(src))}>
              <Picture src={src} alt={`Image ${index + 1}`} />
            </Thumb>
          ))}
          {shown.map((one, index) => (
            <Thumb
              key={one.preview}
              number={images.length + index + 1}
              isWaiting
              onRemove={removed(() => takeBack(one))}
            >
              <img src={one.preview!} alt={`Image ${images.length + index + 1}, not uploaded yet`} decoding="async" />
            </Thumb>
          ))}
        </Row>
      )}
      {progress !== null && <SendProgress label="Image" part={progress} />}
      {problem !== null && (
        <Text tone="danger" step={-1} role="alert">
          {problem}
        </Text>
      )}
    </div>
  )
}

interface ThumbProps {
  number: number
  isWaiting?: boolean
  onRemove: () => void
  children: React.ReactNode
}

const Thumb = ({ number, isWaiting = false, onRemove, children }: ThumbProps) => (
  <li className={classes.thumb} data-waiting={isWaiting || undefined}>
    {children}
    <button type="button" aria-label={`Remove image ${number}`} onClick={onRemove}>
      <IconX size={16} aria-hidden="true" />
    </button>
  </li>
)

/** Says how many images are there, for screen readers; and, for all, that the message waits for them. */
export function AttachmentsNote({
  attached: { images, isBusy },
  isWaiting,
}: {
  attached: Attached
  isWaiting: boolean
}) {
  const added = images.length === 0 || isBusy ? '' : `${images.length} of ${contentLimits.images} images added.`
  return (
    <Text step={-1} tone="soft" role="status" className={isWaiting ? undefined : 'visually-hidden'}>
      {isWaiting ? 'Your message will be sent once its images are uploaded.' : added}
    </Text>
  )
}
