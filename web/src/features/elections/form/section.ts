import type { Draft, Problems } from './draft'

/** What the form's sections are given. */
export interface SectionProps {
  readonly draft: Draft
  readonly problems: Problems
  /** Writes fields; a function gets the draft as it is by then, for work that ends later, such as an upload. */
  readonly change: (part: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void
}

/** Says whether a field of the form, by its name, has a file on its way. */
export type SayBusy = (field: string, busy: boolean) => void
