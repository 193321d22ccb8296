import type { FeatureName } from '@nation/domain/system'
import { toast } from '../../../ui'
import { usePanel } from '../panel-session'
import { saveCsv } from '../save-csv'
import { tabPath } from '../tab-links'
import { askToLeave } from './ask-to-leave'
import { isOffline } from './use-offline'

/** Something that the search over everything does in place of showing it. */
export interface Action {
  readonly id: string
  readonly title: string
  /** Whether the server does it: then a connection is needed, and the panel's password. */
  readonly isOnline?: boolean
  /** The feature that it is part of. */
  readonly feature?: FeatureName
  readonly run: (go: (path: string) => void) => unknown
}

/** What programs around the panel add: the console has windows and servers. */
const added: Action[] = []

/** Adds actions to the search over everything. Answers how to take them away. */
export function addActions(actions: readonly Action[]): () => void {
  added.push(...actions)
  return () => void added.splice(added.indexOf(actions[0]!), actions.length)
}

const signIn: Action = {
  ...{ id: 'sign-in', title: 'Sign in to the panel' },
  run: (go) => go(tabPath('sign-ins')),
}

/** What screens of the panel do. */
const actions: readonly Action[] = [
  {
    ...{ id: 'write-broadcast', title: 'Write a broadcast' },
    run(go) {
      go(tabPath('broadcast'))
      focusOnceThere('form[aria-label="New broadcast"] textarea')
    },
  },
  {
    ...{ id: 'write-task', title: 'Write a task' },
    run(go) {
      go(tabPath('tasks'))
      onceThere('[data-action="write-task"]', (button) => button.click())
    },
  },
  {
    ...{ id: 'write-message', title: 'Write to the government', isOnline: true },
    run(go) {
      go(tabPath('chat'))
      focusOnceThere('form[aria-label="Write to the government"] textarea')
    },
  },
  {
    ...{ id: 'plan-election', title: 'Plan an election', isOnline: true, feature: 'elections' },
    run(go) {
      go(tabPath('elections'))
      onceThere('[data-action="plan-election"]', (button) => {
        button.click()
        focusOnceThere('form[aria-labelledby="plan-title"] input')
      })
    },
  },
  {
    ...{ id: 'export-members', title: 'Export members', isOnline: true },
    run: () => saveCsv('/api/admin/export-users', { filter: 'all' }, 'nation-members.csv'),
  },
  {
    ...{ id: 'export-audit', title: 'Export audit', isOnline: true },
    run: () => saveCsv('/api/admin/export-audit', {}, 'nation-audit.csv'),
  },
  { id: 'leave', title: 'Leave the panel', run: () => askToLeave() },
]

/** What an action needs and has not now, in words; empty where it may be done. */
export function needOf({ isOnline }: Action): string {
  if (!isOnline) return ''
  if (isOffline()) return 'needs a connection'
  return usePanel.getState().token === null ? 'needs the panel’s password' : ''
}

/** The actions whose name has these words. Whoever is signed in needs no sign-in. */
export function actionsFor(query: string): readonly Action[] {
  const words = query.toLowerCase().split(/\s+/)
  const all = [...(usePanel.getState().token === null ? [signIn] : []), ...actions, ...added]
  return all.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
}

/** Does an action, or says what it needs. */
export function runAction(action: Action, go: (path: string) => void): void {
  const need = needOf(action)
  if (need === '') return void action.run(go)
  toast.warning(`${action.title}: this ${need}.`)
}

const waitMs = 3_000

/** The tab that was gone to is drawn in slices, and may ask the server first. */
function onceThere(selector: string, then: (found: HTMLElement) => void): void {
  const until = performance.now() + waitMs
  const look = () => {
    const found = document.querySelector<HTMLElement>(selector)
    if (found && !document.querySelector('[role="dialog"]')) then(found)
    else if (performance.now() < until) setTimeout(look, 50)
  }
  setTimeout(look)
}

const focusOnceThere = (selector: string): void => onceThere(selector, (found) => found.focus())
