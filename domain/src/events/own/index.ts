// Written by `npm run manifest` from the declarations of events; a test fails when it is not current.
// oxfmt-ignore
/** Whose own profile reads differently after an event. */
export const profileAfter = {
  'citizens.balance-changed': 'subject',
  'citizens.joined': 'subject',
  'citizens.left': 'subject',
  'citizens.picture-chosen': 'subject',
  'citizens.role-changed': 'subject',
  'citizens.updated': 'subject',
  'citizens.wallet-linked': 'subject',
  'citizens.wallet-unlinked': 'subject',
  'government.appointed': 'subject',
  'government.removed': 'subject',
  'government.resigned': 'subject',
  'government.seated': 'officials',
  'system.limit-changed': 'everybody',
  'token.balances-read': 'everybody',
  'token.balances-voided': 'everybody',
  'token.version-changed': 'everybody',
} as const

// oxfmt-ignore
/** Events after which a browser of the subject asks whether it is still signed in. */
export const endsSessions = [
  'auth.session-reused',
  'auth.signed-out-everywhere',
  'citizens.left',
] as const
