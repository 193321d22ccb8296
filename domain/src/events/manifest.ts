// Written by `npm run manifest` from the declarations of events; a test fails when it is not current.
// prettier-ignore
/** Reading calls whose answers may differ after an event. */
export const staleAfter = {
  'admin.account-created': ['admin.users'],
  'admin.account-renewed': ['admin.security'],
  'admin.account-revoked': ['admin.users'],
  'admin.device-revoked': ['admin.security'],
  'admin.recovery-codes-renewed': ['admin.security'],
  'admin.signed-in': ['admin.security'],
  'admin.signed-out': ['admin.verify'],
  'bank.books-checked': ['bank.get-data', 'bank.get-payments', 'bank.get-cycles', 'bank.get-ledger'],
  'bank.books-differ': ['bank.get-data', 'bank.get-payments', 'bank.get-cycles', 'bank.get-ledger', 'admin.background-work'],
  'bank.cycle-paid': ['bank.get-data', 'bank.get-payments', 'bank.get-cycles', 'bank.get-ledger'],
  'bank.cycle-started': ['bank.get-data', 'bank.get-payments', 'bank.get-cycles', 'bank.get-ledger'],
  'bank.funding-recorded': ['bank.get-data', 'bank.get-payments', 'bank.get-cycles', 'bank.get-ledger'],
  'bank.payments-settled': ['bank.get-data', 'bank.get-payments', 'bank.get-cycles', 'bank.get-ledger'],
  'bank.percentages-changed': ['bank.get-data', 'bank.get-payments', 'bank.get-cycles', 'bank.get-ledger'],
  'bank.salary-booked': ['bank.get-data', 'bank.get-payments', 'bank.get-cycles', 'bank.get-ledger'],
  'bank.salary-paid': ['bank.get-data', 'bank.get-payments', 'bank.get-cycles', 'bank.get-ledger'],
  'bank.total-changed': ['bank.get-data', 'bank.get-payments', 'bank.get-cycles', 'bank.get-ledger'],
  'broadcasts.created': ['broadcast.get-active', 'broadcast.get-messages'],
  'broadcasts.deleted': ['broadcast.get-active', 'broadcast.get-messages'],
  'candidates.stood': ['candidates.list', 'candidates.get', 'elections.results', 'candidates.mine', 'elections.current', 'elections.get'],
  'candidates.updated': ['candidates.list', 'candidates.get', 'elections.results', 'candidates.mine', 'elections.current', 'elections.get'],
  'candidates.withdrawn': ['candidates.list', 'candidates.get', 'elections.results', 'candidates.mine', 'elections.current', 'elections.get', 'votes.status'],
  'citizens.balance-changed': ['holdings.get', 'token-balance.get', 'candidates.list', 'candidates.get', 'candidates.mine'],
  'citizens.export-asked': ['user.export-status'],
  'citizens.export-ready': ['user.export-status'],
  'citizens.joined': ['system.stats', 'citizens.newest', 'members.get-all', 'admin.users'],
  'citizens.left': ['system.stats', 'citizens.newest', 'members.get-all', 'admin.users'],
  'citizens.picture-chosen': ['system.stats', 'citizens.newest', 'members.get-all', 'admin.users'],
  'citizens.role-changed': ['system.stats', 'citizens.newest', 'members.get-all', 'admin.users'],
  'citizens.updated': ['system.stats', 'citizens.newest', 'members.get-all', 'admin.users'],
  'citizens.wallet-linked': ['holdings.get', 'token-balance.get', 'candidates.list', 'candidates.get', 'candidates.mine'],
  'citizens.wallet-unlinked': ['holdings.get', 'token-balance.get', 'candidates.list', 'candidates.get', 'candidates.mine'],
  'elections.cancelled': ['candidates.list', 'candidates.get', 'elections.results', 'candidates.mine', 'elections.current', 'elections.get', 'elections.list', 'elections.governments', 'candidates.past', 'votes.status', 'participation.overview', 'members.get-government', 'members.get-official', 'system.stats'],
  'elections.completed': ['candidates.list', 'candidates.get', 'elections.results', 'candidates.mine', 'elections.current', 'elections.get', 'elections.list', 'elections.governments', 'candidates.past', 'votes.status', 'participation.overview', 'members.get-government', 'members.get-official', 'system.stats'],
  'elections.counted': ['candidates.list', 'candidates.get', 'elections.results', 'candidates.mine', 'elections.current', 'elections.get', 'elections.list', 'elections.governments', 'candidates.past', 'votes.status', 'participation.overview', 'members.get-government', 'members.get-official', 'system.stats', 'votes.weight'],
  'elections.opened': ['candidates.list', 'candidates.get', 'elections.results', 'candidates.mine', 'elections.current', 'elections.get', 'elections.list', 'elections.governments', 'candidates.past', 'votes.status', 'participation.overview', 'members.get-government', 'members.get-official', 'system.stats', 'votes.weight'],
  'elections.phase-closed': ['candidates.list', 'candidates.get', 'elections.results', 'candidates.mine', 'elections.current', 'elections.get', 'elections.list', 'elections.governments', 'candidates.past', 'votes.status', 'participation.overview', 'members.get-government', 'members.get-official', 'system.stats'],
  'elections.planned': ['candidates.list', 'candidates.get', 'elections.results', 'candidates.mine', 'elections.current', 'elections.get', 'elections.list', 'elections.governments', 'candidates.past', 'votes.status', 'participation.overview', 'members.get-government', 'members.get-official', 'system.stats'],
  'elections.recount-differs': ['admin.background-work', 'elections.current'],
  'elections.roll-read': ['elections.current', 'elections.results', 'votes.weight'],
  'elections.voted': ['votes.status', 'candidates.list', 'candidates.get', 'participation.overview'],
  'government.appointed': ['members.get-government', 'members.get-official', 'members.get-all', 'elections.governments', 'system.stats', 'bank.get-data'],
  'government.removed': ['members.get-government', 'members.get-official', 'members.get-all', 'elections.governments', 'system.stats', 'bank.get-data'],
  'government.seated': ['members.get-government', 'members.get-official', 'members.get-all', 'elections.governments', 'system.stats', 'bank.get-data'],
  'interviews.answered': ['interviews.list', 'interviews.get', 'interviews.status', 'interviews.all', 'citizen-interviews.list', 'citizen-interviews.get', 'government-interviews.list', 'participation.overview', 'interviews.my-responses', 'citizen-interviews.mine'],
  'interviews.closed': ['interviews.list', 'interviews.get', 'interviews.status', 'interviews.all', 'citizen-interviews.list', 'citizen-interviews.get', 'government-interviews.list', 'participation.overview'],
  'interviews.created': ['interviews.list', 'interviews.get', 'interviews.status', 'interviews.all', 'citizen-interviews.list', 'citizen-interviews.get', 'government-interviews.list', 'participation.overview'],
  'interviews.deleted': ['interviews.list', 'interviews.get', 'interviews.status', 'interviews.all', 'citizen-interviews.list', 'citizen-interviews.get', 'government-interviews.list', 'participation.overview', 'interviews.my-responses', 'citizen-interviews.mine'],
  'interviews.opened': ['interviews.list', 'interviews.get', 'interviews.status', 'interviews.all', 'citizen-interviews.list', 'citizen-interviews.get', 'government-interviews.list', 'participation.overview'],
  'interviews.responded': ['interviews.all', 'interviews.responses', 'government-interviews.responses'],
  'polls.closed': ['polls.list', 'polls.get', 'polls.top-active', 'polls.results', 'government.get-polls', 'vote-hub.get-active-polls', 'polls.recent', 'vote-hub.check-vote-status', 'participation.overview'],
  'polls.created': ['polls.list', 'polls.get', 'polls.top-active', 'polls.results', 'government.get-polls', 'vote-hub.get-active-polls', 'polls.recent', 'vote-hub.check-vote-status', 'participation.overview'],
  'polls.deleted': ['polls.list', 'polls.get', 'polls.top-active', 'polls.results', 'government.get-polls', 'vote-hub.get-active-polls', 'polls.recent', 'vote-hub.check-vote-status', 'participation.overview'],
  'polls.tally-changed': ['polls.list', 'polls.get', 'polls.top-active', 'polls.results', 'government.get-polls', 'vote-hub.get-active-polls'],
  'polls.updated': ['polls.list', 'polls.get', 'polls.top-active', 'polls.results', 'government.get-polls', 'vote-hub.get-active-polls', 'polls.recent', 'vote-hub.check-vote-status', 'participation.overview'],
  'polls.voted': ['polls.list', 'polls.get', 'polls.top-active', 'polls.results', 'government.get-polls', 'vote-hub.get-active-polls', 'polls.recent', 'vote-hub.check-vote-status', 'participation.overview'],
  'system.feature-switched': ['system.settings', 'system.features'],
  'token.balances-read': ['holdings.get', 'token-balance.get', 'candidates.list', 'candidates.get', 'candidates.mine'],
  'token.balances-voided': ['holdings.get', 'token-balance.get', 'candidates.list', 'candidates.get', 'candidates.mine'],
  'token.version-changed': ['holdings.get', 'token-balance.get', 'candidates.list', 'candidates.get', 'candidates.mine'],
} as const

// prettier-ignore
/** Reading calls whose new figures an event brings. */
export const broughtBy = {
  'elections.tally-changed': ['candidates.list', 'candidates.get', 'elections.results'],
} as const

// prettier-ignore
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
  'token.balances-read': 'everybody',
  'token.balances-voided': 'everybody',
  'token.version-changed': 'everybody',
} as const

// prettier-ignore
/** Events after which a browser of the subject asks whether it is still signed in. */
export const endsSessions = [
  'auth.session-reused',
  'auth.signed-out-everywhere',
  'citizens.left',
] as const
