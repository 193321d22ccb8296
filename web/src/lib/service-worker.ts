import { log } from './log/log'

/** Lets the browser keep the offline page. Development has none: a worker would stand between it and fresh sources. */
export function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
    // The site works without it.
    log.info('No service worker', error)
  })
}
