import { contentLimits } from '@nation/domain/messenger'
import { imageTypes } from '@nation/domain/media'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { classNames, Picture, Row, Text } from '../../../ui'
import { SendProgress } from '../../../ui/SendProgress'
import { useUpload } from '../../media'
import classes from './Composer.module.css'
import round from './Round.module.css'

/** The images that go with what is written: how they get there, and how far each is. */
export function useAttachments(
  images: readonly string[],
  setImages: (change: (images: readonly string[]) => readonly string[]) => void,
) {
  const upload = useUpload(
    'attachment',
    ({ secure_url }) => setImages((before) => [...new Set([...before, secure_url])]),
    imageTypes,
  )
  const isFull = images.length >= contentLimits.images
  return {
    ...upload,
    images,
    isFull,
    remove: (src: string) => setImages((before) => before.filter((one) => one !== src)),
    take: (file: File | undefined) => {
      if (file && !isFull) upload.start(file)
    },
  }
}

type Attached = ReturnType<typeof useAttachments>

/** The button that chooses an image. */
export function AttachButton({ attached }: { attached: Attached }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={imageTypes.join(',')}
        onChange={({ currentTarget }) => {
          attached.take(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      <button
        type="button"
        className={classNames(round.round, classes.attach)}
        aria-label={`Add image: ${attached.images.length} of ${contentLimits.images}`}
        disabled={attached.isFull || attached.progress !== null}
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
