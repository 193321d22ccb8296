import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { officeTitle } from '@nation/domain/elections'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { useCall } from '../../lib/query/query'
import { holdersOf, seatsOf, turnsSince, type Seat } from '../government'
import { inViewInWords, wrapped } from './carousel'
import { classNames, Stack, Row } from '../../ui'
import classes from './OfficialsCarousel.module.css'
import { OfficialNote } from './OfficialNote'

/** The elected officials, president first, round and round (requirements 1.2). Loaded on demand. */
export default function OfficialsCarousel() {
  const { data } = useCall('members.get-government', {})
  return data ? <Carousel seats={seatsOf(data.members).elected} /> : null
}

/** Seats that change hands while one looks turn over one after the other, and it is said how many did. */
export function Carousel({ seats }: { seats: readonly Seat[] }) {
  // Who was there when one came: they are not news.
  const [first] = useState(() => holdersOf(seats))
  const turns = turnsSince(first, seats)
  const { track, index, first: begins, many, go, onScroll } = useTrack(seats.length)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    go(index + by)
  }
  const shown = seats[index]
  if (!shown) return null
  return (
    <>
      <Stack gap={4} role="group" aria-roledescription="carousel" aria-label="Elected officials" onKeyDown={onKeyDown}>
        <ul className={classes.track} ref={track} onScroll={onScroll}>
          {seats.map((seat, place) => (
            <li
              key={`${seat.role} ${seat.member?.uid ?? 'vacant'}`}
              className={classNames(classes.slide, turns.has(seat.role) && classes.turned)}
              style={{ '--turn': turns.get(seat.role) ?? 0 } as CSSProperties}
              data-shown={place === index || undefined}
            >
              <OfficialNote {...seat} />
            </li>
          ))}
        </ul>
        <Row nowrap gap={4} align="center" justify="center" className={classes.controls}>
          <button type="button" aria-label="Previous official" onClick={() => go(index - 1)}>
            <IconChevronLeft aria-hidden="true" />
          </button>
          <Stack as="p" step={-1} centred className={classes.place} role="status">
            <strong>{officeTitle(shown.role)}</strong>
            <span>
              {inViewInWords(many > 1 ? begins : index, many, seats.length)} of {seats.length}
            </span>
          </Stack>
          <button type="button" aria-label="Next official" onClick={() => go(index + 1)}>
            <IconChevronRight aria-hidden="true" />
          </button>
        </Row>
      </Stack>
      <p role="status" className="visually-hidden">
        {turns.size > 0 && changeInWords(turns.size, seats.length)}
      </p>
    </>
  )
}

const changeInWords = (turned: number, of: number): string =>
  `The government has changed: ${turned} of ${of} seats ${turned === 1 ? 'is' : 'are'} held by somebody else or vacant.`

/** How long a track that was moved rests until it is read where it stands, in milliseconds. */
const REST = 100

/**
 * A track that the browser scrolls, the place at its beginning, and how many are in view. At its end there may be several: the chosen
 * one stays.
 */
function useTrack(count: number) {
  const track = useRef<HTMLUListElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [index, setIndex] = useState(0)
  const [view, setView] = useState({ first: 0, many: 1 })
  useEffect(() => () => clearTimeout(timer.current), [])
  useLayoutEffect(() => {
    const look = () => setView(viewOf(track.current))
    look()
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  }, [])

  const read = () => {
    if (!track.current) return
    const { scrollLeft, clientWidth, scrollWidth, firstElementChild } = track.current
    const place = Math.round(scrollLeft / (firstElementChild?.clientWidth || clientWidth))
    const atTheEnd = scrollLeft + clientWidth >= scrollWidth - 1
    setIndex((chosen) => (atTheEnd && chosen > place ? chosen : place))
    setView(viewOf(track.current))
  }
  const go = (to: number) => {
    const next = wrapped(to, count)
    setIndex(next)
    const slide = track.current?.children[next]
    if (slide instanceof HTMLElement) track.current?.scrollTo({ left: slide.offsetLeft })
  }
  const onScroll = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(read, REST)
  }
  return { track, index, ...view, go, onScroll }
}

/** The first slide that one sees whole, and how many: one where nothing has a width. */
function viewOf(track: HTMLElement | null): { first: number; many: number } {
  const slide = track?.firstElementChild?.getBoundingClientRect().width
  if (!track || !slide) return { first: 0, many: 1 }
  return {
    first: Math.round(track.scrollLeft / slide),
    many: Math.max(1, Math.floor(track.clientWidth / slide + 0.05)),
  }
}
