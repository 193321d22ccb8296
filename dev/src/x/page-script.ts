/** Narrows the lists while one types, and shows the long one in two steps. The page works without it. */
export const SCRIPT = `
const FEW = 24
const search = document.querySelector('#q')
const count = document.querySelector('#count')
const more = document.querySelector('#more')
const people = [...document.querySelectorAll('.people li')]
let showsAll = false

const plain = (text) => text.toLowerCase().normalize('NFD').replace(/\\p{M}/gu, '').trim()

function narrow() {
  const words = plain(search.value)
  let found = 0
  for (const section of document.querySelectorAll('section')) {
    let here = 0
    for (const person of section.querySelectorAll('li')) {
      const fits = person.dataset.words.includes(words)
      if (fits) here += 1
      const isBeyond = words === '' && !showsAll && person.parentElement.id === 'others' && here > FEW
      person.hidden = !fits || isBeyond
    }
    section.hidden = here === 0
    found += here
  }
  more.hidden = words !== '' || showsAll || document.querySelectorAll('#others li').length <= FEW
  count.textContent = words === '' ? '' : found === 0 ? 'No user matches.' : found === 1 ? '1 person' : found + ' people'
}

search.addEventListener('input', narrow)
search.form.addEventListener('submit', (event) => {
  event.preventDefault()
  people.find((person) => !person.hidden)?.querySelector('button').focus()
})
more.addEventListener('click', () => {
  const firstOfRest = people.find((person) => person.parentElement.id === 'others' && person.hidden)
  showsAll = true
  narrow()
  firstOfRest?.querySelector('button').focus()
})
narrow()
`
