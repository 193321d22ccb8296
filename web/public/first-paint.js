// Runs before the first paint, so that nobody is dazzled, and nobody who has entered is asked again.
;(function () {
  var kept = {}
  try {
    kept = JSON.parse(localStorage.getItem('ui')).state || kept
  } catch (_) {}
  var dark =
    kept.darkMode === 'dark' || (kept.darkMode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  var root = document.documentElement
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // The served page carries the consent gate; the rules may be read in front of it.
  if (kept.consentAccepted === true || location.pathname === '/rules') root.setAttribute('data-entered', '')
  // The served page carries the home page's first view; elsewhere it must not be seen.
  if (location.pathname !== '/') root.setAttribute('data-elsewhere', '')
})()

// Fetches the app: on the home page after its first view was painted, so that page, styles and type have the line to
// themselves; elsewhere, where there is nothing to paint before it, at once.
;(function () {
  var app = document.currentScript.getAttribute('data-app')
  if (!app) return
  var parts = document.currentScript.getAttribute('data-parts').split(' ')
  var begun = false

  function begin() {
    if (begun) return
    begun = true
    parts.filter(Boolean).forEach(function (part) {
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = part
      document.head.appendChild(link)
    })
    var script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = app
    document.head.appendChild(script)
  }

  if (location.pathname !== '/' || document.visibilityState !== 'visible') return begin()
  try {
    new PerformanceObserver(function () {
      setTimeout(begin)
    }).observe({ type: 'paint', buffered: true })
  } catch (_) {
    return begin()
  }
  // A page that is not painted (in a tab at the back, or while styles do not come) starts all the same.
  document.addEventListener('visibilitychange', begin)
  setTimeout(begin, 2000)
})()
