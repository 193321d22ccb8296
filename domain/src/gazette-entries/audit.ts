import { jobRules } from '../work'
import { by, person, say, task, type Named, type Sentence } from '../gazette'
import type { About, AuditTable, FactsOf } from './table'

/** Facts that are said elsewhere as well, or that everybody knows. */
const interviews = 'The interviews’ own pages tell it.'
const talk = 'What is said is not an act of an administration.'

/**
 * What administrators read in their audit, and how. An event for administrators without a line here does not compile. Nothing
 * that was typed into a sign-in is in it, and networks are keyed hashes.
 */
export const auditTable: AuditTable = {
  'admin.signed-in': {
    kind: 'sign-ins',
    say: ({ secondFactor }, about) =>
      say`${whoDid(about)} opened the panel${secondFactor === 'none' ? ', without a second factor' : `, with ${article[secondFactor]}`}.`,
  },
  'admin.sign-in-failed': {
    kind: 'sign-ins',
    say: ({ account, network }) =>
      say`A sign-in to ${account ? `the panel account ${account}` : account === null ? 'an account that does not exist' : 'a panel account'} failed, from network ${network.slice(0, 8)}.`,
  },
  'admin.signed-out': { kind: 'sign-ins', say: (_, about) => say`${whoDid(about)} closed the panel.` },
  'admin.device-revoked': { kind: 'sign-ins', say: (_, about) => say`${whoDid(about)} revoked a known browser.` },
  'admin.session-ended': {
    kind: 'sign-ins',
    say: (_, about) => say`${whoDid(about)} ended a panel session of theirs.`,
  },
  'admin.second-factor-set': {
    kind: 'sign-ins',
    say: (_, about) => say`${whoDid(about)} set up a second factor.`,
  },
  'admin.recovery-codes-renewed': {
    kind: 'sign-ins',
    say: (_, about) => say`${whoDid(about)} made new recovery codes.`,
  },
  'admin.account-created': {
    kind: 'roles',
    say: ({ username }, about) => say`An operator made the panel account ${username ?? ''} for ${whom(about)}.`,
  },
  'admin.account-renewed': {
    kind: 'roles',
    say: ({ username }, about) => say`An operator renewed the panel account ${username ?? ''} of ${whom(about)}.`,
  },
  'admin.account-revoked': {
    kind: 'roles',
    say: ({ username }, about) =>
      say`${about.actor ? whoDid(about) : 'An operator'} revoked the panel account ${username ?? ''} of ${whom(about)}.`,
  },
  'citizens.role-changed': {
    kind: 'roles',
    say: ({ userId, isAdmin, isModerator }, { actor }) =>
      say`${person(userId)} ${isAdmin ? 'is' : 'is not'} an administrator and ${isModerator ? 'is' : 'is not'} a moderator now, changed${by(actor)}.`,
  },
  'admin.deleted': {
    kind: 'deletions',
    say: ({ what, reason }, about) => say`${whoDid(about)} deleted ${deleted(what, about)}${because(reason)}`,
  },
  'elections.cancelled': {
    kind: 'deletions',
    say: ({ reason }, about) =>
      say`${whoDid(about)} cancelled an election${reason ? `: “${reason}”` : ', without a reason'}.`,
  },
  'admin.exported': {
    kind: 'exports',
    say: ({ file, about: thing }, about) =>
      say`${whoDid(about)} took out ${files[file]}${thing === null ? '' : ` (${thing})`}.`,
  },
  'system.links-changed': {
    kind: 'system',
    say: ({ links }, about) =>
      say`${whoDid(about)} changed the links at the foot of every page: ${links.length === 0 ? 'none' : links.map(({ name, url }) => `${name} (${url})`).join(', ')}.`,
  },
  'admin.jobs-retried': {
    kind: 'work',
    say: ({ job, count, entry }, about) =>
      say`${whoDid(about)} had ${entry === null ? `${count} failed ${count === 1 ? 'piece' : 'pieces'} of work` : `the work that follows from entry ${entry}`} tried anew: ${jobRules[job].title}.`,
  },
  'admin.job-given-up': {
    kind: 'work',
    say: ({ job, entry }, about) =>
      say`${whoDid(about)} gave up the work that follows from entry ${String(entry)}: ${jobRules[job].title}.`,
  },
  'admin.job-paused': {
    kind: 'work',
    say: ({ job, paused }, about) =>
      say`${whoDid(about)} ${paused ? 'paused' : 'resumed'} a job: ${jobRules[job].title}.`,
  },
  'admin.job-asked': {
    kind: 'work',
    say: ({ job }, about) => say`${whoDid(about)} asked for a run of a job: ${jobRules[job].title}.`,
  },
  'bank.books-differ': {
    kind: 'system',
    say: ({ problems }) =>
      say`The books are not right: ${problems[0] ?? 'nothing is said'}${problems.length > 1 ? ` And ${problems.length - 1} more.` : ''}`,
  },
  'elections.recount-differs': {
    kind: 'system',
    say: () => say`A recount contradicts the counters: an election is not closed.`,
  },
  'messenger.posted': { leftOut: talk },
  'messenger.changed': { leftOut: `${talk} Who deletes another’s message is told by 'admin.deleted'.` },
  'messenger.muted': {
    kind: 'conduct',
    say: ({ until, reason }, about) =>
      say`${whoDid(about)} muted ${whom(about)} until ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC${reason ? `: “${reason}”` : ''}.`,
  },
  'messenger.unmuted': {
    kind: 'conduct',
    say: (_, about) => say`${whoDid(about)} ended the mute of ${whom(about)}.`,
  },
  'messenger.report-resolved': {
    kind: 'conduct',
    say: ({ resolution }, about) =>
      say`${whoDid(about)} resolved a report about ${whom(about)}${resolution ? `: “${resolution}”` : ''}.`,
  },
  'interviews.created': { leftOut: interviews },
  'interviews.responded': { leftOut: 'Who answers an interview is read beside the answers.' },
}

const whoDid = ({ actor }: About): Named | string => (actor === null ? 'The nation itself' : person(actor))
const whom = ({ subject }: About): Sentence => (subject === null ? ['a citizen'] : [person(subject)])

const deleted = (what: FactsOf<'admin.deleted'>['what'], { subject }: About): Sentence =>
  what === 'task'
    ? say`a task: ${task(subject ?? '')}`
    : [`${what === 'interview' ? 'an' : 'a'} ${what} (${subject ?? ''})`]

/** A reason goes with the citizen whom it concerned; it is missing then. */
function because(reason: string | null | undefined): string {
  if (reason === undefined) return '. The reason went with a citizen who left.'
  return reason === null ? ', without a reason.' : `, for this reason: “${reason}”.`
}

const article = { none: '', authenticator: 'an authenticator', 'recovery code': 'a recovery code' } as const
const files = {
  poll: 'the results of a poll',
  responses: 'the responses to an interview',
  payouts: 'the recorded salaries that are not paid yet',
  audit: 'the audit',
  members: 'the list of members',
} as const
