import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { useAuth, useUser, useWallet } from '../lib/store/citizen'
import { useUi } from '../lib/store/ui'

// The first visit of a screen loads its code: on a busy machine that takes longer than a second.
configure({ asyncUtilTimeout: 8000 })

// Whoever opens a screen has entered through the consent gate, unless a test is about the gate.
beforeEach(() => useUi.setState({ ...useUi.getInitialState(), consentAccepted: true }))

afterEach(() => {
  cleanup()
  useAuth.setState(useAuth.getInitialState())
  useUser.setState(useUser.getInitialState())
  useWallet.setState(useWallet.getInitialState())
  localStorage.clear()
})
