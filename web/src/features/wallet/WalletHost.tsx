import type { Adapter } from '@solana/wallet-adapter-base'
import { isIosAndRedirectable, WalletReadyState } from '@solana/wallet-adapter-base'
import { useWallet as useAdapters, WalletProvider } from '@solana/wallet-adapter-react'
import type { Wallet } from '@solana/wallet-adapter-react'
import { useEffect, useRef } from 'react'
import { useSession } from '../../lib/session/session'
import { toast } from '../../ui'
import { takeOver } from '../../lib/session/own-profile'
import { linkWallet, walletProblem } from './link-wallet'
import type { ProvingWallet } from './link-wallet'
import { enter, fail, isWanted, settle, useWalletLink } from './wallet-link'
import type { LinkStep } from './wallet-link'
import { cardWallets, walletBrands, walletTexts } from './wallets'
import type { WalletId } from './wallets'

/** Wallets register themselves by the wallet standard; none needs an adapter of its own. */
const noAdapters: Adapter[] = []

/** Talks to the wallets of this browser. Loaded on demand: it is larger than all the rest of the first view. */
export default function WalletHost() {
  return (
    <WalletProvider wallets={noAdapters} onError={ignoreError}>
      <WalletDriver />
    </WalletProvider>
  )
}

/** Errors reach the caller; the provider would also write them to the console. */
const ignoreError = () => {}

/**
 * Opens the page where a wallet is to be had, in a task of its own: Firefox lets others have their turn inside of `window.open`, and React
 * breaks off (error 327) when that is within an effect.
 */
const openInstallPage = (address: string): void => void setTimeout(() => window.open(address, '_blank', 'noopener'))

const inBrowser = (wallet: Wallet): boolean => wallet.readyState === WalletReadyState.Installed

const idOf = (name: string): WalletId | undefined => cardWallets.find((id) => walletBrands[id].name === name)

/** Does what the screens request, and passes on the wallets' events. */
function WalletDriver() {
  const { wallets } = useAdapters()
  const known = wallets.filter(inBrowser)
  const found = known.flatMap((wallet) => idOf(wallet.adapter.name) ?? []).join()
  useEffect(() => useWalletLink.setState({ found: found === '' ? [] : (found.split(',') as WalletId[]) }), [found])
  useLinking(known)
  useSwitches()
  useLeaving()
  return null
}

/** Connects and links the wallet that was asked for. */
function useLinking(known: readonly Wallet[]): void {
  const provider = useAdapters()
  const asked = useWalletLink((state) => state.asked)
  const done = useRef(0)
  useEffect(() => {
    if (!asked || asked.turn === done.current) return
    const wanted = known.find(({ adapter }) => adapter.name === walletBrands[asked.wallet].name)
    if (!wanted) {
      done.current = asked.turn
      const { browse, install } = walletBrands[asked.wallet]
      // On iOS a wallet is an app with a browser of its own, in which this page is opened.
      if (browse && isIosAndRedirectable()) location.href = browse(location.href, location.origin)
      else openInstallPage(install)
      return fail(walletTexts.install(asked.wallet), asked.wallet)
    }
    // The provider listens to the wallet that is selected: it has to hear of the connection.
    if (provider.wallet?.adapter !== wanted.adapter) return provider.select(wanted.adapter.name)
    done.current = asked.turn
    const adapter = wanted.adapter
    const goOn = (step: LinkStep) => {
      if (!isWanted(asked.turn)) throw new Error('Linking was cancelled.')
      enter(step)
    }
    linkWallet(adapter as unknown as ProvingWallet, goOn).then(
      (user) => {
        takeOver(user)
        settle()
        toast.success('Your wallet is linked.')
      },
      (error: unknown) => {
        if (isWanted(asked.turn)) fail(walletProblem(error))
        // Unless it is asked for anew already: that connection is another's.
        if (useWalletLink.getState().step === 'idle') void adapter.disconnect().catch(ignoreError)
      },
    )
  }, [asked, known, provider])
}

/** Says when the wallet was switched to an account other than the one that is linked. */
function useSwitches(): void {
  const { publicKey } = useAdapters()
  const linked = useSession((state) => state.user?.walletAddress ?? null)
  const step = useWalletLink((state) => state.step)
  const shown = publicKey?.toBase58() ?? null
  useEffect(() => {
    if (step !== 'idle') return
    const switchedTo = shown !== null && linked !== null && shown !== linked ? shown : null
    if (useWalletLink.getState().switchedTo !== switchedTo) useWalletLink.setState({ switchedTo })
  }, [shown, linked, step])
}

/** Signing out, or unlinking, disconnects the wallet as well. */
function useLeaving(): void {
  const { connected, wallet } = useAdapters()
  const signedIn = useSession((state) => state.user !== null)
  const linked = useSession((state) => state.user?.walletAddress ?? null)
  const step = useWalletLink((state) => state.step)
  useEffect(() => {
    if (connected && step === 'idle' && (!signedIn || linked === null))
      void wallet?.adapter.disconnect().catch(ignoreError)
  }, [connected, linked, signedIn, step, wallet])
}
