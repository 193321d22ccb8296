import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

/** Where the choice is kept: the `darkMode` of the stored `ui` state. `public/theme.js` reads the same place. */
export const UI_STORAGE_KEY = 'ui'
const STORED_VERSION = 2

/** What a person can choose. */
export type SchemeChoice = 'light' | 'dark' | 'system'

interface StoredUi {
  state: { darkMode?: SchemeChoice; [key: string]: unknown }
  version: number
}

function readStored(): StoredUi {
  try {
    const stored = JSON.parse(localStorage.getItem(UI_STORAGE_KEY) ?? '') as Partial<StoredUi> | null
    if (stored && typeof stored.state === 'object') return { version: STORED_VERSION, state: stored.state }
  } catch {
    // Nothing stored, storage forbidden, or not ours: as on a first visit.
  }
  return { version: STORED_VERSION, state: {} }
}

const toMantine = (choice: SchemeChoice | undefined, otherwise: MantineColorScheme): MantineColorScheme =>
  choice === 'light' || choice === 'dark' ? choice : choice === 'system' ? 'auto' : otherwise

/** Keeps the light / dark / system choice in `ui.darkMode`, and follows changes made in other tabs. */
export function nationColorScheme(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined
  return {
    get: (fallback) => toMantine(readStored().state.darkMode, fallback),
    set(value) {
      const stored = readStored()
      stored.state.darkMode = value === 'auto' ? 'system' : value
      try {
        localStorage.setItem(UI_STORAGE_KEY, JSON.stringify(stored))
      } catch {
        // The choice then lasts as long as the page does.
      }
    },
    subscribe(onUpdate) {
      listener = (event) => {
        if (event.key === UI_STORAGE_KEY) onUpdate(toMantine(readStored().state.darkMode, 'auto'))
      }
      window.addEventListener('storage', listener)
    },
    unsubscribe() {
      if (listener) window.removeEventListener('storage', listener)
    },
    clear() {
      const stored = readStored()
      delete stored.state.darkMode
      localStorage.setItem(UI_STORAGE_KEY, JSON.stringify(stored))
    },
  }
}
