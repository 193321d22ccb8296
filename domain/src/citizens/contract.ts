import { memberCalls } from './members.contract'
import { pageCalls } from './page.contract'
import { privacyCalls } from './privacy.contract'
import { profileCalls } from './profile.contract'
import { walletCalls } from './wallet.contract'

export { shownPage } from './page.contract'
export { ownProfile } from './profile.contract'

/** Every call about citizens. */
export const citizenCalls = [...profileCalls, ...memberCalls, ...privacyCalls, ...pageCalls, ...walletCalls] as const
