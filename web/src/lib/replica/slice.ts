/** How long a piece of work may be, in milliseconds: a frame is drawn in between. */
const sliceMs = 8

export type Urgency = 'user-visible' | 'background'

/** The time that may pass before something else has its turn. */
export class Slice {
  #since = performance.now()

  /** @param urgency `background`: whatever else the page has to do goes first, drawing above all */
  constructor(
    private readonly signal?: AbortSignal,
    private readonly urgency: Urgency = 'user-visible',
  ) {}

  /** Lets others have their turn where it is time. Answers whether they had. */
  async goOn(): Promise<boolean> {
    if (performance.now() - this.#since < sliceMs) return false
    await this.rest()
    return true
  }

  /** Lets others have their turn now. */
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
