import { randomBytes } from 'node:crypto'
import { PERSONA_HANDLES } from '@nation/demo'
import type { Persona } from '@nation/demo'
import { html, Markup, nothing } from './html'
import type { Answer } from './http'
import { SCRIPT } from './page-script'
import { STYLE } from './page-style'

/** What the page for picking someone shows. */
export interface PickPage {
  /** The sign-in request's own parameters, sent along with the pick. */
  readonly hidden: readonly (readonly [string, string])[]
  readonly personas: readonly Persona[]
  /** Words that are searched for; for browsers without scripts. */
  readonly search: string
  readonly now: Date
  readonly notice?: string
}

/** The page where one picks who one is: one click on a person signs in. */
export function pickPage(page: PickPage): Answer {
  const named: readonly string[] = Object.values(PERSONA_HANDLES)
  const matching = page.personas.filter((persona) => page.search === '' || matches(persona, page.search, page.now))
  const first = matching.filter(({ handle }) => named.includes(handle))
  const others = matching.filter(({ handle }) => !named.includes(handle))
  const inputs = page.hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)
  const list = (id: string, people: readonly Persona[]) =>
    html`<ul class="people" id="${id}">
      ${people.map((persona) => personItem(persona, page.now))}
    </ul>`
  const main = html`
    <header>
      ${seal}
      <div>
        <h1>Sign in to Nation <span>— pick who you are</span></h1>
        <p class="notice">
          <strong>This is a local stand-in for X.</strong> No password, no real accounts: the user that you pick signs
          in, on this machine only.
        </p>
      </div>
    </header>
    ${page.notice ? html`<p class="alert" role="alert">${page.notice}</p>` : nothing}
    <div class="tools">
      <form role="search" id="search" action="/i/oauth2/authorize">
        ${inputs}
        <label for="q">Find someone</label>
        <input
          id="q"
          name="q"
          type="search"
          autocomplete="off"
          spellcheck="false"
          value="${page.search}"
          placeholder="Name, handle or “too young”"
        />
      </form>
      <form class="cancel" action="/i/oauth2/authorize">
        ${inputs}<button name="cancel" value="1">Cancel and go back</button>
      </form>
    </div>
    <p id="count" role="status">${matching.length === 0 ? 'No user matches.' : ''}</p>
    <form action="/i/oauth2/authorize" id="picks">
      ${inputs}
      <section aria-labelledby="first-title" ${first.length === 0 ? new Markup('hidden') : nothing}>
        <h2 id="first-title">Someone for every part of the nation</h2>
        ${list('first', first)}
      </section>
      <section aria-labelledby="others-title" ${others.length === 0 ? new Markup('hidden') : nothing}>
        <h2 id="others-title">Everyone else <small>${others.length}</small></h2>
        ${list('others', others)}
        <button type="button" id="more" hidden>Show all ${others.length}</button>
      </section>
    </form>
    <footer>Nation asks for the public profile only: name, handle, picture, followers and the account’s age.</footer>
  `
  return document('Sign in to Nation — pick who you are', main, 200, SCRIPT)
}

/** A page that says why a sign-in cannot go on. */
export function errorPage(reason: string): Answer {
  const main = html`
    <header>
      ${seal}
      <div>
        <h1>This sign-in cannot go on</h1>
        <p class="notice"><strong>This is a local stand-in for X.</strong></p>
      </div>
    </header>
    <p class="alert" role="alert">${reason}</p>
    <p>You were not signed in. Go back to Nation and start again.</p>
  `
  return document('This sign-in cannot go on', main, 400)
}

/** What one finds at the stand-in's own address. */
export function homePage(): Answer {
  const main = html`
    <header>
      ${seal}
      <div>
        <h1>A local stand-in for X</h1>
        <p class="notice">Sign in from Nation, and you will be asked here who you are.</p>
      </div>
    </header>
    <p>For developers: <a href="/personas">the accounts</a> and <a href="/health">the state</a> as JSON.</p>
  `
  return document('A local stand-in for X', main, 200)
}

const YOUNG_MONTHS = 6

function isYoung({ createdAt }: Persona, now: Date): boolean {
  const grown = new Date(createdAt)
  grown.setUTCMonth(grown.getUTCMonth() + YOUNG_MONTHS)
  return grown > now
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

function factsOf(persona: Persona): string {
  const followers = `${compact.format(persona.followers)} ${persona.followers === 1 ? 'follower' : 'followers'}`
  return `${followers} · since ${month.format(persona.createdAt)}`
}

/** Everything about a person that a search looks through, in plain small letters. */
function wordsOf(persona: Persona, now: Date): string {
  const marks = `${persona.verified ? 'verified' : ''} ${isYoung(persona, now) ? 'too young' : ''}`
  return plain(`${persona.name} @${persona.handle} ${persona.description} ${persona.kind} ${marks}`)
}

function matches(persona: Persona, search: string, now: Date): boolean {
  return wordsOf(persona, now).includes(plain(search))
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

function personItem(persona: Persona, now: Date): Markup {
  return html`<li data-words="${wordsOf(persona, now)}">
    <button name="login_hint" value="${persona.handle}">
      <img src="/images/${persona.handle}.svg" alt="" width="56" height="56" loading="lazy" />
      <span class="who">
        <span class="name"><b>${persona.name}</b>${persona.verified ? tick : nothing}</span>
        <span class="handle">@${persona.handle}</span>
        ${persona.description ? html`<span class="line">${persona.description}</span>` : nothing}
        <span class="facts">${factsOf(persona)}${isYoung(persona, now) ? html` · <em>too young</em>` : nothing}</span>
      </span>
    </button>
  </li>`
}

const tick = html`<svg class="tick" viewBox="0 0 20 20" width="16" height="16" role="img" aria-label="Verified">
  <path
    d="M10 1l2.400 1.800 3-.1.900 2.900 2.400 1.800-1 2.600 1 2.600-2.400 1.800-.9 2.900-3-.1L10 19l-2.400-1.800-3 .1-.9-2.900L1.300 12.600l1-2.600-1-2.600 2.400-1.800.9-2.900 3 .1z"
  />
  <path class="check" d="M6.500 10.200l2.400 2.400 4.600-5" />
</svg>`

/** A rosette as on a banknote, turned from ellipses. */
const seal = new Markup(
  `<svg class="seal" viewBox="0 0 64 64" width="56" height="56" aria-hidden="true">${Array.from(
    { length: 12 },
    (_, turn) => `<ellipse cx="32" cy="32" rx="30" ry="11" transform="rotate(${turn * 15} 32 32)"/>`,
  ).join('')}<circle class="core" cx="32" cy="32" r="10"/><path class="letter" d="M28 37V27l8 10V27"/></svg>`,
)

/** Outside of a template: bundlers rewrite templates that hold a closing script tag. */
function scriptElement(script: string, nonce: string): Markup {
  return new Markup(`<script nonce="${nonce}">${script}</script>`)
}

function document(title: string, main: Markup, status: number, script?: string): Answer {
  const nonce = randomBytes(16).toString('base64')
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <main>${main}</main>
        ${script ? scriptElement(script, nonce) : nothing}
      </body>
    </html>`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': [
        "default-src 'none'",
        "img-src 'self' data:",
        `style-src 'nonce-${nonce}'`,
        `script-src 'nonce-${nonce}'`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    },
    body: page.text,
  }
}
