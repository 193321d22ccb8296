import { useEffect, useState } from 'react'
import { Button, Picture, Stack, Row, Text } from '../../../ui'
import { Dialog } from '../../../ui/Dialog'
import { fileKind } from '../shared/files'
import type { Exhibit } from './Gallery'
import classes from './Lightbox.module.css'

interface Props {
  exhibits: readonly Exhibit[]
  /** Which of them is seen first. */
  first: number
  onClose: () => void
}

/** Pictures and films in full, one after the other: by buttons, or by the arrow keys. */
export default function Lightbox({ exhibits, first, onClose }: Props) {
  const [at, setAt] = useState(first)
  const count = exhibits.length
  const step = (by: number) => setAt((before) => (before + by + count) % count)
  useEffect(() => {
    const byKey = ({ key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
      // A film seeks by the same keys, and with others they are the browser's.
      if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || target instanceof HTMLVideoElement) return
      if (key === 'ArrowRight') setAt((before) => (before + 1) % count)
      if (key === 'ArrowLeft') setAt((before) => (before + count - 1) % count)
    }
    addEventListener('keydown', byKey)
    return () => removeEventListener('keydown', byKey)
  }, [count])
  const exhibit = exhibits[at]
  if (!exhibit) return null
  return (
    <Dialog title={exhibit.name} onClose={onClose} size="min(76rem, 94vw)">
      <Stack as="figure" align="center" justify="center" className={classes.figure}>
        {fileKind(exhibit.address) === 'film' ? (
          <video key={exhibit.address} src={exhibit.address} controls preload="metadata" aria-label={exhibit.name} />
        ) : (
          <Picture key={exhibit.address} src={exhibit.address} alt={exhibit.name} />
        )}
      </Stack>
      <Row gap={3} align="center" className={classes.foot}>
        {count > 1 && (
          <>
            <Button variant="default" onClick={() => step(-1)}>
              Previous
            </Button>
            <Text role="status" as="span" figures centred className={classes.place}>
              {at + 1} of {count}
            </Text>
            <Button variant="default" onClick={() => step(1)}>
              Next
            </Button>
          </>
        )}
        <a href={exhibit.address} target="_blank" rel="noopener noreferrer nofollow" className={classes.original}>
          Open the file
        </a>
      </Row>
    </Dialog>
  )
}
