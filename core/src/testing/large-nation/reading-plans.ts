import { replicaTables, shortTables } from '@nation/domain/replica'
import { electedRoles } from '@nation/domain/elections'
import type { CallId } from '@nation/domain/contract'
import type { NationSize } from '.'
import { gazetteCursor, type GazetteFilter } from '../../gazette'
import { writeCursor } from '../../platform/cursor'
import { openCandidate } from './elections'
import { base, uidOf } from './numbers'

/** Who asks: a visitor, the citizen who took part in everything, the president, an administrator, the same in the panel. */
export type ReadingCaller = 'visitor' | 'voter' | 'president' | 'administrator' | 'panel'

/** A way to ask a reading call, as an attacker might. */
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
  'user.export-download': 'sends a file that is stored in parts, each read by its key',
  'system.events': 'is a stream that is read from memory (decision 45)',
  'system.openapi': 'reads nothing of the database',
  'system.docs': 'reads nothing of the database',
}

type Variants = Readonly<Record<string, ReadingPlan['input']>>

const wholeElection = 'the answer is every candidate of one election, and no list of the nation'
const wholeFile = 'the answer is a file of all that was asked for, read in pieces'
const bios = 'it looks for a text in the profiles of one election’s candidates, each once'
const ownVotes = 'it counts the caller’s own votes: a counter would cost every vote'
const ownTasks = 'of the tasks that one person created or answered it looks for those of one priority'
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
  tasks(ask, size)
  institutions(ask, size)
  gazette(ask, size)
  messenger(ask, size)
  replica(ask, size, now)
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
  'a word without matches': { search: 'zzzz' },
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
  ask('citizens.page', 'visitor', {
    'a hundred candidacies': { number: '00000000' },
    'sixty terms': { number: '00000001' },
    'not shown': { number: 'FFFFFFFF' },
  })
  ask('user.page', 'voter', { own: {} })
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
  const yearsAgo = now.getTime() - Math.floor(size.elections / 2) * 604_800_000
  const years = writeCursor([yearsAgo])
  const past = { electionId: uidOf('election', 3) }
  ask('elections.current', 'visitor', { current: {} })
  ask('elections.list', 'visitor', {
    all: { limit: 100 },
    past: { status: 'past', limit: 20 },
    upcoming: { status: 'upcoming' },
    active: { status: 'active' },
    cancelled: { status: 'cancelled' },
    'years ago': { status: 'past', limit: 20, cursor: writeCursor([yearsAgo, 0]) },
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
  ask('candidates.version', 'visitor', { open: { candidateId: uidOf('candidate', openCandidate(1)), number: 1 } })
  ask('candidates.mine', 'voter', { own: {} })
  ask('candidates.past', 'visitor', {
    'a hundred times': { citizenId: uidOf('citizen', 0) },
    most: { citizenId: uidOf('citizen', 1), limit: 50 },
  })
  ask('votes.status', 'voter', { own: {} })
  ask('votes.weight', 'voter', { own: {} })
  ask('members.get-government', 'visitor', { now: {} })
  ask('members.get-official', 'visitor', { 'sixty terms': { id: uidOf('citizen', 1) } })
  ask('government.promises', 'visitor', { 'sixty terms': { id: uidOf('citizen', 1) } })
  ask('government.office', 'visitor', { first: { office: 'president' }, whole: { office: 'president', limit: 52 } })
  ask('government.my-term', 'president', { own: {} })
  ask('government.overview', 'visitor', { open: {} })
  ask('government.overview', 'president', { own: {} })
  ask('government.overview', 'administrator', { own: {} })
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
  for (const caller of ['voter', 'president', 'administrator'] as const) ask('participation.day', caller, { own: {} })
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

function tasks(ask: Ask, size: NationSize): void {
  const first = uidOf('task', 0)
  ask('government-tasks.get-tasks', 'president', {
    all: {},
    open: { status: 'open' },
    completed: { status: 'completed' },
    overdue: { overdue: 'true' },
    'overdue, of one office': { overdue: 'true', assignedTo: 'secretary' },
    mine: { mine: 'true' },
    'of an office that was given few': { assignedTo: 'justiceMinister' },
    'of an office': { assignedTo: 'secretary', limit: 20 },
    'of an office, high, completed': { assignedTo: 'raidMinister', priority: 'high', status: 'completed' },
    'of a rare priority': { priority: 'urgent' },
  })
  const few = { mine: 'true', priority: 'urgent' }
  ask('government-tasks.get-tasks', 'president', { 'mine, urgent': few }, ownTasks)
  ask('government-tasks.get-tasks', 'administrator', {
    'by person': { personId: uidOf('citizen', 1) },
    'by a person who did nothing': { personId: uidOf('citizen', 900) },
  })
  ask('government-tasks.get-responses', 'president', { newest: { taskId: first } })
  ask('government-tasks.get-responses', 'president', { 'of the newest': { taskId: uidOf('task', size.tasks - 1) } })
}

function institutions(ask: Ask, size: NationSize): void {
  const cursor = deep(size.cycles * electedRoles.length)
  ask('bank.get-data', 'visitor', { now: {} })
  ask('bank.get-payments', 'visitor', {
    newest: { limit: 20 },
    'in the middle': { limit: 20, cursor },
    'of one office': { office: 'president', limit: 20 },
    'of one official': { userId: uidOf('citizen', 100) },
    'of a citizen who was never paid': { userId: uidOf('citizen', 0) },
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
  ask('admin.jobs', 'panel', { all: {} })
  ask('admin.job-failures', 'panel', { newest: { job: 'citizens.keep-portrait' } })
  ask('system.health', 'visitor', { now: {} })
  ask('system.stats', 'visitor', { now: {} })
  ask('system.settings', 'visitor', { now: {} })
  ask('system.features', 'panel', { all: {} })
  ask('system.panel-settings', 'panel', { all: {} })
}

/** Questions to the gazette of a large nation: every filter, and searches for what is common, rare and nowhere. */
export function gazetteQuestions(
  entries: number,
): Readonly<Record<string, GazetteFilter & { readonly cursor?: string }>> {
  // Who was appointed president by every thousandth entry.
  const [person, office] = [uidOf('citizen', 760), 'president'] as const
  const searched = { search: 'bridge' } as const
  return {
    kind: { kind: 'appointments' },
    office: { office },
    person: { person },
    'kind and office': { kind: 'removals', office },
    'kind, office and person': { kind: 'appointments', office, person },
    'another citizen': { person: uidOf('citizen', 0) },
    'nothing of this kind': { kind: 'switches' },
    'in the middle': { cursor: gazetteCursor(Math.floor(entries / 2), {}) },
    'in the middle of a kind': { kind: 'bank', cursor: gazetteCursor(Math.floor(entries / 2), { kind: 'bank' }) },
    'a common word': searched,
    'a rare word': { search: 'lighthouse' },
    'a word that no entry has': { search: 'zzzz' },
    'one letter': { search: 'a' },
    'common words that never meet': { search: 'bridge salaries' },
    'a common word of another kind': { kind: 'bank', search: 'bridge' },
    'signs only': { search: '%_*+-"()' },
  }
}

function gazette(ask: Ask, { gazette: entries }: NationSize): void {
  const questions = gazetteQuestions(entries)
  ask('gazette.list', 'visitor', { newest: {}, ...(questions as Variants) })
  ask('gazette.get', 'visitor', { one: { number: Math.floor(entries / 2) } })
  ask('gazette.feed', 'visitor', { newest: {} })
  ask('gazette.export', 'visitor', { 'of a person': { person: uidOf('citizen', 760) } }, wholeFile)
  ask('admin.audit', 'panel', { all: {}, roles: { kind: 'roles' }, 'of a person': { person: uidOf('citizen', 7) } })
  ask('admin.export-users', 'panel', { government: { filter: 'government' } }, wholeFile)
  ask('admin.export-audit', 'panel', { 'sign-ins': { kind: 'sign-ins' } }, wholeFile)
}

/** A console's questions: pages of every table, the largest ones, and changes since long ago, lately, and now. */
function replica(ask: Ask, size: NationSize, now: Date): void {
  const pages = replicaTables.map((table): [string, ReadingPlan['input']] => [table, { table, limit: 100 }])
  const largest: Variants = {
    'members, the largest page': { table: 'members' },
    'members in the middle': { table: 'members', limit: 100, after: deep(size.citizens) },
    'short tables together': { table: shortTables[0], also: shortTables.slice(1).join(',') },
    'gazette, the largest page': { table: 'gazette' },
    'gazette in the middle': { table: 'gazette', limit: 100, after: writeCursor([Math.floor(size.gazette / 2)]) },
  }
  const since = (seq: number) => ({ after: writeCursor([seq, now.getTime()]) })
  ask('replica.open', 'panel', { now: {} })
  ask('replica.rows', 'panel', { ...Object.fromEntries(pages), ...largest })
  ask('replica.changes', 'panel', {
    'since the beginning': since(0),
    'in the middle': since(Math.floor(size.journal / 2)),
    'of another journal': since(1_000_000_000),
  })
}

function messenger(ask: Ask, size: NationSize): void {
  const middle = Math.floor(size.messages / 2)
  const pages: Variants = {
    newest: {},
    'in the middle': { before: middle },
    'after a number': { after: middle },
    'the largest page': { limit: 100, before: middle },
    'behind the end': { after: 1_000_000_000 },
  }
  const inGroup = Object.fromEntries(
    Object.entries(pages).map(([name, input]) => [name, { ...input, groupId: 'citizens' }]),
  )
  const then = Date.parse('2020-01-01T00:00:00.000Z') + Math.floor(size.conversations / 2) * 1000
  for (const caller of ['voter', 'president', 'administrator'] as const)
    ask('messenger.get-groups', caller, { own: {} })
  ask('messenger.get-group-messages', 'voter', inGroup)
  ask('messenger.get-conversations', 'voter', {
    newest: {},
    'the largest page': { limit: 200 },
    'in the middle': { cursor: writeCursor([then, base]) },
  })
  ask('messenger.get-messages', 'voter', { one: { conversationId: uidOf('conversation', 3) } })
  ask('messenger.search-users', 'voter', {
    'one letter': { query: 'a' },
    'a beginning that half of all have': { query: 'citizen_' },
    'two common names': { query: 'ada adams' },
    'a word without matches': { query: 'zzzz' },
    'signs only': { query: '%_%' },
  })
  const common = { query: 'harbour' }
  ask('messenger.search-messages', 'voter', {
    'a word of every message': common,
    'the beginning of many words': { query: 'l', in: 'citizens' },
    'a rare word and a common one': { query: `nation ${middle}` },
    'a word that no message has': { query: 'zzzz' },
    'two common words in one conversation': { query: 'says nation', in: 'citizens' },
    'in one direct conversation': { ...common, in: uidOf('conversation', 3) },
    'behind a conversation': {
      ...common,
      cursor: writeCursor([4, base + Math.floor(size.conversations / 2), 1]),
    },
  })
  ask('government-chat.get-messages', 'president', pages)
  ask('admin-chat.get-messages', 'president', pages)
  ask('admin-chat.get-online-admins', 'president', { all: {} })
  ask('messenger.get-blocks', 'voter', { own: {} })
  const reported = base + middle
  const resolvedAt = Date.parse('2020-01-01T00:00:00.000Z') + middle * 1_000
  ask('messenger.get-reports', 'administrator', {
    open: {},
    'open, in the middle': { cursor: writeCursor([reported]), limit: 50 },
    resolved: { status: 'resolved' },
    'resolved, in the middle': { status: 'resolved', cursor: writeCursor([resolvedAt, reported]), limit: 50 },
  })
  const ends = Date.parse('2050-01-01T00:00:00.000Z') + middle * 1_000
  ask('messenger.get-mutes', 'administrator', {
    'in force': {},
    'in the middle': { cursor: writeCursor([ends, base + middle]), limit: 50 },
  })
}
