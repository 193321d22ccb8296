// Loads the page that was wanted once the nation answers again.
function look() {
  fetch('/api/health', { cache: 'no-store' }).then(
    function (response) {
      if (response.ok) location.reload()
    },
    function () {},
  )
}
// A connection that is just back may fail the first request.
addEventListener('online', function () {
  ;[0, 1000, 4000].forEach(function (pause) {
    setTimeout(look, pause)
  })
})
// The connection may have come back for this page and not yet for the worker that loads it.
setTimeout(look, 3000)
setInterval(look, 15000)
