import { officeTitle, positionOf } from '@nation/domain/elections'
import { groupTexts } from '@nation/domain/messenger'
import { waitsOf, type Wait } from '@nation/domain/participation'
import type { Features } from '@nation/domain/system'
import { jobRules } from '@nation/domain/work'
import { moneyOf } from '../../bank'
import { DONE_PATH, ballotPath } from '../../elections'
import { reportsPath, roomPath } from '../../messenger'
import type { Day } from '../../participation'
import { taskPath } from '../../tasks'

/** A line of the day: what waits, a word more about it, and the one thing to do. */
export interface Line {
  readonly title: string
  readonly detail: string
  readonly to: string
  readonly action: string
  /** What happens at the wait's instant, as in 'Voting closes in 2 days'. */
  readonly ends: string
}

const several = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)

/** Names in a row: 'President, Secretary of State and 2 more'. */
export function namesInWords(names: readonly string[], total = names.length): string {
  const shown = names.slice(0, total > 3 ? 2 : 3)
  const rest = total - shown.length
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

const bankTab = '/admin?tab=bank'

/** 'Salaries failed. 3 others wait for a retry.' */
function failuresInWords(failing: readonly string[], stuck: number): string {
  const failed = failing.length > 0 ? `${namesInWords(failing)} failed at the last run.` : ''
  const waits = stuck === 0 ? '' : stuck === 1 ? 'One waits for a retry.' : `${stuck} wait for a retry.`
  return [failed, waits].filter((sentence) => sentence !== '').join(' ')
}

const lines: Record<Wait['kind'], (day: Day, count: number) => Line> = {
  votes: ({ votes }, count) => {
    const titles = (votes?.positions ?? []).map((position) => positionOf(position).title)
    const [first] = votes?.positions ?? []
    return {
      title: count === 1 ? `Your vote for ${titles[0]}` : `Your vote for ${count} offices`,
      detail: count === 1 ? 'The last office that is open to you.' : namesInWords(titles),
      to: first ? ballotPath(first) : DONE_PATH,
      action: 'Open your ballot',
      ends: 'Voting closes',
    }
  },
  tasks: ({ tasks }, count) => {
    const [first] = tasks?.first ?? []
    return {
      title: several(count, 'A task for you', 'tasks for you'),
      detail: namesInWords(
        (tasks?.first ?? []).map(({ title }) => title),
        count,
      ),
      to: count === 1 && first ? taskPath(first.id) : '/government?tab=tasks&show=mine&status=open',
      action: count === 1 ? 'Open the task' : 'Open your tasks',
      ends: count === 1 ? 'Due' : 'The first is due',
    }
  },
  polls: ({ polls }, count) => {
    const [first] = polls.first
    return {
      title: several(count, 'A poll asks for your vote', 'polls ask for your vote'),
      detail: count === 1 ? (first?.question ?? '') : `${first?.question} And ${count - 1} more.`,
      to: first ? `/vote?poll=${first.id}` : '/vote',
      action: count === 1 ? 'Vote on it' : 'Open the polls',
      ends: count === 1 ? 'Closes' : 'The first closes',
    }
  },
  interviews: ({ interviews }, count) => ({
    title: several(count, 'An interview asks for your answer', 'interviews ask for your answer'),
    detail: namesInWords(
      interviews.first.map(({ title }) => title),
      count,
    ),
    to: count === 1 && interviews.first[0] ? `/interviews/${interviews.first[0].id}` : '/interviews',
    action: 'Answer',
    ends: 'Closes',
  }),
  conversations: ({ conversations }, count) => {
    const [first] = conversations.first
    return {
      title: count === 1 ? `${first?.username} wrote to you` : `${count} people wrote to you`,
      detail:
        count === 1
          ? several(first?.unread ?? 1, 'One new message.', 'new messages.')
          : namesInWords(
              conversations.first.map(({ username }) => username),
              count,
            ),
      to: count === 1 && first ? roomPath(first.id) : '/messenger',
      action: 'Read',
      ends: '',
    }
  },
  mentions: ({ mentions }, count) => ({
    title: count === 1 ? 'You were mentioned' : `You were mentioned ${count} times`,
    detail: namesInWords(mentions.map(({ group }) => groupTexts[group].name)),
    to: mentions[0] ? roomPath(mentions[0].group) : '/messenger',
    action: 'Read',
    ends: '',
  }),
  vacancies: ({ vacancies }, count) => ({
    title: several(count, 'An office is vacant', 'offices are vacant'),
    detail: namesInWords((vacancies ?? []).map(officeTitle)),
    to: '/government?tab=hierarchy',
    action: 'Appoint',
    ends: '',
  }),
  reports: (_, count) => ({
    title: several(count, 'A report to look at', 'reports to look at'),
    detail: 'Messages that citizens have reported.',
    to: reportsPath,
    action: 'Open the reports',
    ends: '',
  }),
  payday: () => ({
    title: 'A payment is due',
    detail: 'The cycle has ended, and its salaries are not recorded yet.',
    to: bankTab,
    action: 'Open the bank',
    ends: 'Due',
  }),
  salaries: (_, count) => ({
    title: several(count, 'A salary to mark as paid', 'salaries to mark as paid'),
    detail: count === 1 ? 'It is recorded.' : 'They are recorded.',
    to: bankTab,
    action: 'Open the payments',
    ends: '',
  }),
  treasury: ({ bank }) => ({
    title: `The treasury lacks ${moneyOf(bank?.lacks ?? 0)}`,
    detail: 'For the salaries that are recorded and those of the next cycle.',
    to: bankTab,
    action: 'Record funding',
    ends: 'The cycle is due',
  }),
  work: ({ work }, count) => ({
    title: several(count, 'Work of the nation has failed', 'pieces of the nation’s work have failed'),
    detail: failuresInWords(work?.failing.map((name) => jobRules[name].title) ?? [], work?.stuck ?? 0),
    to: '/admin?tab=jobs',
    action: 'Open the jobs',
    ends: '',
  }),
}

/** A kind of things that wait, in words. */
export const lineOf = (wait: Wait, day: Day): Line => lines[wait.kind](day, wait.count)

/** What waits, in words. What an operator has switched off is left out. */
export const linesOf = (
  day: Day,
  features: Features,
  isBuilt: (to: string) => boolean,
): readonly { wait: Wait; line: Line }[] =>
  waitsOf(day, features)
    .map((wait) => ({ wait, line: lineOf(wait, day) }))
    .filter(({ line }) => isBuilt(line.to.split('?')[0] ?? ''))

/** How much waits, in a sentence under the greeting. */
export const summaryOf = (count: number): string =>
  count === 0 ? 'Nothing waits for you.' : count === 1 ? 'One thing waits for you.' : `${count} things wait for you.`
