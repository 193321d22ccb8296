import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetFailedCalls } from '../lib/log/failed-calls'
import { forgetLog } from '../lib/log/log'
import { useAuth, useUser, useWallet } from '../lib/store/citizen'
import { useUi } from '../lib/store/ui'

// The first visit of a screen loads its code: on a busy machine that takes longer than a second.
configure({ asyncUtilTimeout: 8000 })

// The code that talks to wallets looks for them by the second, also when the test is over and its page is gone. Wallets are
// tried in browsers (e2e/wallet.spec.ts).
vi.mock('../features/wallet/WalletHost', () => ({ default: () => null }))

// Whoever opens a screen has entered through the consent gate, unless a test is about the gate.
beforeEach(() => useUi.setState({ ...useUi.getInitialState(), consentAccepted: true }))

afterEach(() => {
  cleanup()
  // What waits to be sent stays in its test.
  forgetLog()
  forgetFailedCalls()
  useAuth.setState(useAuth.getInitialState())
  useUser.setState(useUser.getInitialState())
  useWallet.setState(useWallet.getInitialState())
  localStorage.clear()
})
