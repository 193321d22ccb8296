// Runs before the first paint, so that no visitor is dazzled, and none who has entered is asked again.
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
  // The server left a sign that this browser has a session: its home page begins with the citizen's day.
  if (!/(^|; )nation_here_\w+=1/.test(document.cookie)) return
  root.setAttribute('data-here', '')
  // It greets by the name that this browser remembers; a name that would end the quotation waits for the app.
  try {
    kept = JSON.parse(localStorage.getItem('user')).state.user
    var name = kept.username
    if (typeof name === 'string' && /^[^"\\\x00-\x1f]+$/.test(name))
      root.style.setProperty('--here-name', '"' + name + '"')
  } catch (_) {}
  // It shows what waited when this browser last read the citizen's day (`src/features/home/day/remember-day.ts`).
  try {
    var day = JSON.parse(localStorage.getItem('nation.day'))
    var now = Date.now()
    var isOver = function (line) {
      return line.until !== null && !(line.until > now)
    }
    // Of another citizen, more than a day old or partly over: the app reads it anew.
    if (day.uid !== kept.uid || !(day.at <= now && now - day.at < 86400000) || day.lines.some(isOver)) return
    var show = function () {
      var place = document.querySelector('[data-remembered]')
      var model = document.querySelector('[data-remembered-line]')
      if (!place || !model) return
      day.lines.forEach(function (line) {
        var item = place.appendChild(model.cloneNode(true))
        var link = item.querySelector('a')
        item.querySelector('h3').textContent = line.title
        item.querySelector('h3 + p').textContent = line.detail
        // A line that waits without an end says nothing of it.
        if (line.until === null) item.querySelector('p + p').remove()
        link.querySelector('span span').textContent = line.action
        if (/^\/[a-z]/.test(line.to)) link.href = line.to
      })
      root.setAttribute('data-remembers', '')
    }
    document.addEventListener('DOMContentLoaded', show, { once: true })
  } catch (_) {}
})()

// Answers presses from the first paint until the app takes over (`src/app/early.ts`). 'Enter' opens the gate and is kept where
// the app's store reads it. Another button marked `data-early` shows that it waits, and the app presses it later. When the app's
// scripts do not come, nothing waits any more, and a notice offers to load the page again.
;(function () {
  var root = document.documentElement
  var pressed = []
  var over = false
  var notice = null

  function keepAcceptance() {
    var state = {}
    try {
      state = JSON.parse(localStorage.getItem('ui')).state || state
    } catch (_) {}
    state.consentAccepted = true
    try {
      localStorage.setItem('ui', JSON.stringify({ state: state, version: 2 }))
    } catch (_) {}
  }

  function setBehindGate(behind) {
    var shell = document.querySelector('[data-behind-gate]')
    if (shell) shell.inert = behind
  }

  function enter() {
    keepAcceptance()
    root.setAttribute('data-entered', 'now')
    setBehindGate(false)
    // 'Enter' has gone with the gate.
    var main = document.getElementById('main')
    if (main) main.focus({ preventScroll: true })
  }

  function onClick(event) {
    var control = event.target.closest('[data-early]')
    if (!control) return
    event.preventDefault()
    event.stopImmediatePropagation()
    var name = control.getAttribute('data-early')
    if (name === 'enter') return enter()
    if (notice) return notice.querySelector('button').focus()
    control.setAttribute('aria-busy', 'true')
    if (pressed.indexOf(name) < 0) pressed.push(name)
  }

  function onNoApp() {
    if (over || notice) return
    document.querySelectorAll('[data-early][aria-busy]').forEach(function (control) {
      control.removeAttribute('aria-busy')
    })
    pressed = []
    notice = document.createElement('div')
    notice.setAttribute('role', 'alert')
    notice.setAttribute('data-no-app', '')
    var words = notice.appendChild(document.createElement('p'))
    words.textContent = 'The page did not load completely. Check your connection, then load it again.'
    var again = notice.appendChild(document.createElement('button'))
    again.type = 'button'
    again.textContent = 'Load again'
    again.addEventListener('click', function () {
      location.reload()
    })
    document.body.appendChild(notice)
  }

  // Until the visitor has entered, keyboard and screen reader begin inside the gate.
  function holdFocus() {
    var sheet = document.querySelector('[data-gate] [role="dialog"]')
    if (!sheet || over || root.hasAttribute('data-entered')) return
    setBehindGate(true)
    // In a layout of its own, and not before the first paint.
    requestAnimationFrame(function () {
      if (!over && !root.hasAttribute('data-entered')) sheet.focus({ preventScroll: true })
    })
  }

  document.addEventListener('click', onClick, true)
  document.addEventListener('DOMContentLoaded', holdFocus)
  document.addEventListener('nation:no-app', onNoApp)
  document.addEventListener('nation:take-over', function (event) {
    over = true
    document.removeEventListener('click', onClick, true)
    event.detail.entered = root.getAttribute('data-entered') === 'now'
    event.detail.pressed = pressed.splice(0)
  })
})()

// Fetches the app: on the home page after its first view was painted, so that page, styles and type have the line to
// themselves; elsewhere, where there is nothing to paint before it, at once.
;(function () {
  var app = document.currentScript.getAttribute('data-app')
  if (!app) return
  var parts = document.currentScript.getAttribute('data-parts').split(' ').filter(Boolean)
  var begun = false

  function begin() {
    if (begun) return
    begun = true
    parts.forEach(function (part) {
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = part
      document.head.appendChild(link)
    })
    // Each part runs in a task of its own, in their order: all at once they hold a phone up for a sixth of a second.
    parts.forEach(load)
    // Also when one of the scripts that it imports does not come.
    load(app).onerror = function noApp() {
      if (document.body) return document.dispatchEvent(new Event('nation:no-app'))
      document.addEventListener('DOMContentLoaded', noApp)
    }
  }

  function load(part) {
    var script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.async = false
    script.src = part
    return document.head.appendChild(script)
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
