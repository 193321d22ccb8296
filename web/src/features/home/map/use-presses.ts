import { useRef } from 'react'
import type { MouseEvent, PointerEvent, RefObject } from 'react'
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch'
import { DRAG, isDoubleTap, toggled } from './gestures'
import type { Tap } from './gestures'

const at = ({ clientX, clientY, timeStamp }: PointerEvent | MouseEvent): Tap => ({
  x: clientX,
  y: clientY,
  at: timeStamp,
})

/** How long a change of scale takes, in milliseconds. */
const CALM = 200

const moved = (from: Tap | null, to: Tap) => from !== null && Math.hypot(to.x - from.x, to.y - from.y) > DRAG

/** A double tap on the picture zooms in on that place, and another one back to the whole. Pins take single taps. */
export function useTaps(map: RefObject<ReactZoomPanPinchRef | null>, touch: boolean) {
  const pressed = useRef<Tap | null>(null)
  const before = useRef<Tap | null>(null)
  if (!touch) return {}
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      pressed.current = event.isPrimary ? at(event) : null
    },
    onPointerUpCapture: (event: PointerEvent) => {
      const tap = at(event)
      if (!event.isPrimary || moved(pressed.current, tap)) return
      const double = isDoubleTap(before.current, tap)
      before.current = double ? null : tap
      if (!double || !map.current) return
      // Once the map has got the event that the finger is gone: it would end the movement.
      setTimeout(() => zoomTo(toggled(map.current?.state.scale ?? 1), tap, map.current))
    },
  }
}

function zoomTo(scale: number, { x, y }: Tap, map: ReactZoomPanPinchRef | null): void {
  if (scale === 1) void map?.centerView(1, CALM)
  else void map?.zoomToPoint(scale, x, y, CALM)
}

/** Dragging the map by a building does not enter it. */
export function useNoClickAfterDrag() {
  const pressed = useRef<Tap | null>(null)
  return {
    onMouseDownCapture: (event: MouseEvent) => {
      pressed.current = at(event)
    },
    onClickCapture: (event: MouseEvent) => {
      // A click by keyboard has no place.
      if (event.detail === 0 || !moved(pressed.current, at(event))) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
