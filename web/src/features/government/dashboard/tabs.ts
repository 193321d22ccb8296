import type { ComponentType } from 'react'
import { InterviewsTab } from '../../interviews/manage/InterviewsTab'
import { PollsTab } from './polls/PollsTab'

/** A tab of the dashboard. */
export interface DashboardTab {
  readonly id: string
  readonly label: string
  /** What it is called where there is little room. */
  readonly shortLabel?: string
  readonly Content: ComponentType
}

/**
 * The tabs in the order of the requirements (requirements 2.2): Overview, Hierarchy, Communication (short: Chat), Polls, Tasks,
 * Interviews. A tab appears here once it is built.
 */
export const dashboardTabs: readonly [DashboardTab, ...DashboardTab[]] = [
  { id: 'polls', label: 'Polls (Vote Hub)', shortLabel: 'Polls', Content: PollsTab },
  { id: 'interviews', label: 'Interviews', Content: InterviewsTab },
]
