import { Child, type Exit } from '../processes'

/** One process of the nation: how it is started and how one knows that it works. */
export interface PartSpec {
  name: string
  command: string
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  port?: number
  /** Whether this line says that the process is up. */
  isReady: (line: string) => boolean
}

export interface PartEvents {
  onLine: (name: string) => (line: string) => void
  /** A process started, so its pid is another one now. */
  onStart: () => void
  /** One sentence about a crash and what follows. */
  onCrash: (sentence: string) => void
}

/** Crashes before the first sign of life that are taken for a defect rather than an accident. */
const MOST_EARLY_CRASHES = 3
const STOP_MS = 5000
/** After this long without a crash, the next one starts with the short pause again. */
export const CALM_MS = 30_000

/** How long to wait before each new start: a pause that doubles up to ten seconds, and is short again after a calm life. */
export function pauses(): { next: (livedMs: number) => number } {
  let pause = 250
  return {
    next: (livedMs) => {
      if (livedMs > CALM_MS) pause = 250
      const now = pause
      pause = Math.min(pause * 2, 10_000)
      return now
    },
  }
}

/** Keeps one process running: started again after a crash, after a pause that doubles up to ten seconds. */
export class Part {
  child: Child | undefined
  #stopping = false
  #crashes = 0
  #everReady = false
  #timer: NodeJS.Timeout | undefined
  readonly #pauses = pauses()
  #settle!: { ready: () => void; failed: (error: Error) => void }
  /** The first time that the process is up; fails when it never gets that far. */
  readonly ready = new Promise<void>((ready, failed) => (this.#settle = { ready, failed }))

  constructor(
    readonly spec: PartSpec,
    private readonly events: PartEvents,
  ) {
    this.ready.catch(() => undefined)
  }

  start(): void {
    const show = this.events.onLine(this.spec.name)
    const began = Date.now()
    const child = new Child({
      ...this.spec,
      onLine: (line) => {
        show(line)
        if (this.#everReady || !this.spec.isReady(line)) return
        this.#everReady = true
        this.#settle.ready()
      },
    })
    this.child = child
    this.events.onStart()
    void child.exited.then((exit) => this.#afterExit(child, exit, Date.now() - began))
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.child?.stop(STOP_MS)
  }

  #afterExit(child: Child, exit: Exit, livedMs: number): void {
    if (this.#stopping) return
    this.#crashes++
    if (!this.#everReady && this.#crashes >= MOST_EARLY_CRASHES) {
      const tail = child.tail.slice(-12).join('\n')
      this.#settle.failed(
        new Error(`${tail}\n${this.spec.name} ${howItEnded(exit)} before it was ready, ${this.#crashes} times.`),
      )
      return
    }
    const pause = this.#pauses.next(livedMs)
    this.events.onCrash(`${this.spec.name} ${howItEnded(exit)}; starting it again in ${pause} ms.`)
    this.#timer = setTimeout(() => this.start(), pause)
  }
}

/** 'ended with code 1', 'was ended by SIGKILL'. */
export function howItEnded({ code, signal }: Exit): string {
  return signal ? `was ended by ${signal}` : `ended with code ${code}`
}
