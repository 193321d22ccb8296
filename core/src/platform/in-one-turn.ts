/**
 * Reads many things by their keys at once: what is asked for in one turn of the event loop is read together, after it, so that
 * nobody gets what was read before they asked. Everybody gets the error when the reading fails.
 * @param read answers what there is, by key; is never asked for nothing, nor twice for one key
 */
export function inOneTurn<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let next: { readonly keys: Set<string>; readonly values: Promise<ReadonlyMap<string, Value>> } | undefined
  const begin = () => {
    const keys = new Set<string>()
    const values = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      next = undefined
      return read([...keys])
    })
    return { keys, values }
  }
  return async (key) => {
    next ??= begin()
    next.keys.add(key)
    return (await next.values).get(key)
  }
}
