import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// The first visit of a screen loads its code: on a busy machine that takes longer than a second.
configure({ asyncUtilTimeout: 8000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
})
