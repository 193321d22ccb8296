import { contentLimits } from '@nation/domain/messenger'
import { imageTypes } from '@nation/domain/media'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames, Picture, Row, Text } from '../../../ui'
import { SendProgress } from '../../../ui/SendProgress'
import { useUpload } from '../../media'
import classes from './Composer.module.css'
import round from './Round.module.css'

const tooMany = `At most ${contentLimits.images} images.`

/** The images that go with what is written: how they get there, one after the other, and how far each is. */
export function useAttachments(
  images: readonly string[],
  setImages: (change: (images: readonly string[]) => readonly string[]) => void,
) {
  const { send, progress } = useUpload(
    'attachment',
    ({ secure_url }) => setImages((before) => [...new Set([...before, secure_url])]),
    imageTypes,
  )
  const [underWay, setUnderWay] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(0)
  const line = useRef(Promise.resolve())
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  const left = contentLimits.images - images.length - underWay
  const upload = async (file: File) => {
    if (!isHere.current) return
    const wrong = await send(file)
    if (wrong !== null) {
      setProblem(wrong)
      setRefusals((count) => count + 1)
    }
    setUnderWay((count) => count - 1)
  }
  return {
    images,
    progress,
    problem,
    /** How many images did not get there. */
    refusals,
    isFull: left <= 0,
    /** Whether a message would leave without an image that was chosen for it. */
    isBusy: underWay > 0,
    /** The message has left: what was wrong with its images went with it. */
    leave: () => setProblem(null),
    remove: (src: string) => setImages((before) => before.filter((one) => one !== src)),
    take: (files: Iterable<File>) => {
      const chosen = [...files]
      const taken = chosen.slice(0, left)
      setProblem(taken.length < chosen.length ? tooMany : null)
      setUnderWay((count) => count + taken.length)
      for (const file of taken) line.current = line.current.then(() => upload(file))
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

/** The images that were added, and the one that is on its way. */
export function Attachments({ attached, onRemoved }: { attached: Attached; onRemoved: () => void }) {
  const { images, progress, problem, remove } = attached
  if (images.length === 0 && progress === null && problem === null) return null
  return (
    <div>
      {images.length > 0 && (
        <Row as="ul" gap={2} aria-label="Images to send">
          {images.map((src, index) => (
            <li key={src} className={classes.thumb}>
              <Picture src={src} alt={`Image ${index + 1}`} />
              <button
                type="button"
                aria-label={`Remove image ${index + 1}`}
                onClick={() => {
                  remove(src)
                  onRemoved()
                }}
              >
                <IconX size={16} aria-hidden="true" />
              </button>
            </li>
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

/** Tells how many images are there, to those who do not see them; and, to all, that the message waits for them. */
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
