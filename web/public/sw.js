// The service worker. It does one thing: where a page cannot be had, it shows the offline page. Pages, answers of the API and
// everything personal are never kept, so nobody sees an old build, or what another citizen was told.
const SHELF = 'nation-offline-1'
const OFFLINE = '/offline.html'
const KEPT = [OFFLINE, '/offline.js', '/favicon.svg']

let renewed = false

addEventListener('install', (event) => {
  event.waitUntil(renew().then(() => skipWaiting()))
})

addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== SHELF) await caches.delete(name)
      // The browser asks for the page while the worker starts: nobody waits for us.
      if (registration.navigationPreload) await registration.navigationPreload.enable()
      await clients.claim()
    })(),
  )
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.mode === 'navigate') {
    // Sign-in and the API's own documents are between the browser and the server.
    if (!/^\/(api|media|ops)(\/|$)/.test(pathname)) event.respondWith(page(event))
  } else if (KEPT.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)))
})

async function page(event) {
  try {
    const response = (await event.preloadResponse) || (await fetch(event.request))
    // A proxy that finds nobody behind it.
    if (response.status >= 502 && response.status <= 504) return (await kept(OFFLINE)) || response
    if (!renewed) event.waitUntil(renew())
    return response
  } catch (error) {
    const offline = await kept(OFFLINE)
    if (offline) return offline
    throw error
  }
}

const kept = async (path) => (await caches.open(SHELF)).match(path)

/** Fetches what is shown offline anew, once in a worker's life: a new build's offline page follows by itself. */
async function renew() {
  renewed = true
  const shelf = await caches.open(SHELF)
  await shelf.addAll(KEPT.map((path) => new Request(path, { cache: 'reload' })))
}
