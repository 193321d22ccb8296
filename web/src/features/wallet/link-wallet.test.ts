import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api/api-error'
import { useSession } from '../../lib/session/session'
import type { OwnProfile } from '../../lib/session/session'
import { useWallet } from '../../lib/store/citizen'
import { fakeNation } from '../../testing/fake-nation'
import { fakeWallet } from '../../testing/fake-citizen'
import { linkWallet, walletProblem } from './link-wallet'
import type { ProvingWallet } from './link-wallet'
import { askFor, enter, fail, giveUp, isWanted, settle, statusOf, useWalletLink } from './wallet-link'
import { walletTexts } from './wallets'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const other = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

let sent: { path: string; body: Record<string, unknown> }[]

beforeEach(() => {
  const nation = fakeNation({ now: NOW, as: 'citizen' })
  sent = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const body = init.body as string
    sent.push({ path: url, body: JSON.parse(body) as Record<string, unknown> })
    const answer = nation.handle(init.method ?? 'GET', url, body)
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }))
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A wallet that shows one account and signs whatever it is given. */
function wallet(ability: 'signIn' | 'signMessage', shows = fakeWallet): ProvingWallet & { shown: string } {
  const self: ProvingWallet & { shown: string } = {
    shown: shows,
    get publicKey() {
      return { toBase58: () => self.shown }
    },
    connect: () => Promise.resolve(),
    ...(ability === 'signIn'
      ? {
          signIn: ({ nonce }) =>
            Promise.resolve({
              account: { address: self.shown },
              signedMessage: new TextEncoder().encode(`signed ${nonce}`),
              signature: Uint8Array.from({ length: 64 }, () => 7),
            }),
        }
      : { signMessage: () => Promise.resolve(Uint8Array.from({ length: 64 }, () => 7)) }),
  }
  return self
}

describe('linking a wallet', () => {
  it('connects, asks for a request, has it signed, and hands in the proof', async () => {
    const steps: string[] = []
    const user = await linkWallet(wallet('signIn'), (step) => steps.push(step))
    expect(user.walletAddress).toBe(fakeWallet)
    expect(steps).toEqual(['signing', 'linking'])
    expect(sent.map(({ path }) => path)).toEqual(['/api/user/wallet-challenge', '/api/user/update-wallet'])
    expect(sent[1]!.body).toMatchObject({
      walletAddress: fakeWallet,
      proof: { signedMessage: btoa('signed a1b2c3d4e5f6a7b8'), signature: btoa('\u0007'.repeat(64)) },
    })
  })

  it('signs exactly the nation’s text where a wallet only signs messages', async () => {
    await linkWallet(wallet('signMessage'), () => {})
    const { proof } = sent[1]!.body as { proof: { signedMessage: string } }
    expect(atob(proof.signedMessage)).toBe(`nation.test wants you to sign in with your Solana account:\n${fakeWallet}`)
  })

  it.each(['signIn', 'signMessage'] as const)(
    'links nothing when the account changes before it signs (%s)',
    async (ability) => {
      const changing = wallet(ability)
      const problem = await linkWallet(changing, () => (changing.shown = other)).catch(walletProblem)
      expect(problem).toMatch(/The account in your wallet changed/)
      expect(sent.map(({ path }) => path)).toEqual(['/api/user/wallet-challenge'])
    },
  )

  it('says in the words that the requirements ask for why it came to nothing', () => {
    const no = Object.assign(new Error('User rejected the request.'), { code: 4001 })
    expect(walletProblem(no)).toBe('Connection cancelled by user')
    // As the wallet adapters wrap it.
    expect(walletProblem(Object.assign(new Error('x'), { error: no }))).toBe('Connection cancelled by user')
    expect(walletProblem(new Error('the wallet is locked'))).toBe('Failed to connect wallet. Please try again.')
    expect(walletProblem(new ApiError(409, 'wallet_taken', 'This wallet is linked to another citizen.'))).toBe(
      'This wallet is linked to another citizen.',
    )
  })

  it('names the wallet that is missing', () => {
    expect(walletTexts.install('phantom')).toBe('Please install Phantom wallet to continue')
  })
})

describe('the state of a wallet', () => {
  beforeEach(() => {
    useSession.setState({ user: null })
    settle()
  })

  it('is disconnected, connecting, connected or disconnecting', () => {
    expect(statusOf('idle', null)).toBe('disconnected')
    for (const step of ['connecting', 'signing', 'linking'] as const) expect(statusOf(step, null)).toBe('connecting')
    expect(statusOf('idle', fakeWallet)).toBe('connected')
    expect(statusOf('disconnecting', fakeWallet)).toBe('disconnecting')
  })

  it('is reported to the screens that show the stored wallet', () => {
    askFor('phantom')
    expect(useWallet.getState()).toMatchObject({ isConnecting: true, isConnected: false, error: null })
    fail('Connection cancelled by user')
    expect(useWallet.getState()).toMatchObject({ isConnecting: false, error: 'Connection cancelled by user' })
    enter('connecting')
    expect(useWallet.getState().error).toBeNull()
    useSession.setState({ user: { walletAddress: fakeWallet } as OwnProfile })
    settle()
    expect(useWallet.getState()).toMatchObject({ isConnected: true, isConnecting: false })
  })

  it('goes on without a wallet that does not answer', () => {
    askFor('phantom')
    const { turn } = useWalletLink.getState().asked!
    giveUp()
    expect(useWalletLink.getState()).toMatchObject({ step: 'idle', error: 'Connection cancelled by user' })
    expect(isWanted(turn)).toBe(false)
    askFor('phantom')
    expect(isWanted(turn)).toBe(false)
    expect(isWanted(useWalletLink.getState().asked!.turn)).toBe(true)
  })

  it('cannot be stopped once the nation is asked to link', () => {
    askFor('phantom')
    enter('linking')
    giveUp()
    expect(useWalletLink.getState().step).toBe('linking')
  })

  it('takes one wallet at a time', () => {
    askFor('phantom')
    askFor('solflare')
    expect(useWalletLink.getState().asked?.wallet).toBe('phantom')
  })
})
