// Loads the page that was wanted once the nation answers again.
function look() {
  fetch('/api/health', { cache: 'no-store' }).then(
    function (response) {
      if (response.ok) location.reload()
    },
    function () {},
  )
}
addEventListener('online', look)
setInterval(look, 15000)
