/** What a server's address came to: where to ask, or the sentence that says why not. */
export type ServerAddress = { readonly server: string; readonly local: boolean } | { readonly refused: string }

/** Whether a host's name means this machine itself. */
export const isThisMachine = (hostname: string): boolean => LOOPBACK.test(hostname)

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Reads the address of a server as people write it: a scheme is not needed. Only https is spoken, but to this machine itself.
 */
export function readServerAddress(text: string): ServerAddress {
  const written = text.trim()
  const refused = (sentence: string) => ({ refused: sentence })
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `https://${written}`
  if (written === '' || !URL.canParse(full))
    return refused('This is no address. Write it as in https://nation.example.')
  const { protocol, hostname, origin, username, password, pathname, search, hash } = new URL(full)
  if (protocol !== 'https:' && protocol !== 'http:') return refused('The address of a server begins with https://.')
  if (username !== '' || password !== '') return refused('The address must hold no name and no password.')
  if (pathname !== '/' || search !== '' || hash !== '') return refused('Leave out what follows the server’s name.')
  const local = isThisMachine(hostname)
  if (protocol === 'http:' && !local)
    return refused('Only https is taken: without it, anyone on the way could read and change what is sent.')
  return { server: origin, local }
}
