import type { ComponentType } from 'react'
import { ClosingPolls } from './ClosingPolls'
import { LatestDeeds } from './LatestDeeds'
import { MyTasks } from './MyTasks'
import { NewResponses } from './NewResponses'
import type { Overview, You } from './types'
import { Week } from './Week'
import { YourOffice } from './YourOffice'

export interface SectionProps {
  readonly overview: Overview
  readonly you: You
}

type Sections = readonly { readonly id: string; readonly Content: ComponentType<SectionProps> }[]

/**
 * What the overview shows below its figures, in this order: what waits for its reader. A section that has nothing to say to its
 * reader draws nothing. Other features of the dashboard add theirs here.
 */
export const waitingSections: Sections = [
  { id: 'your-office', Content: YourOffice },
  { id: 'tasks', Content: MyTasks },
  { id: 'closing-polls', Content: ClosingPolls },
  { id: 'responses', Content: NewResponses },
]

/** Below it: the nation's week, and what was done last. */
export const newsSections: Sections = [
  { id: 'week', Content: Week },
  { id: 'latest', Content: LatestDeeds },
]
