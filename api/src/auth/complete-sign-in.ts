import { setTimeout as pause } from 'node:timers/promises'
import { NationError } from '@nation/domain/errors'
import { browserSessionOf, openSession, signOut, wasOpened, type BrowserSession } from '@nation/core/sessions'
import { profileOfCode, type XProfile } from '@nation/core/x'
import { change, isDuplicate, leaseOf, read } from '@nation/core/platform'
import { type Deps, singleFlight } from '../frame'

/** What X is asked with. */
interface Grant {
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string
}

/** The browser that comes back from X. */
interface Browser {
  readonly userAgent: string
  /** Its refresh cookie, if it is signed in already. */
  readonly refreshToken: string | undefined
}

/** How long an outcome is remembered for a browser that asks for it again, in milliseconds. */
const rememberedMs = 60_000
/** Longer than X is waited for, twice: for the token, and for the profile. */
const leaseMs = 30_000
const lookAgainMs = 100

/** What this process knows of sign-ins, for a minute each, by the id of the session. */
interface Known {
  /** Null when the session was opened; what X or the nation refused otherwise. */
  readonly outcomes: ReturnType<typeof singleFlight<NationError | null>>
  /** Whom X vouched for: it is asked once, also when the nation was busy then. */
  readonly profiles: ReturnType<typeof singleFlight<XProfile>>
}

const knownOf = new WeakMap<Deps, Known>()

function knownTo(deps: Deps): Known {
  const known = knownOf.get(deps) ?? { outcomes: singleFlight(rememberedMs), profiles: singleFlight(rememberedMs) }
  knownOf.set(deps, known)
  return known
}

/**
 * Exchanges the code at X and opens the session `id`, once: further requests for the same `id`, at the same time or later,
 * wait for the first and get the same session or the same refusal. When the nation was busy, a later request tries again, with
 * what X answered. Null when the session has ended since.
 * @throws NationError what X or the nation refused; `busy`
 */
export async function completeSignIn(
  deps: Deps,
  id: string,
  grant: Grant,
  browser: Browser,
): Promise<BrowserSession | null> {
  const refused = await knownTo(deps).outcomes(id, () =>
    openOnce(deps, id, grant, browser).then(
      () => null,
      (error: unknown) => {
        // A refusal is remembered as an outcome; what was busy or not expected may be tried again.
        if (error instanceof NationError && error.code !== 'busy') return error
        throw error
      },
    ),
  )
  if (refused) throw refused
  return read(deps.runtime, null, (ctx) => browserSessionOf(ctx, deps.keys, id))
}

/** One process at a time asks X: a code that is presented twice is refused, and may end what it was given out for. */
async function openOnce(deps: Deps, id: string, grant: Grant, browser: Browser): Promise<void> {
  const { runtime } = deps
  const opened = () => read(runtime, null, (ctx) => wasOpened(ctx, id))
  const lease = leaseOf(runtime.database, `sign-in:${id}`, leaseMs)
  for (const until = Date.now() + leaseMs; !(await lease.hold()); await pause(lookAgainMs)) {
    if (await opened()) return
    if (Date.now() > until) throw new NationError('busy')
  }
  try {
    if (!(await opened())) await open(deps, id, grant, browser)
  } finally {
    await lease.release()
  }
}

async function open(deps: Deps, id: string, grant: Grant, browser: Browser): Promise<void> {
  const { runtime, keys } = deps
  const profile = await knownTo(deps).profiles(id, () => profileOfCode(deps.config.x, grant))
  try {
    await change(runtime, {}, async (ctx) => {
      // The cookie is about to be overwritten: the session behind it could never be signed out of again.
      await signOut(ctx, keys, browser.refreshToken)
      await openSession(ctx, keys, profile, browser.userAgent, id)
    })
  } catch (error) {
    // Another process opened this session after all: it is as good as ours.
    if (!isDuplicate(error) || !(await read(runtime, null, (ctx) => wasOpened(ctx, id)))) throw error
  }
}
