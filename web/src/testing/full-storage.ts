import { vi } from 'vitest'

/**
 * Fills this device's storage: what stands there can be read and removed, and nothing more is taken. (A spy on `Storage.prototype` does
 * nothing: the environment's storage is no instance of it.)
 * @returns how to make room again
 */
export function fillStorage(): () => void {
  const storage = localStorage
  const refuse = () => {
    throw new DOMException('No room.', 'QuotaExceededError')
  }
  const full = new Proxy(storage, {
    get(_, name) {
      if (name === 'setItem') return refuse
      const value: unknown = Reflect.get(storage, name)
      return typeof value === 'function' ? (value.bind(storage) as unknown) : value
    },
  })
  vi.stubGlobal('localStorage', full)
  return () => void vi.stubGlobal('localStorage', storage)
}
