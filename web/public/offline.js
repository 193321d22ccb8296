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
setInterval(look, 15000)
