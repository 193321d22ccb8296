import { inFull } from '@nation/domain/formats'
import { useEffect, useRef, useState } from 'react'
import classes from './LiveNumber.module.css'
import { classNames } from './class-names'

interface Props {
  value: number
  /** Digits after the point. */
  decimals?: number
  className?: string | undefined
}

const DURATION = 420

const still = () => typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches

/** A number that runs to its new value when it changes, and only then. */
export function LiveNumber({ value, decimals = 0, className }: Props) {
  const [shown, setShown] = useState(value)
  const from = useRef(value)
  useEffect(() => {
    const start = from.current
    if (start === value) return
    from.current = value
    if (still()) {
      // One further render, and only when the number changes.
      // oxlint-disable-next-line react/set-state-in-effect
      setShown(value)
      return
    }
    const began = performance.now()
    let frame = requestAnimationFrame(function step(at) {
      const part = Math.min(1, (at - began) / DURATION)
      setShown(start + (value - start) * (1 - (1 - part) ** 3))
      if (part < 1) frame = requestAnimationFrame(step)
      else setShown(value)
    })
    return () => {
      cancelAnimationFrame(frame)
      setShown(value)
    }
  }, [value])
  const format = (number: number) => inFull(number, decimals)
  return (
    <span className={classNames(classes.number, className)} data-changing={shown !== value || undefined}>
      <span aria-hidden="true">{format(shown)}</span>
      <span className="visually-hidden">{format(value)}</span>
    </span>
  )
}
