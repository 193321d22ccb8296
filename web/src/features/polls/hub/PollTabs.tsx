import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { PollTab } from '../types'
import classes from './PollTabs.module.css'

const tabs: readonly (readonly [tab: PollTab, label: string])[] = [
  ['active', 'Active Polls'],
  ['archived', 'Archived Polls'],
]

/** The two tabs of the hub: a row of which the arrow keys choose. */
export function PollTabs({ tab, choose }: { tab: PollTab; choose: (tab: PollTab) => void }) {
  const row = useRef<HTMLDivElement>(null)
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const other = tab === 'active' ? 'archived' : 'active'
    choose(other)
    row.current?.querySelector<HTMLElement>(`#polls-tab-${other}`)?.focus()
  }
  return (
    <div ref={row} role="tablist" aria-label="Polls" className={classes.tabs} onKeyDown={onKey}>
      {tabs.map(([name, label]) => (
        <button
          key={name}
          id={`polls-tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls={name === tab ? 'polls-panel' : undefined}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => choose(name)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
