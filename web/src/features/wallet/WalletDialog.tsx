import { Dialog } from '../../ui/Dialog'
import { WalletChoices } from './WalletChoices'
import { headerWallets } from './wallets'

/** The header's way to a wallet. */
export default function WalletDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Connect Wallet" onClose={onClose}>
      <WalletChoices offered={headerWallets} />
    </Dialog>
  )
}
