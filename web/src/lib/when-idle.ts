/** Runs something once the page has drawn itself and has nothing better to do. */
export function whenIdle(run: () => void): void {
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 5000 }) : setTimeout(run, 1000)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}
