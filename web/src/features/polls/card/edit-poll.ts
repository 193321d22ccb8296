import { createContext } from 'react'
import type { Poll } from '../types'

/** Opens the form that changes a poll. The hub holds it, beside the lists: a poll may leave its list while the form is open. */
export const EditPoll = createContext<(poll: Poll) => void>(() => {})
