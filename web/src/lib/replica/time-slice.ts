/** How long work runs before the page draws a frame, in milliseconds. */
const sliceMs = 8

export type Urgency = 'user-visible' | 'background'

/** A time slice: long work in the page calls `goOn` often, and yields to other tasks when the slice is over. */
export class TimeSlice {
  #since = performance.now()

  /** @param urgency `background`: all other tasks of the page run first, drawing above all */
  constructor(
    private readonly signal?: AbortSignal,
    private readonly urgency: Urgency = 'user-visible',
  ) {}

  /** Yields to other tasks if the slice is over. Returns whether it did. */
  async goOn(): Promise<boolean> {
    if (performance.now() - this.#since < sliceMs) return false
    await this.rest()
    return true
  }

  /** Yields to other tasks now. */
  async rest(): Promise<void> {
    await turn(this.urgency)
    this.signal?.throwIfAborted()
    this.#since = performance.now()
  }
}

/** A turn of the event loop, without the 4 ms that a browser makes timers wait. */
const turn = (priority: Urgency): Promise<void> => {
  const { scheduler } = globalThis as { readonly scheduler?: Scheduling }
  return scheduler ? scheduler.postTask(() => undefined, { priority }) : turnByMessage()
}

/** Where there is no scheduler (Node, and other browsers). Thousands of channels are more than a browser tidies up in passing. */
const turnByMessage = (): Promise<void> =>
  new Promise((resolve) => {
    // Node's types know its own ports alone, and tests of the server compile this file with them.
    const { port1, port2 } = new MessageChannel() as unknown as {
      readonly port1: ReceivePort
      readonly port2: SendPort
    }
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

interface Scheduling {
  readonly postTask: (task: () => void, options: { readonly priority: Urgency }) => Promise<void>
}

interface ReceivePort {
  onmessage: (() => void) | null
  readonly close: () => void
}

interface SendPort {
  readonly postMessage: (message: null) => void
}
