import { noNetwork } from '@nation/web/replica/testing'
import type { Asked, Server } from './server'
import type { SimulatedClock } from './simulated-clock'

/** What becomes of a request, and how long it and its answer are under way, in milliseconds. */
export interface Fate {
  readonly out: number
  readonly back: number
  readonly is: 'answered' | 'lost request' | 'lost answer'
}

/** How long a line holds, and how long it is gone after that, in milliseconds. */
export interface Stretch {
  readonly up: number
  readonly down: number
}

/** A way to the server that comes and goes, and loses requests and answers, as it was drawn. */
export class Line {
  isUp = true
  /** Called when it is back, as a browser says `online`. */
  back: () => void = () => undefined
  readonly lost = { requests: 0, answers: 0 }
  #isMended = false
  #at = 0

  constructor(
    private readonly clock: SimulatedClock,
    private readonly server: Server,
    private readonly plan: { readonly stretches: readonly Stretch[]; readonly fates: readonly Fate[] },
  ) {}

  /** Comes and goes until it is mended. */
  async flap(): Promise<void> {
    for (const { up, down } of this.plan.stretches) {
      await this.clock.sleep(up)
      this.isUp = this.#isMended
      await this.clock.sleep(down)
      this.isUp = true
      this.back()
    }
  }

  /** From here on it holds and loses nothing. */
  mend(): void {
    this.#isMended = true
    this.isUp = true
  }

  /** @throws Refused with status 0 where there was no answer: it was done, or not */
  async ask(asked: Asked): Promise<Readonly<Record<string, unknown>>> {
    const { out, back, is } = this.plan.fates[this.#at++ % this.plan.fates.length]!
    if (!this.isUp) throw noNetwork()
    await this.clock.sleep(out)
    if (this.#isCut(is === 'lost request')) {
      this.lost.requests++
      throw noNetwork()
    }
    const answer = await this.server.ask(asked).catch((error: unknown) => ({ error }))
    await this.clock.sleep(back)
    if (this.#isCut(is === 'lost answer')) {
      this.lost.answers++
      throw noNetwork()
    }
    if ('error' in answer) throw answer.error
    return answer
  }

  #isCut(isLost: boolean): boolean {
    return !this.#isMended && (isLost || !this.isUp)
  }
}
