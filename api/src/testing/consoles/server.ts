import type { ChildProcess } from 'node:child_process'
import { Refused } from '@nation/web/replica/testing'
import { kill, startApiProgram, type Program } from '../programs'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

type Answered = Readonly<Record<string, unknown>>

/** The API as a process that is killed and started again on the same port. */
export class Server {
  #process: ChildProcess | null = null
  #armed: { readonly inMs: number; readonly killed: () => void } | null = null
  #open = 0
  /** Requests that were under way when the process was killed. */
  cutOff = 0

  constructor(
    private readonly program: Program,
    private readonly services: { readonly databaseUrl: string; readonly redisUrl: string },
    private readonly port: number,
  ) {}

  async start(): Promise<void> {
    this.#process = await startApiProgram(this.program, this.services, this.port)
  }

  /** Kills it in the middle of the next request. @param inMs how long after that was sent */
  killInNext(inMs: number): Promise<void> {
    return new Promise((killed) => (this.#armed = { inMs, killed }))
  }

  async stop(): Promise<void> {
    if (this.#process) await kill(this.#process)
  }

  /** @throws Refused */
  async ask({ method, path, headers, body }: Asked): Promise<Answered> {
    if (this.#armed) this.#fire(this.#armed)
    this.#open++
    try {
      const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Answered
      if (!response.ok) throw new Refused(response.status, String(answer.code), answer.facts as Refused['facts'])
      return answer
    } catch (error) {
      throw error instanceof Refused ? error : new Refused(0, 'network')
    } finally {
      this.#open--
    }
  }

  #fire({ inMs, killed }: { readonly inMs: number; readonly killed: () => void }): void {
    this.#armed = null
    setTimeout(() => {
      this.cutOff += this.#open
      void this.stop().then(killed)
    }, inMs)
  }
}
