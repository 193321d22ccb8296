import { CertificateRefused, RedirectRefused } from './server-fetch'
import type { ServerFetch, ServerRequest } from './server-fetch'

/** What a session's own `fetch` is asked with. */
export interface ElectronRequest extends ServerRequest {
  readonly credentials: 'omit'
  readonly redirect: 'manual'
  readonly cache: 'no-store'
  readonly bypassCustomProtocolHandlers: true
  readonly duplex?: 'half'
}

/**
 * Chromium's errors about a certificate, and no others: Electron hands them on as the message of the request's own error. What an earlier
 * request came to says nothing about this one, so nothing is remembered. `CERT_DATABASE_CHANGED` and `CERT_VERIFIER_CHANGED` say that this
 * computer's own settings changed meanwhile.
 */
const UNTRUSTED =
  /\bnet::ERR_(CERT_(?!DATABASE_CHANGED|VERIFIER_CHANGED)\w+|CERTIFICATE_TRANSPARENCY_REQUIRED|SSL_PINNED_KEY_NOT_IN_CERT_CHAIN)\b/
/** Electron's only word for it: with `manual` it cancels the request in place of answering. */
const REDIRECTED = /redirect was cancelled/i

/** Asks servers through a session of Electron's: without cookies and caches, and past the console's own scheme. */
export function fetchThrough(fetch: (address: string, request: ElectronRequest) => Promise<Response>): ServerFetch {
  return async (address, { method, headers, body, signal }) => {
    try {
      return await fetch(address, {
        method,
        headers,
        signal,
        credentials: 'omit',
        redirect: 'manual',
        cache: 'no-store',
        bypassCustomProtocolHandlers: true,
        ...(body && { body, duplex: 'half' }),
      })
    } catch (error) {
      const words = error instanceof Error ? error.message : ''
      if (REDIRECTED.test(words)) throw new RedirectRefused()
      throw UNTRUSTED.test(words) ? new CertificateRefused() : error
    }
  }
}
