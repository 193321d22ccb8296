/** The panel's tabs, in the order of the requirements (requirements 2.2). */
const tabs = [
  { id: 'dashboard', label: 'Dashboard' },
  { id: 'members', label: 'Members' },
  { id: 'broadcast', label: 'Broadcast' },
  { id: 'chat', label: 'Chat' },
  { id: 'bank', label: 'Bank' },
  { id: 'elections', label: 'Elections' },
  { id: 'jobs', label: 'Jobs' },
  { id: 'audit', label: 'Audit' },
  { id: 'settings', label: 'Settings' },
  { id: 'sign-ins', label: 'Sign-ins' },
] as const

export type TabId = (typeof tabs)[number]['id']

/** The address of a tab. */
export const tabPath = (id: string): string => `/admin?tab=${id}`

/** The tab that an address asks for. The switches had a tab of their own once, whose address people know. */
export const tabAsked = (asked: string | null): string | null => (asked === 'features' ? 'settings' : asked)

/** What the panel opens with. */
export const membersLink = { id: 'members', label: 'Members' } as const satisfies (typeof tabs)[number]

/** Each tab with its name and its address. */
export const tabLinks = tabs.map((tab) => ({ ...tab, to: tabPath(tab.id) }))

/** What the console has besides: the government's tasks, and what was decided there and waits to be sent. */
export const replicaLinks = [
  { id: 'tasks', label: 'Tasks', to: tabPath('tasks') },
  { id: 'changes', label: 'Changes', to: tabPath('changes') },
] as const
