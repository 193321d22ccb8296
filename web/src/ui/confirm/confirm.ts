import { create } from 'zustand'

export interface Question {
  readonly title: string
  readonly message: string
  /** What the confirming button says: a verb. */
  readonly confirm: string
  readonly cancel?: string
  /** For what cannot be undone. */
  readonly danger?: boolean
}

interface ConfirmState {
  readonly asked: (Question & { readonly answer: (yes: boolean) => void }) | null
}

/** The question that is open at the moment. */
export const useConfirm = create<ConfirmState>(() => ({ asked: null }))

/** Asks before something happens; false when cancelled. One question at a time: an open one counts as cancelled. */
export function confirm(question: Question): Promise<boolean> {
  useConfirm.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useConfirm.setState({ asked: null })
      resolve(yes)
    }
    useConfirm.setState({ asked: { ...question, answer } })
  })
}
