import { useState } from 'react'

/** The local picture that stands in for one that does not load. */
export const HERO_PICTURE = '/hero.svg'
/** One transparent pixel: what stands there when nothing can be loaded at all. */
export const PLACEHOLDER = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

interface Props {
  src: string | null | undefined
  /** What is to be seen on it; empty where it only decorates. */
  alt: string
  className?: string | undefined
  width?: number
  height?: number
}

/** A picture that never breaks: a local one stands in for it, and a single pixel for that (requirements 1.8). */
export function Picture({ src, alt, className, width, height }: Props) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const shown = [src, HERO_PICTURE].find((one) => one && !broken.includes(one)) ?? PLACEHOLDER
  return (
    <img
      src={shown}
      alt={alt}
      className={className}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      onError={() => setBroken((before) => [...before, shown])}
    />
  )
}
