import type { CallId } from '@nation/domain/contract'
import type { NationSize } from '.'
import { writeCursor } from '../../platform/cursor'
import { openCandidate } from './elections'
import { base, uidOf } from './numbers'

/** Who asks: nobody, the citizen who took part in everything, the president, an administrator, the same in the panel. */
export type ReadingCaller = 'visitor' | 'voter' | 'president' | 'administrator' | 'panel'

/** A way to ask a reading call, as somebody might who means harm. */
export interface ReadingPlan {
  readonly call: CallId
  readonly name: string
  readonly caller: ReadingCaller
  readonly input: Readonly<Record<string, string | number>>
  /** Why it may look at more rows, or take longer, than others: a reason that a citizen would accept. */
  readonly because?: string
}

/** Reading calls that are not measured, and why. */
export const exempt: Partial<Record<CallId, string>> = {
  'auth.x-login': 'sends the browser to X and reads nothing',
  'auth.x-callback': 'is a sign-in, and no reading call',
  'user.export-download': 'sends a file that is stored whole, by its key',
  'system.events': 'is a stream that is read from memory (decision 45)',
  'system.openapi': 'reads nothing of the database',
  'system.docs': 'reads nothing of the database',
}

type Variants = Readonly<Record<string, ReadingPlan['input']>>

const wholeElection = 'the answer is every candidate of one election, and no list of the nation'
const wholeFile = 'the answer is a file of all that was asked for, read in pieces'
const bios = 'it looks for a text in the profiles of one election’s candidates, each once'
const ownVotes = 'it counts the caller’s own votes: a counter would cost every vote'
const answers = 'an official looks for a text in all answers to one interview'

/** Every reading call, asked in each way that its size could be felt. */
export function readingPlans(size: NationSize, now: Date): ReadingPlan[] {
  const plans: ReadingPlan[] = []
  const ask = (call: CallId, caller: ReadingCaller, variants: Variants, because?: string) => {
    for (const [name, input] of Object.entries(variants)) {
      plans.push({ call, name, caller, input, ...(because !== undefined && { because }) })
    }
  }
  people(ask, size)
  elections(ask, size, now)
  polls(ask, size)
  interviews(ask, size)
  institutions(ask, size)
  return plans
}

type Ask = (call: CallId, caller: ReadingCaller, variants: Variants, because?: string) => void

const deep = (n: number): string => writeCursor([base + Math.floor(n / 2)])

const searches = {
  'one letter': { search: 'a' },
  'a beginning that half of all have': { search: 'citizen_' },
  'a common name': { search: 'ada' },
  'two common names': { search: 'ada adams' },
  'common words that never meet': { search: 'citizen ben' },
  'a word that nobody has': { search: 'zzzz' },
  'a whole handle': { search: '@citizen_1234' },
  'signs only': { search: '%_%' },
}

function people(ask: Ask, { citizens }: NationSize): void {
  const middle = { cursor: deep(citizens) }
  ask('user.get-user', 'visitor', { 'by key': { uid: uidOf('citizen', 7) } })
  ask('members.get-all', 'visitor', {
    'first page': { limit: 20 },
    'largest page': { limit: 200 },
    'in the middle': { limit: 20, ...middle },
    vacant: { limit: 20, vacant: 'true' },
    ...searches,
    'deep in a search': { search: 'citizen_', cursor: writeCursor(['citizen_5', base]) },
    'a search for appointments': { search: 'a', vacant: 'true', limit: 10 },
  })
  ask('citizens.newest', 'visitor', { newest: {}, most: { limit: 50 } })
  ask('admin.users', 'panel', {
    all: { limit: 20 },
    'in the middle': { limit: 20, ...middle },
    administrators: { filter: 'admins' },
    moderators: { filter: 'moderators' },
    government: { filter: 'government' },
    'a moderator by name': { filter: 'moderators', search: 'a' },
    ...searches,
  })
  ask('user.export-status', 'voter', { own: {} })
  ask('user.deletion-status', 'visitor', { 'by key': { deletionId: uidOf('deletion', 49) } })
  ask('token-balance.get', 'voter', { stored: {} })
  ask('holdings.get', 'voter', { own: {} })
}

function elections(ask: Ask, size: NationSize, now: Date): void {
  const years = writeCursor([now.getTime() - Math.floor(size.elections / 2) * 604_800_000])
  const past = { electionId: uidOf('election', 3) }
  ask('elections.current', 'visitor', { current: {} })
  ask('elections.list', 'visitor', {
    all: { limit: 100 },
    past: { status: 'past', limit: 20 },
    upcoming: { status: 'upcoming' },
    active: { status: 'active' },
    cancelled: { status: 'cancelled' },
    'years ago': { status: 'past', limit: 20, cursor: years },
  })
  ask('elections.get', 'visitor', { past })
  ask('elections.results', 'visitor', { latest: {}, past }, wholeElection)
  ask('elections.export', 'visitor', { csv: { ...past, format: 'csv' } }, wholeFile)
  ask('elections.governments', 'visitor', { latest: {}, 'years ago': { cursor: years }, most: { limit: 50 } })
  const page = { limit: 20 }
  ask('candidates.list', 'visitor', {
    'by votes': page,
    'by votes, one position': { ...page, position: 'president' },
    'by votes, in the middle': { ...page, cursor: writeCursor([50_000, 4_500, base]) },
    newest: { ...page, sort: 'newest' },
    'newest, one position': { ...page, sort: 'newest', position: 'secretary' },
    'newest, in the middle': { ...page, sort: 'newest', cursor: writeCursor([openCandidate(size.candidates / 2)]) },
    'of the past': { ...page, ...past },
  })
  ask('candidates.list', 'voter', { 'by votes, signed in': { limit: 19, position: 'president' } })
  ask('candidates.list', 'visitor', { 'a search': { search: 'harbour' }, 'one letter': { search: 'a' } }, bios)
  ask('candidates.get', 'visitor', { open: { candidateId: uidOf('candidate', openCandidate(1)) } })
  ask('candidates.mine', 'voter', { own: {} })
  ask('candidates.past', 'visitor', {
    'a hundred times': { citizenId: uidOf('citizen', 0) },
    most: { citizenId: uidOf('citizen', 1), limit: 50 },
  })
  ask('votes.status', 'voter', { own: {} })
  ask('votes.weight', 'voter', { own: {} })
  ask('members.get-government', 'visitor', { now: {} })
  ask('members.get-official', 'visitor', { 'sixty terms': { id: uidOf('citizen', 1) } })
}

