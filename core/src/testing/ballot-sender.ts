import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { deriveKeys, issueBearer } from '../auth'

/** A voter: a citizen and their session. */
export interface Voter {
  readonly uid: string
  readonly session: string
}

/** What became of a ballot, for certain: it was acknowledged, or refused by a rule. */
export type Fate =
  | { readonly acknowledged: { readonly candidateId: string; readonly votedAt: number; readonly repeated: boolean } }
  | { readonly refused: string }

/** Refusals of a rule; every other answer leaves the ballot's fate open. */
const final = new Set(['phase_closed', 'phase_not_open', 'candidate_withdrawn', 'voting_not_eligible'])
const timeoutMs = 120_000

/**
 * Sends ballots as a citizen's client does: each under one key, again and again under the same key until its fate is
 * known, whatever dies in between.
 */
export function ballotSender(origin: string, secret: string, now: () => Date) {
  const keys = deriveKeys(secret)
  const figures = { attempts: 0, unanswered: 0 }

  async function attempt(voter: Voter, candidateId: string, key: string): Promise<Fate | null> {
    figures.attempts++
    const claims = { kind: 'citizen', uid: voter.uid, sessionId: voter.session } as const
    const { token } = await issueBearer(keys, claims, now())
    try {
      const response = await fetch(`${origin}/api/votes/cast`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
        body: JSON.stringify({ candidateId }),
        signal: AbortSignal.timeout(15_000),
      })
      const body = (await response.json()) as { code?: string; votedAt: number; repeated: boolean }
      if (response.ok) return { acknowledged: { candidateId, votedAt: body.votedAt, repeated: body.repeated } }
      return body.code !== undefined && final.has(body.code) ? { refused: body.code } : null
    } catch {
      figures.unanswered++
      return null
    }
  }

  return {
    figures,
    async send(voter: Voter, candidateId: string): Promise<Fate> {
      const key = randomUUID()
      const until = performance.now() + timeoutMs
      for (;;) {
        const fate = await attempt(voter, candidateId, key)
        if (fate) return fate
        if (performance.now() > until) throw new Error(`No API answered the ballot ${key} for ${timeoutMs / 1000} s.`)
        await pause(50)
      }
    },
  }
}
