import { create } from 'zustand'

/** The token of the account to which the copy belongs: the console hears the nation's news with it. Null without an account. */
export const useAccountToken = create<{ readonly token: string | null }>(() => ({ token: null }))
