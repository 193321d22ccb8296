/** The name of the world in which a window's preload runs, apart from its page. */
export const PRELOAD_WORLD = 'nation-preload'

/** The function by which the preload's world reaches the main process. */
export const BINDING = 'nationToMain'

/**
 * The page's side of the bridge: builds what the preload exposes, and hands calls over. The two worlds share a document, and
 * nothing else; what crosses is text, so that nothing of one world is ever held by the other.
 */
export const PAGE_SIDE = `(() => {
  if (window !== window.top) return
  const heard = new Map(), waiting = new Map()
  let number = 0, returned
  const send = (kind, value) => document.dispatchEvent(new CustomEvent('nation-bridge-' + kind, { detail: JSON.stringify(value) }))
  const on = (kind, listener) => document.addEventListener('nation-bridge-' + kind, (event) => listener(JSON.parse(event.detail)))
  const outgoing = (value) => {
    if (typeof value !== 'function') return { value }
    heard.set(++number, value)
    return { listener: number }
  }
  const incoming = ({ value, error, promise, callable }) => {
    if (error !== undefined) throw new Error(error)
    if (promise !== undefined) return new Promise((resolve, reject) => waiting.set(promise, { resolve, reject }))
    return callable === undefined ? value : (...input) => call({ callable, input })
  }
  const call = ({ input, ...target }) => {
    send('call', { ...target, input: input.map(outgoing) })
    const answer = returned
    returned = undefined
    return incoming(answer)
  }
  const build = (shape, path) => shape === null
    ? (...input) => call({ path, input })
    : Object.freeze(Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, build(part, [...path, name])])))
  on('return', (answer) => (returned = answer))
  on('settle', ({ promise, value, error }) => {
    const { resolve, reject } = waiting.get(promise)
    waiting.delete(promise)
    if (error === undefined) resolve(value)
    else reject(new Error(error))
  })
  on('tell', ({ listener, values }) => heard.get(listener)?.(...values))
  on('expose', ({ key, shape }) => {
    if (!(key in window)) Object.defineProperty(window, key, { value: build(shape, [key]), enumerable: true })
  })
  send('ready', null)
})()`

/** The preload, with what a sandboxed one may require: two parts of electron, and nothing else. */
export function preloadSide(source: string): string {
  return `(() => {
  if (window !== window.top) return
  const exposed = {}, callables = new Map(), listeners = new Map(), asked = new Map()
  let number = 0
  const send = (kind, value) => document.dispatchEvent(new CustomEvent('nation-bridge-' + kind, { detail: JSON.stringify(value) }))
  const on = (kind, listener) => document.addEventListener('nation-bridge-' + kind, (event) => listener(JSON.parse(event.detail)))
  const shapeOf = (part) => typeof part === 'function' ? null
    : Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, shapeOf(inner)]))
  const tellAll = () => { for (const [key, api] of Object.entries(exposed)) send('expose', { key, shape: shapeOf(api) }) }
  const incoming = ({ value, listener }) => listener === undefined ? value : (...values) => send('tell', { listener, values })
  const outgoing = (result) => {
    if (result instanceof Promise) {
      const promise = ++number
      result.then((value) => send('settle', { promise, value }), (error) => send('settle', { promise, error: error.message }))
      return { promise }
    }
    if (typeof result !== 'function') return { value: result }
    callables.set(++number, result)
    return { callable: number }
  }
  on('call', ({ path, callable, input }) => {
    try {
      const target = path ? path.reduce((part, name) => part[name], exposed) : callables.get(callable)
      send('return', outgoing(target(...input.map(incoming))))
    } catch (error) {
      send('return', { error: error.message })
    }
  })
  on('ready', tellAll)
  globalThis.nationAnswer = (id, { value, error }) => {
    const { resolve, reject } = asked.get(id)
    asked.delete(id)
    if (error === undefined) resolve(value)
    else reject(new Error(error))
  }
  globalThis.nationTold = (channel, values) => {
    for (const listener of listeners.get(channel) ?? []) listener({}, ...values)
  }
  const electron = {
    contextBridge: { exposeInMainWorld(key, api) { exposed[key] = api; tellAll() } },
    ipcRenderer: {
      invoke: (channel, ...values) => new Promise((resolve, reject) => {
        asked.set(++number, { resolve, reject })
        globalThis.${BINDING}(JSON.stringify({ id: number, channel, values }))
      }),
      on(channel, listener) { listeners.set(channel, [...(listeners.get(channel) ?? []), listener]) },
      removeListener(channel, listener) { listeners.set(channel, (listeners.get(channel) ?? []).filter((each) => each !== listener)) },
    },
  }
  const require = (name) => {
    if (name !== 'electron') throw new Error('A sandboxed preload cannot require ' + name)
    return electron
  }
  const module = { exports: {} }
  ;((require, module, exports) => {
${source}
})(require, module, module.exports)
})()`
}
