import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** Names of fields that may contain a secret. Their values are never written. */
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

/** In a request `code` is X's one-time code; elsewhere the name is harmless. */
const requestParts = ['query', 'body', 'input']

const censoredPaths = [
  ...secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`, `*.*.*["${name}"]`]),
  ...requestParts.flatMap((part) => [`${part}.code`, `*.${part}.code`]),
]

/** Writes one JSON line for each record to stdout, with secrets replaced. */
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
 * The same log for records whose fields are all known and contain no secret. It does not search them for names of secrets, which
 * would cost more than writing the line.
 */
export function withoutSearch(log: Logger): Logger {
  return log.child({}, { redact: [] })
}

/** An error for the log: statements have their text, but never their bound values. */
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
