import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { officeTitle } from '@nation/domain/elections'
import useEmbla from 'embla-carousel-react'
import { useEffect, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useCall } from '../../lib/query/query'
import { seatsOf } from '../government/seats'
import { wrapped } from './carousel'
import classes from './OfficialsCarousel.module.css'
import { OfficialNote } from './OfficialNote'

/** The elected officials, president first, round and round (requirements 1.2). Loaded on demand. */
export default function OfficialsCarousel() {
  const { data } = useCall('members.get-government', {})
  const seats = data ? seatsOf(data.members).elected : []
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const [viewport, embla] = useEmbla({ loop: true, align: 'start', duration: still ? 0 : 22 })
  const [index, setIndex] = useState(0)

  useEffect(() => {
    if (!embla) return
    const settle = () => setIndex(embla.selectedScrollSnap())
    embla.on('select', settle)
    return () => void embla.off('select', settle)
  }, [embla])

  const go = (to: number) => {
    const next = wrapped(to, seats.length)
    setIndex(next)
    embla?.scrollTo(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    go(index + by)
  }
  const shown = seats[index]
  if (!shown) return null
  return (
    <div
      className={classes.carousel}
      role="group"
      aria-roledescription="carousel"
      aria-label="Elected officials"
      onKeyDown={onKeyDown}
    >
      <div className={classes.viewport} ref={viewport}>
        <ul className={classes.track}>
          {seats.map((seat, place) => (
            <li key={seat.role} className={classes.slide} data-shown={place === index || undefined}>
              <OfficialNote {...seat} />
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.controls}>
        <button type="button" aria-label="Previous official" onClick={() => go(index - 1)}>
          <IconChevronLeft aria-hidden="true" />
        </button>
        <p className={classes.place} role="status">
          <strong>{officeTitle(shown.role)}</strong>
          <span>
            {index + 1} of {seats.length}
          </span>
        </p>
        <button type="button" aria-label="Next official" onClick={() => go(index + 1)}>
          <IconChevronRight aria-hidden="true" />
        </button>
      </div>
    </div>
  )
}
