import type { ComponentType } from 'react'
import { ClosingPolls } from './ClosingPolls'
import { NewResponses } from './NewResponses'
import type { Overview, You } from './types'
import { Week } from './Week'

export interface SectionProps {
  readonly overview: Overview
  readonly you: You
}

/**
 * What the overview shows below the reader's tasks and its figures, in this order. A section that has nothing to say to its reader
 * draws nothing. Other features of the dashboard add theirs here.
 */
export const sections: readonly { readonly id: string; readonly Content: ComponentType<SectionProps> }[] = [
  { id: 'responses', Content: NewResponses },
  { id: 'closing-polls', Content: ClosingPolls },
  { id: 'week', Content: Week },
]