function polls(ask: Ask, size: NationSize): void {
  const poll = { pollId: uidOf('poll', size.polls - 3) }
  const lists: Variants = {
    all: { status: 'all', limit: 20 },
    active: { status: 'active', limit: 20 },
    closed: { status: 'closed', limit: 20 },
    'in the middle': { status: 'closed', cursor: deep(size.polls) },
    'the last page by offset': { status: 'all', offset: size.polls - Math.ceil(size.polls / 500) - 20 },
    'half of all by offset': { status: 'closed', offset: Math.floor(size.polls / 2) },
    'behind the end': { status: 'all', offset: 1_000_000 },
  }
  ask('polls.list', 'visitor', lists)
  // Another page than the visitors', whose stored answer would spare the reading.
  ask('polls.list', 'voter', { 'signed in': { status: 'active', limit: 19 } })
  ask('government.get-polls', 'visitor', { first: { limit: 21 } })
  ask('vote-hub.get-active-polls', 'visitor', { first: {}, offset: { offset: size.openPolls - 10 } })
  ask('polls.get', 'visitor', { one: poll })
  ask('polls.get', 'voter', { 'signed in': { pollId: uidOf('poll', size.polls - 4) } })
  ask('polls.results', 'visitor', { one: poll })
  ask('polls.top-active', 'visitor', { top: {} })
  ask('polls.recent', 'visitor', { recent: {} })
  ask('polls.export', 'president', { csv: { ...poll, format: 'csv' } })
  ask('vote-hub.check-vote-status', 'voter', { one: poll, 'without a poll': {} }, ownVotes)
  ask('participation.overview', 'visitor', { open: {} })
  ask('participation.overview', 'voter', { own: {} })
}

function interviews(ask: Ask, size: NationSize): void {
  const large = uidOf('interview', 0)
  const middle = { cursor: deep(size.interviews) }
  ask('interviews.list', 'visitor', { first: {}, 'in the middle': middle })
  ask('citizen-interviews.list', 'visitor', { first: {} })
  ask('interviews.get', 'visitor', { one: { interviewId: large } })
  ask('citizen-interviews.get', 'visitor', { one: { id: large } })
  ask('interviews.status', 'visitor', { open: {} })
  ask('interviews.status', 'voter', { own: {} })
  ask('interviews.my-responses', 'voter', { own: {}, one: { interviewId: large } })
  ask('citizen-interviews.mine', 'voter', { own: {} })
  const managed: Variants = {
    all: {},
    open: { isActive: 'true' },
    closed: { isActive: 'false' },
    deleted: { deleted: 'true' },
    'in the middle': middle,
  }
  ask('interviews.all', 'administrator', managed)
  ask('government-interviews.list', 'administrator', { open: { isActive: 'true' } })
  ask('interviews.responses', 'administrator', {
    newest: { interviewId: large },
    'in the middle': { interviewId: large, cursor: deep(size.responses) },
  })
  ask('interviews.responses', 'administrator', { 'a search': { interviewId: large, search: 'nowhere' } }, answers)
  ask('government-interviews.responses', 'administrator', { newest: { id: large } })
  ask('interviews.export', 'administrator', { csv: { interviewId: large, format: 'csv' } }, wholeFile)
}

function institutions(ask: Ask, size: NationSize): void {
  const cursor = deep(size.cycles * 9)
  ask('bank.get-data', 'visitor', { now: {} })
  ask('bank.get-payments', 'visitor', {
    newest: { limit: 20 },
    'in the middle': { limit: 20, cursor },
    'of one office': { office: 'president', limit: 20 },
    'of one official': { userId: uidOf('citizen', 100) },
    'of somebody who was never paid': { userId: uidOf('citizen', 0) },
    paid: { status: 'paid', limit: 20 },
    pending: { status: 'pending', limit: 20 },
    'pending, of an old cycle': { status: 'pending', cycle: 1 },
  })
  ask('bank.get-cycles', 'visitor', { newest: { limit: 20 }, most: { limit: 100 } })
  ask('bank.get-ledger', 'visitor', { newest: { limit: 20 }, 'in the middle': { cursor: writeCursor([size.cycles]) } })
  ask('bank.export-payments', 'visitor', { all: {} }, wholeFile)
  ask('bank.export-batch', 'panel', { waiting: {}, 'an old cycle': { cycle: 1 } })
  ask('broadcast.get-active', 'visitor', { active: {} })
  ask('broadcast.get-messages', 'panel', { newest: {}, 'in the middle': { cursor: deep(size.broadcasts) } })
  ask('admin.verify', 'panel', { own: {} })
  ask('admin.security', 'panel', { own: {} })
  ask('admin.background-work', 'panel', { all: {} })
  ask('system.health', 'visitor', { now: {} })
  ask('system.stats', 'visitor', { now: {} })
  ask('system.settings', 'visitor', { now: {} })
  ask('system.features', 'panel', { all: {} })
}
