import { commandLifetimeMs } from '@nation/domain/commands'
import type { CallAnswer } from '@nation/domain/contract'
import type { Outbox } from './outbox'
import { didNothing, endsRound, isPassing } from './refusals'
import type { Stored } from './stored'
import { isRefusal, type Batch, type Entry, type Nation, type Row } from './types'

export interface SenderParts {
  readonly nation: Nation
  readonly outbox: Outbox
  readonly now: () => number
}

/** How long an entry is retried. The server remembers keys longer; the difference is more than two clocks may differ. */
const repeatedForMs = commandLifetimeMs - 2 * 86_400_000

/** Sends the entries of the outbox one after the other. */
export class Sender {
  /** Keys of entries that the server could not apply now. They wait for the next round, with all entries about the same row. */
  readonly #heldBack = new Set<string>()

  constructor(
    private readonly parts: SenderParts,
    private readonly stored: Stored,
  ) {}

  /** Retries the entries that were held back. */
  beginRound(): void {
    this.#heldBack.clear()
  }

  /** @throws Refusal which ends the round */
  async sendAll(nation: string): Promise<void> {
    for (;;) {
      const entry = this.parts.outbox.next(nation, this.#heldBack)
      if (!entry) return
      await this.#send(entry)
    }
  }

  async #send(entry: Entry): Promise<void> {
    const { key, call, input, version } = entry
    const { outbox, nation, now } = this.parts
    const sentNow = now()
    if (entry.sentAt === null) await outbox.sending(key, sentNow)
    else if (sentNow - entry.sentAt >= repeatedForMs) return outbox.stopped(key, { is: 'unknown' })
    try {
      const answer = await nation.run({ key, call, input, version })
      await this.#applied(entry, answer)
    } catch (error) {
      if (!isRefusal(error) || endsRound(error)) throw error
      const { code, sentence, facts } = error
      if (isPassing(error)) {
        this.#heldBack.add(key)
        // One that was sent before, without an answer, may have been done then.
        const sentAt = didNothing(error) ? entry.sentAt : (entry.sentAt ?? sentNow)
        return outbox.heldBack(key, { code, sentence }, sentAt)
      }
      // The server knows the key with another body: it did something under it.
      if (code === 'idempotency_key_reused') return outbox.stopped(key, { is: 'unknown' })
      const theirs = code === 'command_conflict' ? (JSON.parse(String(facts.theirs)) as Row | null) : null
      const is =
        code === 'command_conflict' ? ({ is: 'conflict', theirs } as const) : { is: 'refused' as const, code, sentence }
      await outbox.stopped(key, is)
    }
  }

  /** One transaction removes the entry and writes its row, so that a screen shows the change exactly once. */
  async #applied(entry: Entry, answer: CallAnswer<'commands.run'>): Promise<void> {
    const { outbox } = this.parts
    const { table } = entry
    const row = answer.row
    const batch: Batch = row ? { put: { [table]: [row] }, gone: {} } : { put: {}, gone: { [table]: [answer.id] } }
    const meta = this.stored.meta!
    await this.stored.writeBy({ ...meta, next: meta.next + 1 }, [batch], (writing) =>
      outbox.applied(entry, answer, writing),
    )
  }
}
