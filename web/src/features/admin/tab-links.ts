import type { FeatureName } from '@nation/domain/system'
import { isFeatureOn, useFeatures } from '../../lib/feature-flags'
import { useOffline } from './replica/use-offline'

/** The panel's tabs, in the order of the requirements (requirements 2.2). */
const tabs = [
  { id: 'dashboard', label: 'Dashboard' },
  { id: 'members', label: 'Members' },
  { id: 'broadcast', label: 'Broadcast' },
  { id: 'chat', label: 'Chat' },
  { id: 'bank', label: 'Bank' },
  { id: 'elections', label: 'Elections', feature: 'elections' },
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
export const membersLink = { id: 'members', label: 'Members' } as const satisfies Pick<TabLink, 'id' | 'label'>

export interface TabLink {
  readonly id: TabId
  readonly label: string
  readonly to: string
  /** The feature that it is part of: while that is off, the tab is not there. */
  readonly feature?: FeatureName
}

/** Each tab with its name and its address. */
export const tabLinks: readonly TabLink[] = tabs.map((tab) => ({ ...tab, to: tabPath(tab.id) }))

/**
 * Whether what belongs to a feature is there. Without a connection it is not known what is on: the console shows its copy, and asks
 * the server nothing.
 */
export function useIsThere(): (part: { readonly feature?: FeatureName | undefined }) => boolean {
  const features = useFeatures()
  const isOffline = useOffline()
  return (part) => isOffline || isFeatureOn(part, features)
}

/** What the console has besides: the government's tasks, and what was decided there and waits to be sent. */
export const replicaLinks = [
  { id: 'tasks', label: 'Tasks', to: tabPath('tasks') },
  { id: 'changes', label: 'Changes', to: tabPath('changes') },
] as const
