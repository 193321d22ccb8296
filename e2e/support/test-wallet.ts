import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { addressOf, signInMessage, type SignInRequest } from '@nation/domain/chain'
import type { BrowserContext } from '@playwright/test'

/** One account of a wallet: a real ed25519 key. */
class Account {
  readonly publicKey: Uint8Array
  readonly address: string
  readonly #key: KeyObject

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    this.publicKey = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
    this.address = addressOf(this.publicKey)
    this.#key = privateKey
  }

  sign(message: Uint8Array): Uint8Array {
    return new Uint8Array(sign(null, message, this.#key))
  }
}

/** What the page asks of the wallet, and what the wallet answers. Bytes travel as lists of numbers. */
interface Asked {
  readonly what: 'connect' | 'signIn' | 'signMessage'
  readonly request?: SignInRequest
  readonly message?: number[]
}

interface Answered {
  readonly refused?: true
  readonly account?: { readonly address: string; readonly publicKey: number[] }
  readonly message?: number[]
  readonly signature?: number[]
}

export interface WalletOptions {
  /** The name by which the wallet registers; the nation offers Phantom, Solflare, Backpack and Glow. */
  readonly name?: string
  /** Without `solana:signIn`, as older wallets are. */
  readonly signsMessagesOnly?: boolean
}

/** A wallet of the wallet standard in a browser, its keys on this side. Its owner is the test. */
export class TestWallet {
  readonly accounts = [new Account(), new Account()] as const
  /** Of each thing the page may ask, whether the owner says no (code 4001). */
  readonly refuses = new Set<Asked['what']>()
  /** Of each thing the page may ask, whether the owner does nothing at all. */
  readonly ignores = new Set<Asked['what']>()
  /** Signs with a key that is not the account's. */
  forges = false
  #shown = 0
  readonly #contexts: BrowserContext[] = []

  constructor(readonly options: WalletOptions = {}) {}

  /** The account that the wallet shows. */
  get address(): string {
    return this.#account.address
  }

  get #account(): Account {
    return this.accounts[this.#shown] ?? this.accounts[0]
  }

  /** Puts the wallet into a browser, for the pages that are opened from now on. */
  async install(context: BrowserContext): Promise<void> {
    this.#contexts.push(context)
    await context.exposeFunction('askTestWallet', (asked: Asked) => this.#answer(asked))
    await context.addInitScript(registerWallet, {
      name: this.options.name ?? 'Phantom',
      signsIn: !this.options.signsMessagesOnly,
    })
  }

  /** Shows another account, as its owner does in the wallet's own window. */
  async switchTo(account: 0 | 1): Promise<void> {
    this.#shown = account
    const shown = this.#shownAccount()
    for (const page of this.#contexts.flatMap((context) => context.pages())) {
      await page.evaluate((next) => dispatchEvent(new CustomEvent('test-wallet-switched', { detail: next })), shown)
    }
  }

  #shownAccount() {
    return { address: this.#account.address, publicKey: [...this.#account.publicKey] }
  }

  #answer({ what, request, message = [] }: Asked): Answered | Promise<Answered> {
    if (this.ignores.has(what)) return new Promise(() => {})
    if (this.refuses.has(what)) return { refused: true }
    const account = this.#shownAccount()
    if (what === 'connect') return { account }
    // What the page hands over is what is signed: nothing is put in or left out.
    const bytes = request ? new TextEncoder().encode(signInMessage(request)) : Uint8Array.from(message)
    const signer = this.forges ? new Account() : this.#account
    return { account, message: [...bytes], signature: [...signer.sign(bytes)] }
  }
}

interface Registered {
  readonly name: string
  readonly signsIn: boolean
}

/** Runs in the page: a wallet as the wallet standard describes it, which asks the test for everything. */
function registerWallet({ name, signsIn }: Registered): void {
  type PageAccount = { readonly address: string; readonly publicKey: Uint8Array }
  const page = window as unknown as { askTestWallet: (asked: Asked) => Promise<Answered> }
  const chains = ['solana:mainnet', 'solana:testnet', 'solana:devnet']
  const listeners = new Set<(changed: { accounts: readonly PageAccount[] }) => void>()
  let accounts: readonly PageAccount[] = []

  const show = (shown: Answered['account'] | null) => {
    const abilities = ['solana:signTransaction', 'solana:signMessage', ...(signsIn ? ['solana:signIn'] : [])]
    accounts = shown
      ? [{ ...shown, publicKey: Uint8Array.from(shown.publicKey), chains, features: abilities } as PageAccount]
      : []
    for (const listener of listeners) listener({ accounts })
  }
  const ask = async (asked: Asked): Promise<Answered> => {
    const answer = await page.askTestWallet(asked)
    if (answer.refused) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    return answer
  }
  const bytes = (list: number[] | undefined) => Uint8Array.from(list ?? [])

  const features = {
    'standard:connect': {
      version: '1.0.0',
      async connect() {
        show((await ask({ what: 'connect' })).account)
        return { accounts }
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect: async () => show(null) },
    'standard:events': {
      version: '1.0.0',
      on(_event: 'change', listener: (changed: { accounts: readonly PageAccount[] }) => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: () => Promise.reject(new Error('This wallet signs no transactions.')),
    },
    'solana:signMessage': {
      version: '1.0.0',
      async signMessage({ message }: { message: Uint8Array }) {
        const { signature } = await ask({ what: 'signMessage', message: [...message] })
        return [{ signedMessage: message, signature: bytes(signature) }]
      },
    },
    ...(signsIn && {
      'solana:signIn': {
        version: '1.0.0',
        async signIn(request: SignInRequest) {
          const { account, message, signature } = await ask({ what: 'signIn', request })
          show(account)
          return [{ account: accounts[0], signedMessage: bytes(message), signature: bytes(signature) }]
        },
      },
    }),
  }
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains,
    features,
    get accounts() {
      return accounts
    },
  }
  type Registry = { register: (...wallets: unknown[]) => unknown }
  const enlist = ({ register }: Registry) => register(wallet)
  addEventListener('wallet-standard:app-ready', (event) => enlist((event as CustomEvent<Registry>).detail))
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: enlist }))
  addEventListener('test-wallet-switched', (event) => {
    if (accounts.length > 0) show((event as CustomEvent<Answered['account']>).detail)
  })
}
