import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnProfile } from '../session/session'
import { remember, useAuth, useUser, useWallet, zeroBalances } from './citizen'
import { storageWithin, persistedStore } from './persisted'
import { followTokenVersion, knowsTokenVersion, noteFirstCitizen, TOKEN_VERSION_KEY } from './token-version'
import { useUi } from './ui'

const stored = (key: string) =>
  JSON.parse(localStorage.getItem(key) ?? 'null') as { state: unknown; version: number } | null

const ada = {
  uid: '01890a5d-ac96-774b-bcce-b302099a8057',
  username: 'Ada',
  tokenBalance: 1_250_000,
  walletAddress: 'So11111111111111111111111111111111111111112',
} as OwnProfile

beforeEach(() => useUi.setState(useUi.getInitialState()))

const keys = ['auth', 'user', 'wallet', 'ui']

describe('what a browser keeps', () => {
  it('is stored in version 2, under one key for each matter, without loading and error', () => {
    remember(ada)
    useAuth.setState({ loading: true, error: 'no' })
    useUser.setState({ loading: true, error: 'no' })
    useWallet.setState({ isConnecting: true, error: 'no' })
    useUi.setState({ darkMode: 'dark' })
    expect(keys.map(stored)).toEqual([
      { state: { isAuthenticated: true }, version: 2 },
      {
        state: { user: { uid: ada.uid, username: 'Ada', tokenBalance: 1_250_000, walletAddress: ada.walletAddress } },
        version: 2,
      },
      { state: { address: ada.walletAddress, balance: 0, tokenBalance: 1_250_000 }, version: 2 },
      { state: { darkMode: 'dark', consentAccepted: false, diagnostics: false }, version: 2 },
    ])
  })

  it('is never a token, whatever the session knows', () => {
    remember({ ...ada, accessToken: 'secret-token', refreshToken: 'secret-token' } as OwnProfile)
    expect(keys.map((key) => localStorage.getItem(key)).join()).not.toContain('secret')
  })

  it('goes with the citizen who leaves', () => {
    remember(ada)
    remember(null)
    expect(localStorage.getItem('user')).not.toContain('Ada')
    expect(useWallet.getState()).toMatchObject({ address: null, tokenBalance: 0 })
    expect(useAuth.getState().isAuthenticated).toBe(false)
  })

  it('lets go of another citizen’s wallet', () => {
    remember(ada)
    remember({ ...ada, uid: 'other', walletAddress: null })
    expect(useWallet.getState()).toMatchObject({ address: null, tokenBalance: 0 })
  })

  it.each([1, 2])('comes back from version %i without its balances', async (version) => {
    localStorage.setItem('user', JSON.stringify({ state: { user: { ...ada, isAdmin: true } }, version }))
    localStorage.setItem(
      'wallet',
      JSON.stringify({ state: { address: 'here', balance: 3, tokenBalance: 9, isConnected: true }, version }),
    )
    await Promise.all([useUser.persist.rehydrate(), useWallet.persist.rehydrate()])
    expect(useUser.getState().user).toEqual({
      uid: ada.uid,
      username: 'Ada',
      tokenBalance: 0,
      walletAddress: ada.walletAddress,
    })
    expect(useWallet.getState()).toMatchObject({ address: 'here', balance: 0, tokenBalance: 0, isConnected: false })
  })

  it.each(['not json', '[]', '"text"', '{"state":null,"version":2}', '{"state":{"user":7,"darkMode":{}},"version":2}'])(
    'is not believed when it is %s',
    async (text) => {
      const silence = vi.spyOn(console, 'error').mockImplementation(() => {})
      for (const key of ['user', 'ui']) localStorage.setItem(key, text)
      await Promise.all([useUser.persist.rehydrate(), useUi.persist.rehydrate()])
      expect(useUser.getState().user).toBeNull()
      expect(useUi.getState()).toMatchObject({ darkMode: 'system', consentAccepted: false })
      silence.mockRestore()
    },
  )

  it('follows what another tab chooses', () => {
    localStorage.setItem('ui', JSON.stringify({ state: { darkMode: 'light', consentAccepted: true }, version: 2 }))
    dispatchEvent(new StorageEvent('storage', { key: 'ui' }))
    expect(useUi.getState()).toMatchObject({ darkMode: 'light', consentAccepted: true })
  })
})

