import type { LogLevel } from './log'

/** The one place that writes to the browser's console: what the diagnostic setting asks for. */
export function toConsole(level: LogLevel, message: string, detail?: string): void {
  console[level](...(detail === undefined ? [message] : [message, detail]))
}

/** Shows an error in the console as the browser would. */
export function reportToConsole(error: unknown): void {
  console.error(error)
}
