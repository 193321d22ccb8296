import type { ErrorCode } from './table'

/** A rule's verdict: allowed, or refused for a reason that can be shown and thrown. */
export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly code: ErrorCode; readonly facts?: Readonly<Record<string, string | number>> }

export const allowed: Verdict = { allowed: true }

/** A refusal with its code and the facts that explain it. */
export function refused(code: ErrorCode, facts: Readonly<Record<string, string | number>> = {}): Verdict {
  return { allowed: false, code, facts }
}
