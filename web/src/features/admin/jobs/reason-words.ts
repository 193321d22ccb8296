/** What the names mean that systems and databases give their failures. */
const meanings: readonly (readonly [names: RegExp, sentence: string])[] = [
  [/\b(ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH)\b/, 'A service that it needs did not answer.'],
  [/\b(ENOTFOUND|EAI_AGAIN)\b/, 'A service that it needs was not found on the network.'],
  // Before what took too long: a lock is waited for in the database alone.
  [/\b(ER_LOCK_\w+)\b|\bdeadlock\b|\block wait\b/i, 'Other work held the same rows of the database.'],
  [
    /\b(ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_\w*TIMEOUT)\b|\btimed? ?out\b/i,
    'A service that it needs took too long to answer.',
  ],
  [/\bfetch failed\b|\bsocket hang up\b/i, 'A service that it needs could not be reached.'],
  [/\b(ENOSPC|EDQUOT)\b/, 'The disk is full.'],
  [/\b(EACCES|EPERM|EROFS)\b/, 'A file may not be read or written.'],
  [/\bENOENT\b/, 'A file is missing.'],
]

/** One of ours, which needs no other: it begins with a capital letter and ends with a stop. */
const isSentence = (raw: string): boolean => /^[A-Z‘“][^\n{}]*[.!?]$/u.test(raw)

/** Why something failed, for an administrator: what a known name means, a sentence as it is, and otherwise that it broke off. */
export function reasonInWords(raw: string): string {
  if (isSentence(raw) && !/\b(E[A-Z_]{4,}|UND_ERR)/.test(raw)) return raw
  return meanings.find(([names]) => names.test(raw))?.[1] ?? 'It broke off with an error.'
}