describe('a storage that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const silent = { getItem: () => new Promise<null>(() => {}), setItem: () => {}, removeItem: () => {} }

  it('is waited for 5 s, and then the app starts as on a first visit', async () => {
    const store = persistedStore({
      name: 'ui',
      initial: { n: 1 },
      keep: (state) => state,
      revive: () => ({ n: 2 }),
      storage: silent,
    })
    await vi.advanceTimersByTimeAsync(4999)
    expect(store.persist.hasHydrated()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(store.persist.hasHydrated()).toBe(true)
    expect(store.getState()).toEqual({ n: 1 })
  })

  it('leaves the others alone', async () => {
    expect(storageWithin(localStorage).getItem('nothing')).toBeNull()
    const late = { ...silent, getItem: () => Promise.resolve('late') }
    expect(await storageWithin(late).getItem('any')).toBe('late')
    const broken = { ...silent, getItem: () => Promise.reject(new Error('forbidden')) }
    expect(await storageWithin(broken).getItem('any')).toBeNull()
  })
})

describe('a new version of the token', () => {
  it('zeroes the balances, saves the version and loads the page again, once', () => {
    localStorage.setItem(TOKEN_VERSION_KEY, 'v1')
    remember(ada)
    const reload = vi.fn()
    expect(followTokenVersion('v2_new_token', { reload })).toBe('reloading')
    expect(stored('user')).toMatchObject({ state: { user: { tokenBalance: 0 } } })
    expect(stored('wallet')).toMatchObject({ state: { balance: 0, tokenBalance: 0 } })
    expect(localStorage.getItem(TOKEN_VERSION_KEY)).toBe('v2_new_token')
    expect(followTokenVersion('v2_new_token', { reload })).toBe('current')
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is noticed by a browser that knew a citizen before versions were stored', () => {
    remember(ada)
    const reload = vi.fn()
    expect(followTokenVersion('v2_new_token', { reload, knewCitizen: true })).toBe('reloading')
    expect(useUser.getState().user?.tokenBalance).toBe(0)
  })

  it('does not reload a first visit', () => {
    const reload = vi.fn()
    expect(followTokenVersion('v2_new_token', { reload })).toBe('first visit')
    expect(localStorage.getItem(TOKEN_VERSION_KEY)).toBe('v2_new_token')
    expect(reload).not.toHaveBeenCalled()
  })

  it('neither reloads nor empties the page of a citizen who just signed in here for the first time', () => {
    const reload = vi.fn()
    remember(ada)
    expect(followTokenVersion('v2_new_token', { reload, knewCitizen: false })).toBe('first visit')
    expect(useUser.getState().user?.tokenBalance).toBe(ada.tokenBalance)
    expect(useWallet.getState().tokenBalance).toBe(ada.tokenBalance)
    expect(reload).not.toHaveBeenCalled()
  })

  it('neither reloads nor empties the next page of a citizen who left the one of their first sign-in at once', () => {
    const reload = vi.fn()
    remember(ada)
    noteFirstCitizen({ knewCitizen: false })
    expect(knowsTokenVersion()).toBe(false)
    expect(followTokenVersion('v2_new_token', { reload, knewCitizen: true })).toBe('first visit')
    expect(useUser.getState().user?.tokenBalance).toBe(ada.tokenBalance)
    expect(reload).not.toHaveBeenCalled()
    expect(localStorage.getItem(TOKEN_VERSION_KEY)).toBe('v2_new_token')
  })

  it('is noticed where the citizen was known before, or another version is stored', () => {
    noteFirstCitizen({ knewCitizen: true })
    expect(localStorage.getItem(TOKEN_VERSION_KEY)).toBeNull()
    localStorage.setItem(TOKEN_VERSION_KEY, 'v1')
    noteFirstCitizen({ knewCitizen: false })
    expect(localStorage.getItem(TOKEN_VERSION_KEY)).toBe('v1')
  })

  it.each([
    ['forgets', { getItem: () => 'v1', setItem: () => {} }],
    [
      'forbids it',
      {
        getItem: () => {
          throw new Error('forbidden')
        },
        setItem: () => {},
      },
    ],
  ])('never loops in a browser that %s', (_, storage) => {
    const reload = vi.fn()
    zeroBalances()
    expect(followTokenVersion('v2_new_token', { storage, reload })).toBe('not stored')
    expect(reload).not.toHaveBeenCalled()
  })
})
