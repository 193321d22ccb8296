import { act, render } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { useWalletLink } from './wallet-link'
import type * as Host from './WalletHost'
import { walletTexts } from './wallets'

// Other tests have none (`src/testing/setup.ts`).
const { default: WalletHost } = await vi.importActual<typeof Host>('./WalletHost')

const before = useWalletLink.getState()
afterEach(() => {
  useWalletLink.setState(before)
  vi.restoreAllMocks()
})

it('a wallet that is not here leads to where it is to be had, without breaking React off', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // Firefox lets waiting work have its turn before `window.open` returns. Within an effect React cannot work, and says so.
  const open = vi.spyOn(window, 'open').mockImplementation(() => {
    flushSync(() => undefined)
    return null
  })
  render(<WalletHost />)
  act(() => useWalletLink.setState({ asked: { wallet: 'phantom', turn: 1 } }))
  await vi.waitFor(() => expect(open).toHaveBeenCalledWith('https://phantom.app/download', '_blank', 'noopener'), {
    timeout: 15_000,
  })
  expect(useWalletLink.getState().error).toBe(walletTexts.install('phantom'))
  expect(complaints.mock.calls).toEqual([])
})
