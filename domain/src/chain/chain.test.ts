import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressBytes,
  addressOf,
  canTransact,
  demoMint,
  isAddress,
  readSignInMessage,
  signInMessage,
  signInStatement,
  type SignInRequest,
} from '.'

const request: SignInRequest = {
  domain: 'nation.example',
  address: demoMint,
  statement: signInStatement,
  uri: 'https://nation.example',
  version: '1',
  chainId: 'mainnet',
  nonce: '0123456789abcdef',
  issuedAt: '2026-01-06T12:00:00.000Z',
  expirationTime: '2026-01-06T12:10:00.000Z',
}

describe('An address', () => {
  it('is 32 bytes in base58, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const text = addressOf(bytes)
        expect(isAddress(text)).toBe(true)
        expect(addressBytes(text)).toEqual(bytes)
      }),
    )
  })

  it.each(['', '0x00', 'O'.repeat(44), '1'.repeat(31), `${demoMint} `, demoMint.slice(2), 'z'.repeat(44)])(
    'is not %j',
    (text) => expect(isAddress(text)).toBe(false),
  )
})

describe('A request to sign', () => {
  it('reads as wallets write it', () => {
    expect(signInMessage(request)).toBe(
      `nation.example wants you to sign in with your Solana account:\n${demoMint}\n\n${signInStatement}\n\n` +
        'URI: https://nation.example\nVersion: 1\nChain ID: mainnet\nNonce: 0123456789abcdef\n' +
        'Issued At: 2026-01-06T12:00:00.000Z\nExpiration Time: 2026-01-06T12:10:00.000Z',
    )
  })

  it('is read back from its text', () => {
    expect(readSignInMessage(signInMessage(request))).toEqual(request)
  })

  it.each([
    ['a line more', (text: string) => `${text}\n`],
    ['a field more', (text: string) => `${text}\nRequest ID: 7`],
    ['a field less', (text: string) => text.replace(/\nNonce: .*/, '')],
    ['fields in another order', (text: string) => text.replace(/(URI: .*)\n(Version: .*)/, '$2\n$1')],
    ['another version', (text: string) => text.replace('Version: 1', 'Version: 2')],
    ['line ends of another system', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a statement of two lines', (text: string) => text.replace(signInStatement, 'one\ntwo')],
    ['no statement', (text: string) => text.replace(`${signInStatement}\n\n`, '')],
    ['another beginning', (text: string) => text.replace('Solana', 'Ethereum')],
  ])('is not read with %s', (_, change) => {
    expect(readSignInMessage(change(signInMessage(request)))).toBeNull()
  })
})

describe('What a wallet may', () => {
  it('can transact when a wallet is linked that holds some of the native coin', () => {
    expect(canTransact({ walletAddress: demoMint, nativeBalance: 1n })).toBe(true)
    expect(canTransact({ walletAddress: demoMint, nativeBalance: 0n })).toBe(false)
    expect(canTransact({ walletAddress: demoMint, nativeBalance: null })).toBe(false)
    expect(canTransact({ walletAddress: null, nativeBalance: 1n })).toBe(false)
  })
})
