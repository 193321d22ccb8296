import type { create as createStore, StateCreator, StoreApi, UseBoundStore } from 'zustand'

type Store<State> = UseBoundStore<StoreApi<State>>

/** Puts each store of the app back to how it begins. */
const resets = new Set<() => void>()

/** Remembers a store, so that what one test leaves in it does not reach the next. */
export function remembered<State>(store: Store<State>): Store<State> {
  resets.add(() => store.setState(store.getInitialState(), true))
  return store
}

/** zustand's `create`, which remembers what it makes. */
export const rememberingCreate = (create: <State>(initializer: StateCreator<State>) => Store<State>) =>
  (<State>(initializer?: StateCreator<State>) =>
    initializer
      ? remembered(create(initializer))
      : (given: StateCreator<State>) => remembered(create(given))) as typeof createStore

export function resetStores(): void {
  for (const reset of resets) reset()
}
