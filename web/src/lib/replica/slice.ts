/** How long a piece of work may be, in milliseconds: a frame is drawn in between. */
const sliceMs = 8

/** The time that may pass before something else has its turn. */
export class Slice {
  #since = performance.now()

  constructor(private readonly signal?: AbortSignal) {}

  /** Lets others have their turn where it is time. Answers whether they had. */
  async goOn(): Promise<boolean> {
    if (performance.now() - this.#since < sliceMs) return false
    await turn()
    this.signal?.throwIfAborted()
    this.#since = performance.now()
    return true
  }
}

/** A turn of the event loop, without the 4 ms that a browser makes timers wait. */
const turn = (): Promise<void> => {
  const { scheduler } = globalThis as { readonly scheduler?: Scheduling }
  return scheduler ? scheduler.postTask(() => undefined) : turnByMessage()
}

/** Where there is no scheduler (Node, and other browsers). Thousands of channels are more than a browser tidies up in passing. */
const turnByMessage = (): Promise<void> =>
  new Promise((resolve) => {
    // Node's types know its own ports alone, and tests of the server compile this file with them.
    const { port1, port2 } = new MessageChannel() as unknown as { readonly port1: Ear; readonly port2: Mouth }
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

interface Scheduling {
  readonly postTask: (task: () => void) => Promise<void>
}

interface Ear {
  onmessage: (() => void) | null
  readonly close: () => void
}

interface Mouth {
  readonly postMessage: (message: null) => void
}
