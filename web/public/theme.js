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
