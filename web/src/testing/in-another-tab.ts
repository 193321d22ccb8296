import { act } from '@testing-library/react'

/** Another tab of this browser stores a text: this one hears of it. */
export function storeInAnotherTab(key: string, newValue: string): void {
  localStorage.setItem(key, newValue)
  act(() => void dispatchEvent(new StorageEvent('storage', { key, newValue })))
}
