import { errorTable, type ErrorCode, type ErrorDetail } from './table'
import type { Verdict } from './verdict'

/** The sentence of an error: the one with its facts where all of them are known, otherwise the plain one. */
function sentenceWith(code: ErrorCode, facts: Readonly<Record<string, string | number>>): string {
  const [, plain, withFacts] = errorTable[code] as readonly [number, string, string?]
  if (withFacts === undefined) return plain
  const named = [...withFacts.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  if (named.some((name) => facts[name] === undefined)) return plain
  return withFacts.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(facts[name]))
}

/** What went wrong, by its code; the status and the sentence follow from the table. */
export class NationError extends Error {
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[]
  /** Facts for the answer's headers or the client, such as `retryAfter` in seconds or `opensAt`. */
  readonly facts: Readonly<Record<string, string | number>>

  constructor(
    code: ErrorCode,
    facts: Readonly<Record<string, string | number>> = {},
    details: readonly ErrorDetail[] = [],
  ) {
    super(sentenceWith(code, facts))
    this.name = 'NationError'
    this.code = code
    this.facts = facts
    this.details = details
  }

  /** The HTTP status of this error. */
  get status(): number {
    return errorTable[this.code][0]
  }
}

/** Goes on when the verdict allows it; throws the refusal as a NationError otherwise. */
export function allow(verdict: Verdict): void {
  if (!verdict.allowed) throw new NationError(verdict.code, verdict.facts)
}
