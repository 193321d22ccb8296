import { act } from '@testing-library/react'

/** Another tab of this browser stores a text, or removes it with null: this one hears of it. */
export function storeInAnotherTab(key: string, newValue: string | null): void {
  const oldValue = localStorage.getItem(key)
  if (newValue === null) localStorage.removeItem(key)
  else localStorage.setItem(key, newValue)
  act(() => void dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue })))
}
