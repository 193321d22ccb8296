import type { CallRequest } from '@nation/domain/contract'
import { errorTable } from '@nation/domain/errors'
import { askedQuestions, canAsk } from '@nation/domain/interviews'
import { blankFields } from '../../../ui/field-list'
import type { FieldList } from '../../../ui/field-list'
import type { Problems } from '../../../ui/form-errors/use-form-errors'

/** What the author has typed of a new interview. */
export interface NewInterviewForm {
  readonly title: string
  readonly description: string
  readonly questions: FieldList
}

/** The form begins with one blank question (requirements 2.5). */
export const blankInterview: NewInterviewForm = { title: '', description: '', questions: blankFields(1) }

const givenOf = (questions: FieldList) => questions.map(({ text }) => ({ question: text }))

/** Why this cannot be asked yet, by field, and in the rule's sentence; empty when it can. */
export function problemsOf(form: NewInterviewForm): { problems: Problems; sentence: string | null } {
  const questions = givenOf(form.questions)
  const verdict = canAsk({ ...form, questions })
  if (verdict.allowed) return { problems: {}, sentence: null }
  const problems = {
    ...(form.title.trim() === '' && { title: 'Please enter a title.' }),
    ...(form.description.trim() === '' && { description: 'Please enter a description.' }),
    ...(askedQuestions(questions).length === 0 && { 'questions.0': 'Please enter a question.' }),
  }
  // One sentence for all that is missing: the rule says the first only.
  const asksNothing = verdict.code !== 'interview_questions_missing' && 'questions.0' in problems
  const sentence = errorTable[verdict.code][1]
  return { problems, sentence: asksNothing ? `${sentence}. ${errorTable.interview_questions_missing[1]}.` : sentence }
}

/** The call's input: blank questions dropped, the others numbered from one. */
export function requestOf({ title, description, questions }: NewInterviewForm): CallRequest<'interviews.create'> {
  const asked = askedQuestions(givenOf(questions))
  return { title, description, questions: asked.map((question, index) => ({ question, order: index + 1 })) }
}
