import { log } from './log/log'

/**
 * Starts the service worker, which keeps the offline page and the main pages' code on this device. Development has none: it
 * would stand between the browser and fresh sources.
 */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
    // The site works without it.
    log.info('No service worker', error)
  })
}
