/** A wallet that may be chosen (requirements 1.9). */
export type WalletId = 'phantom' | 'solflare' | 'backpack' | 'glow'

interface WalletBrand {
  /** The name by which it registers itself, and by which people know it. */
  readonly name: string
  /** Where it is to be had. */
  readonly install: string
  /** Opens a page in the app's own browser, where the wallet has an app that does so. */
  readonly browse?: (page: string, origin: string) => string
}

const browseAt = (address: string) => (page: string, origin: string) =>
  `${address}${encodeURIComponent(page)}?ref=${encodeURIComponent(origin)}`

export const walletBrands: Readonly<Record<WalletId, WalletBrand>> = {
  phantom: {
    name: 'Phantom',
    install: 'https://phantom.app/download',
    browse: browseAt('https://phantom.app/ul/browse/'),
  },
  solflare: {
    name: 'Solflare',
    install: 'https://solflare.com/download',
    browse: browseAt('https://solflare.com/ul/v1/browse/'),
  },
  backpack: { name: 'Backpack', install: 'https://backpack.app/download' },
  glow: { name: 'Glow', install: 'https://glow.app/download' },
}

/** What the header offers, and what the ID card does. */
export const headerWallets: readonly WalletId[] = ['phantom', 'solflare']
export const cardWallets: readonly WalletId[] = ['phantom', 'solflare', 'backpack', 'glow']

/** Texts to the letter (requirements 2.8). */
export const walletTexts = {
  install: (id: WalletId) => `Please install ${walletBrands[id].name} wallet to continue`,
  cancelled: 'Connection cancelled by user',
  connect: 'Failed to connect wallet. Please try again.',
  disconnect: 'Failed to disconnect wallet. Please try again.',
  refresh: 'Failed to refresh token balance',
} as const
