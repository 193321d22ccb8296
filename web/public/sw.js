// The service worker. It keeps two things on the device: the offline page, and the code of the main pages (scripts, styles and
// fonts, whose names carry a hash of their content). Pages, answers of the API and everything personal are never kept.
//
// The build writes its version and its files in here, so that every build has a worker of its own. A new worker waits until no
// tab is left that the old one serves; then it removes what older builds kept. Until then both builds' code is found.
const BUILD = { version: 'none', offline: [], code: [] }

const SHELF = `nation-${BUILD.version}`
const OFFLINE = '/offline.html'

let filled = false

addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const shelf = await caches.open(SHELF)
      await shelf.addAll(BUILD.offline.map((path) => new Request(path, { cache: 'reload' })))
      await fill()
      // Earlier workers preloaded navigations and had every sign-in requested twice: they are replaced at once.
      if ((await registration.navigationPreload?.getState())?.enabled) await skipWaiting()
    })(),
  )
})

addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== SHELF) await caches.delete(name)
      // A preloaded request goes out before the worker can decline it: what the worker leaves alone would be requested twice.
      await registration.navigationPreload?.disable()
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
  } else if (pathname.startsWith('/assets/')) event.respondWith(code(request, pathname))
  else if (BUILD.offline.includes(pathname)) event.respondWith(offlinePart(request, pathname))
})

/** A page comes from the network; where it cannot be had, the offline page stands in. */
async function page(event) {
  try {
    const response = await fetch(event.request)
    // A proxy that finds no server behind it.
    if (response.status >= 502 && response.status <= 504) return (await kept(OFFLINE)) || response
    if (!filled) event.waitUntil(fill())
    return response
  } catch (error) {
    const offline = await kept(OFFLINE)
    if (offline) return offline
    throw error
  }
}

/** A file of this name never changes: the kept one is as good as the server's. */
const code = async (request, path) => (await kept(path)) || fetch(request)

async function offlinePart(request, path) {
  try {
    return await fetch(request)
  } catch (error) {
    const part = await kept(path)
    if (part) return part
    throw error
  }
}

/** What this build or an older one keeps under this path. A storage that fails (a full or damaged disk) keeps nothing. */
const kept = (path) => caches.match(path, { ignoreVary: true }).catch(() => undefined)

/**
 * Fetches the code that is not here yet, one file after the other and after everything that the open page needs. What fails is
 * tried again in the worker's next life. Nothing is fetched ahead for visitors who asked their browser to save data.
 */
async function fill() {
  filled = true
  if (navigator.connection?.saveData) return
  const shelf = await caches.open(SHELF)
  const here = new Set((await shelf.keys()).map(({ url }) => new URL(url).pathname))
  for (const path of BUILD.code.filter((one) => !here.has(one))) {
    const response = (await kept(path)) || (await fetch(path, { priority: 'low' }).catch(() => undefined))
    if (response?.ok) await shelf.put(path, response).catch(() => undefined)
  }
}
