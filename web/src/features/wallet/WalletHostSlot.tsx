import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { fail, useWalletLink } from './wallet-link'
import { walletTexts } from './wallets'

/** Where the code that talks to wallets comes to live, once a citizen wants it. In the frame of every screen, once. */
export function WalletHostSlot() {
  const wanted = useWalletLink((state) => state.wanted)
  const [Host, setHost] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!wanted || Host) return
    import('./WalletHost').then(
      (loaded) => setHost(() => loaded.default),
      () => {
        useWalletLink.setState({ wanted: false })
        fail(walletTexts.connect)
      },
    )
  }, [wanted, Host])
  return Host && <Host />
}
