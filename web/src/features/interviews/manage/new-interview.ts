import type { CallRequest } from '@nation/domain/contract'
import type { ErrorCode } from '@nation/domain/errors'
import { askedQuestions, canAsk } from '@nation/domain/interviews'
import { blankFields } from '../../../ui/field-list'
import type { FieldList } from '../../../ui/field-list'

/** What somebody has typed of a new interview. */
export interface NewInterviewForm {
  readonly title: string
  readonly description: string
  readonly questions: FieldList
}

/** The form begins with one blank question (requirements 2.5). */
export const blankInterview: NewInterviewForm = { title: '', description: '', questions: blankFields(1) }

const givenOf = (questions: FieldList) => questions.map(({ text }) => ({ question: text }))

/** Why this cannot be asked yet, by the rule's code; null when it can. */
export function problemOf({ title, description, questions }: NewInterviewForm): ErrorCode | null {
  const verdict = canAsk({ title, description, questions: givenOf(questions) })
  return verdict.allowed ? null : verdict.code
}

/** The call's input: blank questions dropped, the others numbered from one. */
export function requestOf({ title, description, questions }: NewInterviewForm): CallRequest<'interviews.create'> {
  const asked = askedQuestions(givenOf(questions))
  return { title, description, questions: asked.map((question, index) => ({ question, order: index + 1 })) }
}
