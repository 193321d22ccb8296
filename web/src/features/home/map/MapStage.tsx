import { useCallback, useRef, useState } from 'react'
import { TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch'
import { classNames } from '../../../ui'
import { useSeen } from '../use-seen'
import { useCelebrations } from './celebration'
import { Capital } from './drawing/Capital'
import { boundsOf, zoom } from './gestures'
import { Life } from './Life'
import { MapControls } from './MapControls'
import { MapHint } from './MapHint'
import classes from './MapStage.module.css'
import { Pins } from './Pins'
import { useFullscreen } from './use-fullscreen'
import { useMapKeys, useSteps } from './use-map-keys'
import { useIsTouch } from './use-media'
import { useMoves } from './use-moves'
import { useNoClickAfterDrag, useTaps } from './use-presses'
import { useWholeAgain } from './use-whole-again'

/** How much a pixel of the wheel adds to the scale: a notch is about a third. */
const WHEEL = 0.003

/** How much of the map must be on screen for it to live, and to say how one moves about in it. */
const ENOUGH = 0.15

/** The living map: the picture, its pins, and everything with which one moves about in it. Loaded on demand. */
export default function MapStage() {
  const frame = useRef<HTMLDivElement>(null)
  const map = useRef<ReactZoomPanPinchRef>(null)
  // Pins alone know the scale: on the picture, each step of a zoom would have the styles of its thousands of shapes read again.
  const pins = useRef<HTMLUListElement>(null)
  const moves = useMoves()
  const touch = useIsTouch()
  const seen = useSeen(frame, ENOUGH)
  const [fullscreen, setFullscreen] = useFullscreen(frame)
  const [taken, setTaken] = useState(false)
  const [near, setNear] = useState(false)
  const [bursts, setBursts] = useState(0)
  useCelebrations(useCallback(() => setBursts((count) => count + 1), []))

  const bounds = boundsOf(touch, fullscreen)
  const steps = useSteps(map, bounds)
  useWholeAgain(frame, map, fullscreen)
  const keys = useMapKeys(map, steps, fullscreen, () => setFullscreen(false))
  const taps = useTaps(map, touch)
  const drags = useNoClickAfterDrag()
  // Inside of the page a finger scrolls the page; the map moves once it fills the screen, or was tapped near.
  const stays = touch && !fullscreen && !near

  return (
    <div
      ref={frame}
      className={classNames(classes.frame, fullscreen && classes.fullscreen)}
      data-stays={stays || undefined}
      onPointerDown={() => setTaken(!touch)}
      onPointerLeave={() => setTaken(false)}
    >
      <div
        className={classes.view}
        role="group"
        aria-label="Map of the capital. Arrow keys move it, plus and minus zoom."
        tabIndex={0}
        onScroll={(event) => event.currentTarget.scrollTo(0, 0)}
        {...keys}
        {...taps}
        {...drags}
      >
        <TransformWrapper
          ref={map}
          centerOnInit
          centerZoomedOut
          minScale={bounds.min}
          maxScale={bounds.max}
          wheel={{ step: WHEEL, wheelDisabled: !taken && !fullscreen }}
          doubleClick={{ disabled: true }}
          panning={{ disabled: stays, velocityDisabled: true }}
          pinch={{ disabled: stays }}
          onTransform={({ instance }, { scale }) => {
            moves(instance.contentComponent)
            pins.current?.style.setProperty('--map-scale', String(scale))
            setNear(scale > 1.05)
          }}
        >
          <TransformComponent wrapperClass={classes.wrapper ?? ''} contentClass={classes.content ?? ''}>
            <Capital />
            <Life resting={!seen} bursts={bursts} />
            <Pins ref={pins} onReach={(pin) => bringIntoView(pin, frame.current, map.current)} />
          </TransformComponent>
        </TransformWrapper>
      </div>
      <MapControls
        touch={touch}
        fullscreen={fullscreen}
        onIn={() => steps.by(zoom.in)}
        onOut={() => steps.by(zoom.out)}
        onReset={steps.reset}
        onFullscreen={() => setFullscreen(!fullscreen)}
      />
      {seen && <MapHint touch={touch} fullscreen={fullscreen} />}
    </div>
  )
}

/** A pin that the keyboard reached outside of the frame is brought into it. */
function bringIntoView(pin: HTMLElement, frame: HTMLElement | null, map: ReactZoomPanPinchRef | null): void {
  if (!frame || !map || !pin.matches(':focus-visible')) return
  const [outer, inner] = [frame.getBoundingClientRect(), pin.getBoundingClientRect()]
  const inside =
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  if (inside) return
  const [dx, dy] = [
    outer.left + outer.width / 2 - (inner.left + inner.width / 2),
    outer.top + outer.height / 2 - (inner.top + inner.height / 2),
  ]
  void map.panBy(dx, dy, 0)
}
