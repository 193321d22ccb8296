import { create } from 'zustand'

const KEY = 'broadcasts.closed'
/** Older ones were taken down long ago. */
const REMEMBERED = 50

interface Closed {
  readonly ids: readonly string[]
  readonly close: (id: string) => void
}

/** Broadcasts that this reader has closed, remembered in this browser. */
export const useClosedMessages = create<Closed>((set, get) => ({
  ids: recall(),
  close: (id) => {
    const ids = [...get().ids.filter((known) => known !== id), id].slice(-REMEMBERED)
    set({ ids })
    try {
      localStorage.setItem(KEY, JSON.stringify(ids))
    } catch {
      // A browser that keeps nothing shows the message again after a reload.
    }
  },
}))

function recall(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
