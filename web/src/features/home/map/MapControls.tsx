import { IconMaximize, IconMinimize, IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react'
import classes from './MapControls.module.css'

interface Props {
  touch: boolean
  fullscreen: boolean
  onIn: () => void
  onOut: () => void
  onReset: () => void
  onFullscreen: () => void
}

/** The buttons on the map. Fingers pinch, so they are given the full screen alone. */
export function MapControls({ touch, fullscreen, onIn, onOut, onReset, onFullscreen }: Props) {
  const Screen = fullscreen ? IconMinimize : IconMaximize
  return (
    <div className={classes.controls} role="toolbar" aria-label="Map">
      {!touch && (
        <>
          <button type="button" onClick={onIn} aria-label="Zoom in">
            <IconPlus aria-hidden="true" />
          </button>
          <button type="button" onClick={onOut} aria-label="Zoom out">
            <IconMinus aria-hidden="true" />
          </button>
          <button type="button" onClick={onReset} aria-label="Show the whole map">
            <IconZoomReset aria-hidden="true" />
          </button>
        </>
      )}
      <button
        type="button"
        onClick={onFullscreen}
        aria-label={fullscreen ? 'Leave full screen' : 'Full screen'}
        aria-pressed={fullscreen}
      >
        <Screen aria-hidden="true" />
      </button>
    </div>
  )
}
