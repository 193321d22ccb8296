import type { FeatureName } from '@nation/domain/system'
import type { ComponentType } from 'react'
import { InterviewsTab } from '../interviews'
import { CommunicationTab } from '../messenger'
import { TasksTab } from '../tasks'
import { HierarchyTab } from './hierarchy/HierarchyTab'
import { OverviewTab } from './overview/OverviewTab'
import { PollsTab } from './polls/PollsTab'

/** A tab of the dashboard. */
export interface DashboardTab {
  readonly id: string
  readonly label: string
  /** What it is called where there is little room. */
  readonly shortLabel?: string
  /** The feature that it is part of: while that is off, the tab is not there. */
  readonly feature?: FeatureName
  readonly Content: ComponentType<TabProps>
}

/** What a tab gets: the list of tabs that are there. */
export interface TabProps {
  readonly tabs: readonly { readonly id: string }[]
}

/**
 * The tabs in the order of the requirements (requirements 2.2): Overview, Hierarchy, Communication (short: Chat), Polls, Tasks,
 * Interviews.
 */
export const dashboardTabs: readonly [DashboardTab, ...DashboardTab[]] = [
  { id: 'overview', label: 'Overview', Content: OverviewTab },
  { id: 'hierarchy', label: 'Hierarchy', Content: HierarchyTab },
  { id: 'communication', label: 'Communication', shortLabel: 'Chat', Content: CommunicationTab },
  { id: 'polls', label: 'Polls (Vote Hub)', shortLabel: 'Polls', feature: 'voting', Content: PollsTab },
  { id: 'tasks', label: 'Tasks', Content: TasksTab },
  { id: 'interviews', label: 'Interviews', Content: InterviewsTab },
]
