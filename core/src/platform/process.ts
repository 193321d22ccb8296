import type { Logger } from './logger'

/**
 * Runs a server process: starts it, ends it cleanly on SIGTERM and SIGINT, and ends it at once when it cannot start, with
 * one plain sentence.
 */
export function runProcess(log: Logger, start: () => Promise<{ close: () => Promise<void> }>): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected and nobody listened'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught; the process ends')
    process.exit(1)
  })
  // What cannot start says why in one way, also when it throws before it has promised anything.
  void Promise.resolve()
    .then(start)
    .then(
      (running) => {
        log.info('ready')
        let closing = false
        const close = () => {
          if (closing) return
          closing = true
          // A connection that will not close must not keep the process: whoever supervises it would kill it.
          setTimeout(() => process.exit(0), 4_000).unref()
          running.close().then(
            () => process.exit(0),
            () => process.exit(0),
          )
        }
        process.on('SIGTERM', close)
        process.on('SIGINT', close)
      },
      (error: unknown) => {
        log.fatal({ err: error }, error instanceof Error ? error.message : 'the process could not start')
        process.exit(1)
      },
    )
}
