/** What a wallet is asked to sign to prove its owner (Sign-In With Solana). */
export interface SignInRequest {
  readonly domain: string
  readonly address: string
  readonly statement: string
  readonly uri: string
  readonly version: '1'
  readonly chainId: string
  readonly nonce: string
  /** ISO instants. */
  readonly issuedAt: string
  readonly expirationTime: string
}

/** How long a request to sign is good, in milliseconds. */
export const signInLifetimeMs = 10 * 60_000

/** What the citizen reads in their wallet before they sign. */
export const signInStatement = 'Link this wallet to my citizenship. This costs nothing and moves no tokens.'

/** The text that is signed, exactly as wallets write it. */
export function signInMessage(request: SignInRequest): string {
  return [
    `${request.domain} wants you to sign in with your Solana account:`,
    request.address,
    '',
    request.statement,
    '',
    `URI: ${request.uri}`,
    `Version: ${request.version}`,
    `Chain ID: ${request.chainId}`,
    `Nonce: ${request.nonce}`,
    `Issued At: ${request.issuedAt}`,
    `Expiration Time: ${request.expirationTime}`,
  ].join('\n')
}

const line = '([^\\n]{1,512})'
const grammar = new RegExp(
  [
    '^([^\\s/]{1,255}) wants you to sign in with your Solana account:',
    '([1-9A-HJ-NP-Za-km-z]{32,44})',
    '',
    line,
    '',
    `URI: ${line}`,
    'Version: (1)',
    'Chain ID: ([\\w:-]{1,64})',
    'Nonce: ([A-Za-z0-9]{8,128})',
    'Issued At: (\\S{20,40})',
    'Expiration Time: (\\S{20,40})$',
  ].join('\\n'),
)

/** Reads a signed text; null when it is not one of ours to the letter: no field more, none less, in this order. */
export function readSignInMessage(text: string): SignInRequest | null {
  const [, domain, address, statement, uri, , chainId, nonce, issuedAt, expirationTime] = grammar.exec(text) ?? []
  if (!domain || !address || !statement || !uri || !chainId || !nonce || !issuedAt || !expirationTime) return null
  const request = { domain, address, statement, uri, version: '1', chainId, nonce, issuedAt, expirationTime } as const
  return signInMessage(request) === text ? request : null
}
