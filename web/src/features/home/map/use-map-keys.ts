import { useMemo } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch'
import { stepped, zoom } from './gestures'
import type { Bounds } from './gestures'

type MapRef = RefObject<ReactZoomPanPinchRef | null>

/** How far an arrow key moves the map, in pixels. */
const STRIDE = 80
const QUICK = 180

const calm = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : QUICK)

export interface Steps {
  readonly by: (factor: number) => void
  readonly reset: () => void
}

/** Zooming about the middle of what is seen, within bounds. */
export function useSteps(map: MapRef, { min, max }: Bounds): Steps {
  return useMemo(
    () => ({
      by(factor) {
        const box = map.current?.instance.wrapperComponent?.getBoundingClientRect()
        if (!map.current || !box) return
        const scale = stepped(map.current.state.scale, factor, { min, max })
        void map.current.zoomToPoint(scale, box.left + box.width / 2, box.top + box.height / 2, calm())
      },
      reset: () => void map.current?.centerView(1, calm()),
    }),
    [map, min, max],
  )
}

/** The map by keyboard: arrows move, plus and minus zoom, nought shows the whole, Escape leaves the full screen. */
export function useMapKeys(map: MapRef, steps: Steps, fullscreen: boolean, leave: () => void) {
  const moves: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => void map.current?.panBy(STRIDE, 0, calm()),
    ArrowRight: () => void map.current?.panBy(-STRIDE, 0, calm()),
    ArrowUp: () => void map.current?.panBy(0, STRIDE, calm()),
    ArrowDown: () => void map.current?.panBy(0, -STRIDE, calm()),
    '+': () => steps.by(zoom.in),
    '=': () => steps.by(zoom.in),
    '-': () => steps.by(zoom.out),
    '0': steps.reset,
    ...(fullscreen && { Escape: leave }),
  }
  return {
    onKeyDown(event: KeyboardEvent) {
      const move = moves[event.key]
      if (!move || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      move()
    },
  }
}
