import { PlainFailure } from '../processes'
import type { Service } from '../services'
import { CALM_MS, howItEnded, pauses } from './supervisor'

/** Deaths in a row, each soon after a start, that are taken for a defect rather than an accident. */
const MOST_QUICK_DEATHS = 5

export interface SupervisedServiceEvents {
  /** It runs, so its pid is another one now. */
  onStart: () => void
  /** One sentence about a death and what follows. */
  onDeath: (sentence: string) => void
  /** It does not stay alive, and the nation cannot go on. */
  onGivenUp: (error: Error) => void
}

/**
 * A database or Redis of the nation's own. When it dies it is started again on the same data and the same port, because
 * everybody has its address; after a pause that doubles. When it dies again and again soon after its start, a message says so.
 */
export class SupervisedService {
  #service: Service | undefined
  #stopping = false
  #quickDeaths = 0
  #timer: NodeJS.Timeout | undefined
  readonly #pauses = pauses()

  constructor(
    /** As a sentence begins with it: 'The database', 'Redis'. */
    private readonly title: string,
    /** Starts it; on this port when there is one. */
    private readonly launch: (port: number | undefined) => Promise<Service>,
    private readonly events: SupervisedServiceEvents,
  ) {}

  get service(): Service | undefined {
    return this.#service
  }

  /** Starts it. @throws PlainFailure when it does not come up */
  async start(): Promise<void> {
    const service = await this.launch(this.#service?.port)
    if (this.#stopping) return service.stop()
    const began = Date.now()
    this.#service = service
    this.events.onStart()
    void service.child.exited.then((exit) => this.#afterDeath(howItEnded(exit), Date.now() - began))
  }

  /** Ends it. What is being started at this moment ends as soon as it is up, or with the launcher. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.#service?.stop()
  }

  #afterDeath(how: string, livedMs: number): void {
    if (this.#stopping) return
    this.#quickDeaths = livedMs > CALM_MS ? 1 : this.#quickDeaths + 1
    if (this.#quickDeaths >= MOST_QUICK_DEATHS) return this.#giveUp(how)
    const pause = this.#pauses.next(livedMs)
    this.events.onDeath(`${this.title} ${how}; starting it again in ${pause} ms. What was saved is safe.`)
    this.#timer = setTimeout(() => {
      // A start that fails is a death like any other: the port or a lock may be free a moment later.
      this.start().catch((error: Error) => this.#afterDeath(`did not start (${error.message})`, 0))
    }, pause)
  }

  #giveUp(how: string): void {
    const times = `${this.#quickDeaths} times in a row soon after its start`
    this.events.onGivenUp(
      new PlainFailure(
        `${this.title} ${how}, ${times}, so the nation stopped. What was saved is safe; start it again with \`npm start\`.`,
      ),
    )
  }
}
