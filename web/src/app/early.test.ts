import { expect, it } from 'vitest'
import { rememberFocus } from './early'

const served = `<main id="main" tabindex="-1"><a href="/rules">Rules</a></main>
  <div data-gate><div role="dialog" tabindex="-1"><button data-early="enter">Enter</button><a href="/rules">Read the Rules</a></div></div>`
const draw = () => (document.body.innerHTML = served)
const focus = (selector: string) => document.querySelector<HTMLElement>(selector)!.focus()

it('focus that moves while a page is drawn anew is brought to where it moved', () => {
  draw()
  focus('[role="dialog"]')
  const restoreFocus = rememberFocus()
  focus('[data-gate] a')
  draw()
  expect(document.activeElement).toBe(document.body)
  restoreFocus()
  expect(document.activeElement).toBe(document.querySelector('[data-gate] a'))
})

it('what is focused later is none of its business', () => {
  draw()
  focus('[data-early="enter"]')
  const restoreFocus = rememberFocus()
  draw()
  restoreFocus()
  focus('main a')
  draw()
  restoreFocus()
  expect(document.activeElement).toBe(document.querySelector('[data-early="enter"]'))
})

it('a focus on the page itself, as when the gate has opened, stays there', () => {
  draw()
  focus('main')
  const restoreFocus = rememberFocus()
  draw()
  restoreFocus()
  expect(document.activeElement).toBe(document.querySelector('main'))
})
