import type { Tokens } from '../../lib/live/live'
import { endPanel, usePanel } from './panel-session'
import { useAccountToken } from './replica/account-token'
import { wakeReplica } from './replica/run-replica'

/** The token of the panel's session in this window: of the copy's account, or of who gave the password here. */
const tokenNow = (): string | null => useAccountToken.getState().token ?? usePanel.getState().token

/**
 * Calls `start` with the tokens of each panel session of this window, one after the other, and ends what it started before. Without a
 * session, and once one was refused, these are no tokens: then only what everybody may hear is heard. Windows of the same session, and
 * only these, are of one circle: none hears by the right of another session.
 * @param start starts an event stream, and returns a function that ends it
 * @returns a function that stops following
 */
export function followPanelSessions(start: (tokens: Tokens, circle: string) => () => void): () => void {
  let followed: string | null = null
  let end = start(noTokens, 'nation-live')
  const follow = () => {
    const token = tokenNow()
    if (token === followed) return
    followed = token
    end()
    // The end of the signature tells sessions apart, and opens nothing.
    end = token === null ? start(noTokens, 'nation-live') : start(tokensOf(token), `nation-live ${token.slice(-12)}`)
  }
  const stops = [usePanel.subscribe(follow), useAccountToken.subscribe(follow)]
  return () => {
    for (const stop of stops) stop()
    end()
  }
}

const noTokens: Tokens = { current: () => Promise.resolve(null), renew: () => Promise.resolve(null) }

function tokensOf(token: string): Tokens {
  let isRefused = false
  return {
    current: () => Promise.resolve(isRefused ? null : token),
    renew: (_, byNation) => {
      // Another server, such as a proxy, says nothing of the session: it is tried again.
      if (!byNation) return Promise.resolve(null)
      isRefused = true
      // The copy asks itself whether the session was ended, or has expired.
      wakeReplica()
      if (usePanel.getState().token === token) endPanel(true)
      return Promise.resolve(null)
    },
  }
}
