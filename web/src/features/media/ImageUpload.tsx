import { imageTypes, pictureSizes, typesOf } from '@nation/domain/media'
import type { MediaPreset } from '@nation/domain/media'
import { useEffect, useId, useRef, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { Button, classNames, Stack, Row, Text } from '../../ui'
import { SendProgress } from '../../ui/SendProgress'
import classes from './ImageUpload.module.css'
import type { Uploaded } from './upload'
import { useUpload } from './use-upload'

interface Props {
  /** What the button says, such as 'Upload picture'. */
  label: string
  preset: MediaPreset
  /**
   * Called with what was stored. While its promise is open the field stays busy; what it throws is shown as the problem.
   */
  onUploaded: (uploaded: Uploaded) => Promise<void> | void
  /** What is there now, such as a small picture. */
  preview?: ReactNode
  /** Further buttons beside the first, such as 'Remove'. */
  actions?: ReactNode
  disabled?: boolean
  /** Takes pictures alone, whatever else the preset takes. */
  onlyImages?: boolean
  /** How many may be added, one after the other, where that is more than one. */
  most?: number
  /** Called when an upload begins, and when it ends. */
  onBusy?: (busy: boolean) => void
}

/** Chooses a file by button, keyboard or by dropping it, uploads it, and shows the progress. */
export function ImageUpload({
  label,
  preset,
  onUploaded,
  preview,
  actions,
  disabled = false,
  onlyImages = false,
  most,
  onBusy,
}: Props) {
  const types = onlyImages ? imageTypes : typesOf(preset)
  const upload = useUpload(preset, onUploaded, types)
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [hint, problem] = [useId(), useId()]
  const busy = upload.progress !== null
  useEffect(() => onBusy?.(busy), [onBusy, busy])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !busy && !disabled) upload.start(file)
  }
  return (
    <div
      className={classNames(classes.field, over && classes.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {preview}
      <Stack gap={2} className={classes.side}>
        <Row gap={2}>
          <input
            ref={input}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            aria-label={label}
            aria-describedby={`${hint} ${problem}`}
            accept={types.join(',')}
            disabled={busy || disabled}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              // The same file may be chosen again after it was refused.
              event.currentTarget.value = ''
              if (file) upload.start(file)
            }}
          />
          {busy ? (
            <Button variant="default" size="sm" onClick={upload.cancel} disabled={upload.isStored}>
              Cancel upload
            </Button>
          ) : (
            <Button
              variant="default"
              size="sm"
              aria-describedby={hint}
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              {label}
            </Button>
          )}
          {!busy && actions}
        </Row>
        {busy ? (
          <SendProgress part={upload.progress ?? 0} label={label} />
        ) : (
          <Text id={hint} tone="faint" step={-1}>
            {upload.problem !== null && 'Nothing was changed: what you had is still there. '}
            {most !== undefined && `Up to ${most} images: `}
            {hintOf(preset, types.length > imageTypes.length)}
          </Text>
        )}
        <Text id={problem} tone="danger" step={-1} strong className={classes.problem} role="alert">
          {upload.problem}
        </Text>
      </Stack>
    </div>
  )
}

/** Requirements 2.9: 400x400 for portraits, 1200x300 for banners. */
function hintOf(preset: MediaPreset, documents: boolean): string {
  const size = pictureSizes[preset]
  const kinds = documents ? 'JPEG, PNG, GIF, WebP, PDF, XLSX or MP4' : 'JPEG, PNG, GIF or WebP'
  return `${kinds}, up to 10MB.${size ? ` ${size.width}x${size.height} looks best.` : ''} Or drop a file here.`
}
