import { clientLogLimits, logLine, logText } from '@nation/domain/system'
import { useUi } from '../store/ui'
import { toConsole } from './console'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogEntry {
  readonly level: LogLevel
  readonly message: string
  readonly detail?: string
  readonly page: string
  /** When, by the device's clock. */
  readonly at: number
  /** How often in a row. */
  times: number
}

/** How long entries gather before they are sent together. */
export const GATHER = 5000

const entries: LogEntry[] = []
let waiting: LogEntry[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let sending = false

function detailOf(cause: unknown): string | undefined {
  if (cause === undefined) return undefined
  if (cause instanceof Error) return cause.stack ?? cause.message
  return typeof cause === 'string' ? cause : JSON.stringify(cause)
}

function write(level: LogLevel, message: string, cause?: unknown): void {
  const detail = detailOf(cause)
  const entry: LogEntry = {
    level,
    message: logLine(message, clientLogLimits.message) || 'An error without words',
    ...(detail !== undefined && { detail: logText(detail, clientLogLimits.detail) }),
    page: logLine(location.pathname, clientLogLimits.page),
    at: Date.now(),
    times: 1,
  }
  if (useUi.getState().diagnostics) toConsole(level, entry.message, entry.detail)
  const last = entries.at(-1)
  if (last?.level === level && last.message === entry.message && last.detail === entry.detail) {
    last.times++
    return
  }
  entries.push(entry)
  if (entries.length > clientLogLimits.buffer) entries.shift()
  if (level === 'error' || level === 'warn') wait(entry)
}

function wait(entry: LogEntry): void {
  waiting = [...waiting, entry].slice(-clientLogLimits.buffer)
  timer ??= setTimeout(() => void sendWaiting(), GATHER)
}

/** The next entries as the call takes them. */
function takeBatch(): { batch: LogEntry[]; body: string } | null {
  const batch = waiting.slice(0, clientLogLimits.entries)
  waiting = waiting.slice(clientLogLimits.entries)
  return batch.length === 0 ? null : { batch, body: JSON.stringify({ entries: batch }) }
}

/**
 * Sends what waits. A failure is not reported: a log that logged its own failure would never end.
 * What could not be sent waits for the next occasion.
 */
async function sendWaiting(): Promise<void> {
  timer = undefined
  if (sending) return
  const next = takeBatch()
  if (!next) return
  sending = true
  try {
    const response = await fetch('/api/logs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: next.body,
      keepalive: true,
    })
    // What is refused for good would be refused again.
    if (response.status >= 500) waiting = [...next.batch, ...waiting].slice(0, clientLogLimits.buffer)
    else if (waiting.length > 0) timer ??= setTimeout(() => void sendWaiting(), GATHER)
  } catch {
    waiting = [...next.batch, ...waiting].slice(0, clientLogLimits.buffer)
  } finally {
    sending = false
  }
}

/** The page goes: what waits is left with the browser, which sends it on its own. */
function leaveWaiting(): void {
  clearTimeout(timer)
  timer = undefined
  for (let next = takeBatch(); next; next = takeBatch()) {
    if (!leaveWithBrowser(next.body)) return
  }
}

/** Whether the browser took it. It takes nothing for a scheme that is not of the web, as the console's, and throws. */
function leaveWithBrowser(body: string): boolean {
  try {
    return navigator.sendBeacon?.('/api/logs', new Blob([body], { type: 'application/json' })) ?? false
  } catch {
    void fetch('/api/logs', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
      keepalive: true,
    }).catch(() => undefined)
    return true
  }
}

/**
 * The browser's log: it keeps the last hundred entries, and sends errors and warnings to the operators. Credentials
 * and control characters are taken out before anything is remembered.
 */
export const log = {
  debug: (message: string, cause?: unknown) => write('debug', message, cause),
  info: (message: string, cause?: unknown) => write('info', message, cause),
  warn: (message: string, cause?: unknown) => write('warn', message, cause),
  error: (message: string, cause?: unknown) => write('error', message, cause),
  /** What is remembered, oldest first. */
  entries: (): readonly LogEntry[] => entries,
}

/** Writes down uncaught errors, and sends what waits when the page goes. Answers how to stop. */
export function startLog(): () => void {
  const onError = (event: ErrorEvent) => log.error(event.message || 'Uncaught error', event.error)
  const onRejection = (event: PromiseRejectionEvent) => log.error('Unhandled rejection', event.reason)
  const onVisibility = () => document.visibilityState === 'hidden' && leaveWaiting()
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  addEventListener('pagehide', leaveWaiting)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    removeEventListener('pagehide', leaveWaiting)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Forgets everything; for tests. */
export function clearLog(): void {
  entries.length = 0
  waiting = []
  clearTimeout(timer)
  timer = undefined
  sending = false
}
