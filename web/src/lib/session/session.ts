import type { EventKind } from '@nation/domain/events'
import { endsSessions } from '@nation/domain/events/own'
import type { CallAnswer } from '@nation/domain/contract'
import { startTransition, useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import { ApiError } from '../api/api-error'
import { call, takeTokensFrom } from '../api/client'
import { queryClient } from '../query/query'
import { serverNow } from '../server-time'
import { remember } from '../store/citizen'
import { removeDraftsOf, removeStored, DAY_KEY, MESSENGER_KEYS, VISIT_KEYS } from '../store/device'
import { useServed } from '../use-hydrated'
import { channelOfTabs, oneTabAtATime } from './tabs'

/** A citizen as they see themselves. */
export type OwnProfile = CallAnswer<'auth.refresh'>['user']

export interface SessionState {
  /** `unknown` until the browser's session cookie was asked about. */
  readonly status: 'unknown' | 'signed-out' | 'signed-in'
  readonly user: OwnProfile | null
}

const unknown: SessionState = { status: 'unknown', user: null }

/** Who is signed in. The access token is no part of it: it lives in this module's memory only. */
const session = createStore<SessionState>(() => unknown)

/** What the served page was drawn with. */
const servedSession = createStore<SessionState>(() => unknown)

const whole = (state: SessionState): unknown => state

/**
 * Who is signed in, as the screens read it. A part of the served page learns it once it was taken over and the citizen is known, in a
 * transition: React would draw what an external store says in one piece, and hold a phone up for a third of a second.
 */
function useSessionOnScreen<T = SessionState>(select = whole as (state: SessionState) => T): T {
  const [follows, setFollows] = useState(!useServed())
  useEffect(() => {
    if (!follows) return onceKnown(() => startTransition(() => setFollows(true)))
  }, [follows])
  return useStore(follows ? session : servedSession, select)
}

/** The session, for screens as a hook and for others as a store. */
export const useSession = Object.assign(useSessionOnScreen, session)

/** Runs as soon as it is known whether a citizen is signed in: at once, where it is. @returns how to let it be */
function onceKnown(run: () => void): () => void {
  const isKnown = () => session.getState().status !== 'unknown'
  if (isKnown()) {
    run()
    return () => {}
  }
  const stop = session.subscribe(() => {
    if (!isKnown()) return
    stop()
    run()
  })
  return stop
}

interface Access {
  readonly token: string
  readonly expiresAt: number
}

/** A token is renewed this long before it ends. */
const MARGIN = 45_000
/** The user is fetched again at most this often (requirements 1.4). */
const USER_THROTTLE = 30_000
/** Quicker than elsewhere: a page waits for its citizen. */
const refreshRetries = { timeout: 5000, pauses: [1000, 2000] }

/** Other tabs' refreshes are waited for this long: longer than the attempts of one. */
const OTHER_TABS = 20_000

/** The refusals that say that the session is over. All else passes: a rate limit, a proxy's page, a server that is not there. */
const over: ReadonlySet<ApiError['code']> = new Set(['unauthenticated', 'session_ended', 'session_reused'])
/** A refresh that failed is tried again after this long, where the server does not say when; and after at most so long. */
const AGAIN = 20_000
const AGAIN_AT_MOST = 600_000

let access: Access | null = null
let running: Promise<Access | null> | null = null
let renewal: ReturnType<typeof setTimeout> | undefined
let userFetchedAt = 0
/** Until when the server does not want to be asked for a token again. */
let heldUntil = 0

/** What the tabs of a browser tell each other: that the session is over, or whose it is now. */
type ToTabs = 'signed-out' | { readonly signedIn: string }

let channel: BroadcastChannel | null = null
const tellTabs = (told: ToTabs) => channel?.postMessage(told)

/** Asks the browser's cookie for a token; one at a time in a tab, one tab at a time. */
export function refreshSession(): Promise<Access | null> {
  if (!running && Date.now() < heldUntil) return Promise.resolve(access)
  running ??= oneTabAtATime('nation-session-refresh', fetchAccess, OTHER_TABS).finally(() => {
    running = null
  })
  return running
}

async function fetchAccess(): Promise<Access | null> {
  try {
    // The nation rotates the cookie when it is asked: the answer reaches the browser also where the page has gone meanwhile.
    const answer = await call('auth.refresh', {}, { anonymous: true, retries: refreshRetries, keepalive: true })
    signedIn(answer)
  } catch (error) {
    if (!(error instanceof ApiError && over.has(error.code))) {
      retryLater(error instanceof ApiError ? error.retryAfter : null)
    } else {
      // The other tabs have the same cookie: what is over for this one is over for them.
      if (useSession.getState().status === 'signed-in') tellTabs('signed-out')
      signedOut()
    }
  }
  return access
}

function signedIn(answer: CallAnswer<'auth.refresh'>): void {
  const { uid } = answer.user
  // The other tabs have the same cookie. One that knows this citizen already does nothing, so that tabs do not answer each other.
  if (session.getState().user?.uid !== uid) tellTabs({ signedIn: uid })
  heldUntil = 0
  access = { token: answer.accessToken, expiresAt: answer.expiresAt }
  userFetchedAt = Date.now()
  knowCitizen(answer.user)
  const left = answer.expiresAt - serverNow() - MARGIN
  clearTimeout(renewal)
  renewal = setTimeout(() => void refreshSession(), Math.max(left, 5000))
}

/** Takes over the citizen's profile. What a screen read of it before is older: the next screen about it would bring that back. */
function knowCitizen(user: OwnProfile): void {
  session.setState({ status: 'signed-in', user })
  const queryKey = ['user.get-user', { uid: user.uid }]
  queryClient.setQueryData(queryKey, (older?: object) => older && { success: true, user })
}

/** No citizen is signed in here: what they wrote in the messenger, when they came and their day do not stay behind. */
function signedOut(): void {
  removeStored(MESSENGER_KEYS)
  removeStored(VISIT_KEYS)
  removeStored(DAY_KEY)
  remember(null)
  heldUntil = 0
  access = null
  clearTimeout(renewal)
  useSession.setState({ status: 'signed-out', user: null })
}

/**
 * The server did not say who is signed in: a known citizen stays signed in; otherwise the visitor's page is shown. What is on the
 * device stays there. `seconds`: how long it wants to be left alone.
 */
function retryLater(seconds: number | null): void {
  if (useSession.getState().status === 'unknown') useSession.setState({ status: 'signed-out', user: null })
  clearTimeout(renewal)
  const wait = seconds === null ? AGAIN : Math.min(AGAIN_AT_MOST, seconds * 1000)
  if (seconds !== null) heldUntil = Date.now() + wait
  // The tabs of a browser, and the people behind an address, do not come back at the same moment.
  renewal = setTimeout(() => void refreshSession(), wait + (seconds === null ? 0 : Math.random() * AGAIN))
}

/** A token that is good for a moment yet, or null when signed out. Waits for a refresh that is under way. */
export async function currentToken(): Promise<string | null> {
  if (running) await running
  if (access && access.expiresAt - serverNow() < 5000) await refreshSession()
  return access?.token ?? null
}

/** This tab's tokens, for requests to the server. */
export const tokens = {
  citizen: (): string | null => session.getState().user?.uid ?? null,
  current: currentToken,
  async renew(refused: string): Promise<string | null> {
    if (access && access.token !== refused) return access.token
    return (await refreshSession())?.token ?? null
  },
}

/**
 * Starts the session of this tab: looks whether the browser is signed in, and follows what other tabs do. A tab that comes to the front, or
 * back from the browser's cache of whole pages, may have missed that: it compares what it knows with the browser's cookies.
 * @returns how to stop
 */
export function startSession(): () => void {
  const end = new AbortController()
  const { signal } = end
  takeTokensFrom(tokens)
  channel = channelOfTabs('nation-session')
  channel?.addEventListener(
    'message',
    ({ data }: MessageEvent<ToTabs>) => {
      if (data === 'signed-out') signedOut()
      else if (data.signedIn !== session.getState().user?.uid) void refreshSession()
    },
    { signal },
  )
  const look = () => {
    const knows = session.getState().status === 'signed-in'
    if (document.visibilityState === 'visible' && maybeSignedIn() !== knows) void refreshSession()
  }
  document.addEventListener('visibilitychange', look, { signal })
  addEventListener('pageshow', look, { signal })
  addEventListener(
    'online',
    () => {
      if (maybeSignedIn()) void refreshSession()
    },
    { signal },
  )
  if (maybeSignedIn()) void refreshSession()
  else signedOut()
  return () => {
    end.abort()
    channel?.close()
    channel = null
  }
}

/** What happens to a citizen that ends sessions of theirs: on this browser perhaps, too. */
const endings: ReadonlySet<EventKind> = new Set(endsSessions)

/** Asks at once whether this browser is still signed in when the nation says that one's sessions were ended elsewhere. */
export function endOnEvents(hear: (listener: (event: EventPart) => void) => unknown): void {
  hear(({ kind, subject }) => {
    if (endings.has(kind) && subject === useSession.getState().user?.uid) void refreshSession()
  })
}

interface EventPart {
  readonly kind: EventKind
  readonly subject: string | null
}

/** Whether the server left a sign that this browser has a session; without it there is no token to ask for. */
function maybeSignedIn(): boolean {
  return /(^|; )nation_here_\w+=1/.test(document.cookie)
}

/** Goes to X to sign in, and comes back to where one was. */
export function signIn(returnTo = location.pathname + location.search): void {
  location.assign(`/api/auth/x/login?returnTo=${encodeURIComponent(returnTo)}`)
}

/** Ends the session of this browser, or all sessions of the citizen. Drafts on this device go, too: the citizen leaves it on purpose. */
export async function signOut(everywhere = false): Promise<void> {
  const uid = useSession.getState().user?.uid
  const leave = () => {
    signedOut()
    if (uid) removeDraftsOf(uid)
  }
  if (everywhere) await call('auth.logout-everywhere', {})
  // The cookie is what this needs; the token may have ended a moment ago.
  const clearCookie = call('auth.logout', {}, { anonymous: true })
  if (everywhere) leave()
  await clearCookie
  leave()
  tellTabs('signed-out')
}

/** Fetches the user again, at most once in 30 s. */
export async function refetchUser(): Promise<void> {
  const user = useSession.getState().user
  if (!user || Date.now() - userFetchedAt < USER_THROTTLE) return
  userFetchedAt = Date.now()
  const answer = await call('user.get-user', { uid: user.uid })
  // The citizen may have signed out meanwhile, or another one in.
  if ('isAdmin' in answer.user && session.getState().user?.uid === user.uid) knowCitizen(answer.user)
}
