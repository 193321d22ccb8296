import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import type * as Zustand from 'zustand'
import { defaultRetries } from '../lib/api/transport'
import { queryClient } from '../lib/query/query'
import { clearFailedCalls } from '../lib/log/failed-calls'
import { clearLog } from '../lib/log/log'
import { useUi } from '../lib/store/ui'
import { takeLies } from './hold-to-contract'
import { endLeftTimers, keepEarlierTimers } from './left-timers'
import './short-elements'
import { resetStores } from './stores'

configure({
  // The first visit of a screen loads its code: on a busy machine, the panel's took twelve seconds.
  asyncUtilTimeout: 20_000,
  // The page's text, and not its whole tree. A query that waits makes this error at each change of the page, and reads the last one alone.
  getElementError: (message, container) => {
    const error = new Error(message ?? '')
    Object.defineProperty(error, 'message', { configurable: true, get: () => withPage(message ?? '', container) })
    return error
  },
})

/** What the page says when this is called, after a message that does not say it yet. */
const withPage = (message: string, container: Element): string =>
  message.includes(PAGE) ? message : `${message}${PAGE}${textOf(container).slice(0, 2000)}`

const PAGE = '\n\nThe page says: '

const textOf = (container: Element): string => {
  const shown = [...container.querySelectorAll('*:not(style, script)')]
  return shown
    .flatMap(({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === 3))
    .map((node) => node.textContent)
    .join(' ')
}

// The code that talks to wallets looks for them by the second, also when the test is over and its page is gone. Wallets are
// tried in browsers (e2e/wallet.spec.ts).
vi.mock('../features/wallet/WalletHost', () => ({ default: () => null }))

vi.mock('virtua', () => import('./whole-list'))

vi.mock('zustand', async (importOriginal) => {
  const zustand = await importOriginal<typeof Zustand>()
  const { rememberingCreate } = await import('./stores')
  return { ...zustand, create: rememberingCreate(zustand.create) }
})

/** The environment's own controls. */
const { happyDOM } = window as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } }

// Screens are opened behind the consent gate, unless a test is about the gate.
beforeEach(() => useUi.setState({ ...useUi.getInitialState(), consentAccepted: true }))

beforeEach(keepEarlierTimers)

const { pauses } = defaultRetries

// Files share the app's modules and the document: whatever a test leaves in them is put back.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Object.assign(defaultRetries, { pauses })
  // What a page asks after its test is never answered.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  document.body.replaceChildren()
  queryClient.clear()
  // What waits to be sent stays in its test.
  clearLog()
  clearFailedCalls()
  resetStores()
  localStorage.clear()
  // Some leave the page, to sign in at X.
  happyDOM.setURL('http://localhost:3000/')
  // Last: what is put back may set some, too.
  endLeftTimers()
  const lies = takeLies()
  if (lies.length > 0) throw new Error(`The API would not answer this:\n${lies.join('\n')}`)
})
