import { create } from 'zustand'

export interface Question {
  readonly title: string
  readonly message: string
  /** What the confirming button says: a verb. */
  readonly confirm: string
  readonly cancel?: string
  /** For what cannot be undone. */
  readonly danger?: boolean
  /** Who reads the reason, where the question asks for one; administrators unless said. */
  readonly reasonNote?: string
}

/** What a deletion was confirmed with: the reason is left out where none was given. */
export interface Confirmed {
  readonly reason?: string
}

interface Asked extends Question {
  /** Distinguishes one question from the next. */
  readonly id: number
  /** Whether the dialog has a field for an optional reason. */
  readonly withReason: boolean
  readonly answer: (confirmed: Confirmed | null) => void
}

interface ConfirmState {
  readonly asked: Asked | null
}

/** The question that is open at the moment. */
export const useConfirm = create<ConfirmState>(() => ({ asked: null }))

/** Asks before something happens; false when cancelled. One question at a time: an open one counts as cancelled. */
export const confirm = async (question: Question): Promise<boolean> => (await ask(question, false)) !== null

/** Asks before a deletion, with a field for the reason, which administrators read in the audit unless `reasonNote` says more; null when cancelled. */
export const confirmDeletion = (question: Question): Promise<Confirmed | null> =>
  ask({ danger: true, ...question }, true)

/** The code of the dialog. What may have to ask before something is lost loads it beforehand. */
export const loadConfirmDialog = () => import('./ConfirmDialog')

let asked = 0

function ask(question: Question, withReason: boolean): Promise<Confirmed | null> {
  useConfirm.getState().asked?.answer(null)
  return new Promise((resolve) => {
    const answer = (confirmed: Confirmed | null) => {
      useConfirm.setState({ asked: null })
      resolve(confirmed)
    }
    useConfirm.setState({ asked: { ...question, id: ++asked, withReason, answer } })
  })
}
