import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** Names under which a secret may travel; whatever stands there is never written. */
const secretNames = [
  'password',
  'totp',
  'recoveryCode',
  'recoveryCodes',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'secret',
  'code_verifier',
  'client_secret',
  'access_token',
  'refresh_token',
  'set-cookie',
  'totpSecret',
  'totpAddress',
]

/** `code` is X's one-time code in a request, and a harmless word anywhere else. */
const requestParts = ['query', 'body', 'input']

const censoredPaths = [
  ...secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`, `*.*.*["${name}"]`]),
  ...requestParts.flatMap((part) => [`${part}.code`, `*.${part}.code`]),
]

/** One JSON line a record on stdout; secrets are replaced wherever a known name holds one. */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    base: { name },
    redact: { paths: censoredPaths, censor: '[secret]' },
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * The same log for records whose every field is named where they are written, and holds no secret: names are not searched for
 * one, which costs more than writing the line.
 */
export function withoutSearch(log: Logger): Logger {
  return log.child({}, { redact: [] })
}

/** An error for the log: statements keep their text, never the values that were bound to them. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack } = error
  const sqlCode = 'code' in error ? { code: String(error.code) } : {}
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {}
  return { name, message: withoutUrlsSecrets(message), stack: stack && withoutUrlsSecrets(stack), ...sqlCode, ...cause }
}

/** `mysql://user:password@host` must not be readable in a log. */
function withoutUrlsSecrets(text: string): string {
  return text.replace(/(:\/\/[^:@\s/]*):[^@\s/]+@/g, '$1:[secret]@')
}
