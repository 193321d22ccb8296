import type { Draft, Problems } from './draft'

/** What the form's sections are given. */
export interface SectionProps {
  readonly draft: Draft
  readonly problems: Problems
  readonly change: (part: Partial<Draft>) => void
}
