import { startNation, type NationOptions, type RunningNation } from '@nation/dev/nation'
import { test as base } from '@playwright/test'
import { WebClient } from './web-client'

/** How long a nation may take to start: it may have to be built, or lived through by another file's tests, first. */
const START_MS = 360_000

/**
 * When the demo nations of most files begin. A demo nation is lived through once for each beginning (`dev/src/nation/settled.ts`), which
 * costs some 20 processor seconds: a file with a time of its own moves the clock of one of these.
 */
export const TUESDAY = '2026-02-03T09:00:00Z'
/** President, Prime Minister and Secretary are closed; the ministries are voted on. */
export const THURSDAY = '2026-02-05T15:00:00Z'

interface FileOptions extends NationOptions {
  /**
   * Whether the service worker fetches the code of all main pages ahead, as it does for visitors: for files all of whose journeys are
   * about that. Without, it is the same worker with an empty list (decision 111).
   */
  precache?: boolean
}

/** The nation of a file. */
export interface FileNation extends RunningNation {
  /** From now until this test ends, the service worker of a new browser fetches the code of all main pages ahead. */
  fetchCodeAhead(): void
}

/**
 * One nation for the tests of a file: started before the first, ended after the last. What is returned is the nation once it runs.
 */
export function useNation({ precache = false, ...options }: FileOptions): FileNation {
  let running: RunningNation | undefined
  let web: WebClient | undefined
  base.beforeAll(async () => {
    base.setTimeout(START_MS)
    if (!precache) web = new WebClient()
    const env = { ...(web && { NATION_WEB_DIR: web.dir }), ...options.env }
    running = await startNation({ ...options, env })
    // The nation has seen to the build.
    web?.link()
  })
  base.beforeEach(() => web?.fetchAhead(false))
  base.afterAll(async () => {
    await running?.stop()
    web?.remove()
  })
  return new Proxy({} as FileNation, {
    get(_, name: keyof FileNation) {
      if (name === 'fetchCodeAhead') return () => web?.fetchAhead(true)
      if (!running) throw new Error('The nation does not run yet: ask for it inside of a test.')
      return Reflect.get(running, name) as unknown
    },
  })
}

/** An account on X that the nation has not met, or a change to one. */
export interface Account {
  handle: string
  name?: string
  followers?: number
  createdAt?: string
}

/** Adds an account to the stand-in for X. */
export async function addAccount(nation: RunningNation, account: Account): Promise<void> {
  const answer = await fetch(`${nation.xOrigin}/personas`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!answer.ok) throw new Error(`The stand-in did not take @${account.handle}: ${await answer.text()}`)
}
