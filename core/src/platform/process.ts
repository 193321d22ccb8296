import type { Logger } from './logger'

/** Runs a server process. SIGTERM and SIGINT end it cleanly. When it cannot start, it ends at once and logs one sentence. */
export function runProcess(log: Logger, start: () => Promise<{ close: () => Promise<void> }>): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception; the process ends')
    process.exit(1)
  })
  // A failure to start is reported in one way, also when `start` throws before it returns a promise.
  void Promise.resolve()
    .then(start)
    .then(
      (running) => {
        log.info('ready')
        let closing = false
        const close = () => {
          if (closing) return
          closing = true
          // A connection that does not close must not keep the process alive until its supervisor kills it.
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
