import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { officeTitle } from '@nation/domain/elections'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useCall } from '../../lib/query/query'
import { seatsOf, useTurns, type Seat } from '../government'
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
  const { turning, said } = useTurns(seats)
  const { track, first, many, asked, go, onScroll } = useTrack(seats.length)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    // With another key it is the browser's: Alt and an arrow go back.
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(first + by)
  }
  const shown = seats.slice(first, first + many)
  if (shown.length === 0) return null
  const offices = spanInWords(shown)
  const places = `${inViewInWords(first, many, seats.length)} of ${seats.length}`
  return (
    <>
      <Stack gap={4} role="group" aria-roledescription="carousel" aria-label="Elected officials" onKeyDown={onKeyDown}>
        <ul className={classes.track} ref={track} onScroll={onScroll}>
          {seats.map((seat) => (
            <li
              key={`${seat.role} ${seat.member?.uid ?? 'vacant'}`}
              className={classNames(classes.slide, turning(seat.role).className)}
              style={turning(seat.role).style}
            >
              <OfficialNote {...seat} />
            </li>
          ))}
        </ul>
        <Row nowrap gap={4} align="center" justify="center" className={classes.controls}>
          <button type="button" aria-label="Previous official" onClick={() => go(first - 1)}>
            <IconChevronLeft aria-hidden="true" />
          </button>
          <Stack as="p" step={-1} centred className={classes.place}>
            <strong>{offices}</strong>
            <span>{places}</span>
          </Stack>
          <button type="button" aria-label="Next official" onClick={() => go(first + 1)}>
            <IconChevronRight aria-hidden="true" />
          </button>
        </Row>
        {/* Where one comes by a button or a key; nothing is said while the page loads. */}
        <p role="status" className="visually-hidden">
          {asked === first && `${offices}, ${places}`}
        </p>
      </Stack>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  )
}

/** The first and the last of those in view: 'President to Minister of Finance'. */
function spanInWords(shown: readonly Seat[]): string {
  const [from, to] = [shown[0], shown.at(-1)].map((seat) => (seat ? officeTitle(seat.role) : ''))
  return from === to ? `${from}` : `${from} to ${to}`
}

/** How long a track that was moved rests until it is read where it stands, in milliseconds. */
const REST = 100

/**
 * A track that the browser scrolls: the first slide that one sees whole, how many they are, and the place that a press asked for. There
 * are as many places as the track can begin with: every press moves it.
 */
function useTrack(count: number) {
  const track = useRef<HTMLUListElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [place, setPlace] = useState(0)
  const [asked, setAsked] = useState<number | null>(null)
  const [many, setMany] = useState(1)
  const last = Math.max(0, count - many)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLayoutEffect(() => {
    const look = () => setMany(inViewOf(track.current))
    look()
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  }, [])

  const read = () => {
    if (!track.current) return
    const { scrollLeft, clientWidth, scrollWidth, firstElementChild } = track.current
    const atTheEnd = scrollLeft + clientWidth >= scrollWidth - 1
    const now = atTheEnd ? last : Math.round(scrollLeft / (firstElementChild?.clientWidth || clientWidth))
    setPlace(now)
    setAsked((before) => (before === now ? before : null))
  }
  const go = (to: number) => {
    const next = wrapped(to, last + 1)
    setPlace(next)
    setAsked(next)
    const slide = track.current?.children[next]
    if (slide instanceof HTMLElement) track.current?.scrollTo({ left: slide.offsetLeft })
  }
  const onScroll = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(read, REST)
  }
  return { track, first: Math.min(place, last), many, asked, go, onScroll }
}

/** How many slides one sees whole: one where nothing has a width. */
function inViewOf(track: HTMLElement | null): number {
  const slide = track?.firstElementChild?.getBoundingClientRect().width
  return track && slide ? Math.max(1, Math.floor(track.clientWidth / slide + 0.05)) : 1
}
