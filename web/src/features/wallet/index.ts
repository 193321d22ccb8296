// What the app and other features use of the wallets.
export { WalletChip } from './WalletChip'
export { WalletChoices } from './WalletChoices'
export { refreshBalance, unlinkWallet } from './wallet-actions'
export { useWalletLink, useWalletStatus } from './wallet-link'
export { cardWallets } from './wallets'
