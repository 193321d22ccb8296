import { useEffect, useState } from 'react'
import classes from './MapHint.module.css'

/** How long the hint stays (requirements 1.2). */
export const HINT = 5000
const FADE = 400

/** What one can do here; said once, and gone after five seconds. */
export function MapHint({ touch, fullscreen }: { touch: boolean; fullscreen: boolean }) {
  const [stage, setStage] = useState<'shown' | 'fading' | 'gone'>('shown')
  useEffect(() => {
    const fade = setTimeout(() => setStage('fading'), HINT)
    const go = setTimeout(() => setStage('gone'), HINT + FADE)
    return () => {
      clearTimeout(fade)
      clearTimeout(go)
    }
  }, [])
  if (stage === 'gone') return null
  return (
    <p className={classes.hint} data-stage={stage}>
      {hintFor(touch, fullscreen)}
    </p>
  )
}

function hintFor(touch: boolean, fullscreen: boolean): string {
  if (!touch) return 'Drag to look around. Click the map, and the wheel zooms.'
  return fullscreen ? 'Drag, pinch or tap twice to look around' : 'Tap a building to enter, tap twice to look closer'
}
