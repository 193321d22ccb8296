import type { DataSource } from 'typeorm'
import type { Runtime } from '../platform'

/** Work that the clock makes due. `run` decides inside its own transactions; running it twice changes nothing. It answers `false` when another worker does it. */
export interface TimedJob {
  readonly name: string
  /** The instant from which there is something to do, asked of MySQL; null when there is nothing in sight. */
  readonly dueAt: (database: DataSource, now: Date) => Promise<Date | null>
  readonly run: (runtime: Runtime) => Promise<unknown>
  /**
   * True for work of more than a moment. It runs beside the queue, so that it keeps no place from what must be prompt; let
   * `run` go through `exclusively`, because every worker tries it.
   */
  readonly long?: boolean
}
