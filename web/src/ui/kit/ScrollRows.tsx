import {
  createContext,
  startTransition,
  use,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type Ref,
} from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import classes from './ScrollRows.module.css'

interface Props<Item> {
  items: readonly Item[]
  /** What is listed, in the plural: 'Members'. */
  label: string
  /** How many there are in all, read and not read yet; null where that is not known. */
  total: number | null
  /** About how high a row is, in pixels. */
  height: number
  keyOf: (item: Item) => string
  /** Called again and again while the last rows that were read are near. */
  onNearEnd: () => void
  /** The names of the columns, above the rows. */
  head?: ReactNode
  /** What stands in a row. */
  children: (item: Item) => ReactNode
}

/** This many rows before the last one, the next ones are read. */
const NEAR = 20

/** This many rows at the top are drawn in the task that shows the list; with six of them it was the longest of a first sync. */
const FIRST = 2

const Total = createContext<number | null>(null)

/** Rows in a box that scrolls. Of however many there are, those that can be seen are drawn. */
export function ScrollRows<Item>({ items, label, total, height, keyOf, onNearEnd, head, children }: Props<Item>) {
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  // The row that has the focus stays, however far away it is scrolled.
  const [focused, setFocused] = useState<number | null>(null)
  const look = (offset: number) => {
    const last = list.current?.findItemIndex(offset + list.current.viewportSize) ?? 0
    if (last >= items.length - NEAR) onNearEnd()
  }
  return (
    <Total value={total}>
      <div
        ref={box}
        className={classes.box}
        data-head={head !== undefined || undefined}
        style={{ '--row': `${height}px` } as CSSProperties}
        tabIndex={0}
        role="region"
        aria-label={`${label}, scrolling`}
      >
        {head}
        <div
          role="list"
          aria-label={label}
          onFocus={({ target }) => setFocused(placeOf(target))}
          onBlur={() => setFocused(null)}
        >
          <Virtualizer
            ref={list}
            scrollRef={box}
            data={items}
            itemSize={height}
            item={Place}
            onScroll={look}
            keepMounted={focused === null ? [] : [focused]}
          >
            {(item, place) => (
              <div key={keyOf(item)}>
                <Drawn atOnce={place < FIRST} height={height}>
                  {() => children(item)}
                </Drawn>
              </div>
            )}
          </Virtualizer>
        </div>
      </div>
    </Total>
  )
}

interface DrawnProps {
  /** Whether it is drawn where it comes into sight; otherwise right after that, in slices between which others have their turn. */
  atOnce: boolean
  height: number
  children: () => ReactNode
}

/** What stands in a row. Rows are there before they can be seen, so that those that come by scrolling are drawn by then. */
function Drawn({ atOnce, height, children }: DrawnProps) {
  const [isDue, setDue] = useState(atOnce)
  useEffect(() => {
    if (!isDue) startTransition(() => setDue(true))
  }, [isDue])
  return isDue ? children() : <div style={{ height }} />
}

interface PlaceProps {
  style: CSSProperties
  index: number
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** Where a row lies. It says which of how many it is: the others may not be drawn. */
function Place({ style, index, children, ref }: PlaceProps) {
  const total = use(Total)
  return (
    <div ref={ref} style={style} role="listitem" aria-posinset={index + 1} aria-setsize={total ?? -1}>
      {children}
    </div>
  )
}

const placeOf = (target: Element): number | null => {
  const place = target.closest('[aria-posinset]')?.getAttribute('aria-posinset')
  return place ? Number(place) - 1 : null
}
