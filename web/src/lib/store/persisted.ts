import { create } from 'zustand'
import type { StoreApi, UseBoundStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { PersistOptions, StateStorage } from 'zustand/middleware'

/** The version of what browsers keep (requirements 1.4). */
export const STORED_VERSION = 2
/** A storage that has not answered after this many milliseconds has nothing for us. */
export const REHYDRATE_TIMEOUT = 5000

/** The keys under which browsers keep something. None of them ever holds a token or another credential. */
export type StoredKey = 'auth' | 'user' | 'wallet' | 'ui'

/** A storage with a time limit for reading, in milliseconds: after it the app starts as on a first visit. */
export function storageWithin(storage: StateStorage, limit = REHYDRATE_TIMEOUT): StateStorage {
  return {
    setItem: (name, value) => storage.setItem(name, value),
    removeItem: (name) => storage.removeItem(name),
    getItem(name) {
      const stored = storage.getItem(name)
      if (stored === null || typeof stored === 'string') return stored
      let timer: ReturnType<typeof setTimeout>
      const enough = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), limit)
      })
      return Promise.race([Promise.resolve(stored).catch(() => null), enough]).finally(() => clearTimeout(timer))
    },
  }
}

/** The browser's storage, where writing may be forbidden or full: what is chosen then lasts as long as the page. */
const browserStorage: StateStorage = {
  getItem: (name) => attempt(() => localStorage.getItem(name)),
  setItem: (name, value) => attempt(() => localStorage.setItem(name, value)),
  removeItem: (name) => attempt(() => localStorage.removeItem(name)),
}

function attempt<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}

interface PersistedOptions<State extends object, Stored extends Partial<State>> {
  readonly name: StoredKey
  readonly initial: State
  /** What is stored of the state; everything else (loading, error, notifications) is forgotten with the page. */
  readonly keep: (state: State) => Stored
  /** Takes what was stored, by whatever version and whomever, and answers what may be believed of it. */
  readonly revive: (stored: Readonly<Record<string, unknown>>) => Stored
  readonly storage?: StateStorage
}

type Persisted<State, Stored> = UseBoundStore<StoreApi<State>> & {
  readonly persist: {
    rehydrate: () => Promise<void> | void
    hasHydrated: () => boolean
    onFinishHydration: (listener: (state: State) => void) => () => void
    getOptions: () => Partial<PersistOptions<State, Stored>>
  }
}

/** A store of which a part outlives the page, under a key of its own, and which follows what other tabs store. */
export function persistedStore<State extends object, Stored extends Partial<State>>({
  name,
  initial,
  keep,
  revive,
  storage = browserStorage,
}: PersistedOptions<State, Stored>): Persisted<State, Stored> {
  const believed = (stored: unknown) =>
    revive(typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {})
  const store = create<State>()(
    persist(() => initial, {
      name,
      version: STORED_VERSION,
      storage: createJSONStorage<Stored>(() => storageWithin(storage)),
      partialize: keep,
      migrate: believed,
      merge: (stored, current) => ({ ...current, ...(stored === undefined ? {} : believed(stored)) }),
    }),
  )
  if (typeof addEventListener === 'function') {
    addEventListener('storage', (event) => {
      if (event.key === name) void store.persist.rehydrate()
    })
  }
  return store
}
