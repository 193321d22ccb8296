// Runs before the first paint, so that nobody is dazzled: the stored choice, or the system's.
;(function () {
  var choice = 'system'
  try {
    choice = JSON.parse(localStorage.getItem('ui')).state.darkMode || choice
  } catch (_) {}
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  var root = document.documentElement
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // The served page carries the home page's first view; elsewhere it must not be seen.
  if (location.pathname !== '/') root.setAttribute('data-elsewhere', '')
})()
