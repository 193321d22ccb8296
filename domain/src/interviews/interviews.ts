import { allowed, refused, type Verdict } from '../errors'

/**
 * How long the texts of an interview may be, in characters, and how many questions it has. Twenty answers of this length
 * fit into one request in any script.
 */
export const interviewLimits = {
  title: 120,
  description: 2_000,
  questions: 20,
  question: 500,
  answer: 2_000,
  search: 100,
  page: 50,
} as const

/** Where an interview is: taking answers, closed for the moment, or deleted (its responses stay). */
export interface InterviewState {
  readonly isActive: boolean
  readonly archivedAt: Date | null
}

/** A question as the author sends it: its text, and its place where it names one. */
export interface GivenQuestion {
  readonly question: string
  readonly order?: number | undefined
}

/** What an interview is made of. */
export interface NewInterview {
  readonly title: string
  readonly description: string
  readonly questions: readonly GivenQuestion[]
}

/**
 * The questions that are asked: blank ones are dropped, the rest keeps its order. A question that names its place stands
 * there; one that names none stands where it was sent. They are numbered anew from one (requirements 2.5).
 */
export function askedQuestions(given: readonly GivenQuestion[]): string[] {
  return given
    .map(({ question, order }, index) => ({ question: question.trim(), place: order ?? index + 1, index }))
    .filter(({ question }) => question !== '')
    .sort((a, b) => a.place - b.place || a.index - b.index)
    .map(({ question }) => question)
}

/** Whether this can be asked: it needs a title, a description and a question (requirements 2.5). */
export function canAsk({ title, description, questions }: NewInterview): Verdict {
  if (title.trim() === '' || description.trim() === '') return refused('interview_incomplete')
  return askedQuestions(questions).length > 0 ? allowed : refused('interview_questions_missing')
}

/** Whether an interview takes answers now. */
export const takesAnswers = (interview: InterviewState): boolean => interview.isActive && interview.archivedAt === null

/** Whether a citizen may answer: while it takes answers, once. A response is final. */
export function canRespond(interview: InterviewState, hasResponded: boolean): Verdict {
  if (interview.archivedAt !== null) return refused('interview_not_found')
  if (hasResponded) return refused('interview_answered')
  return interview.isActive ? allowed : refused('interview_closed')
}

/** An answer to one question. */
export interface GivenAnswer {
  readonly questionId: string
  readonly answer: string
}

/** Whether the answers are those to the questions: one each, none blank, none to anything else. */
export function judgeAnswers(questionIds: readonly string[], answers: readonly GivenAnswer[]): Verdict {
  const given = new Map(answers.map(({ questionId, answer }) => [questionId, answer]))
  const asked = new Set(questionIds)
  if (given.size < answers.length || answers.some(({ questionId }) => !asked.has(questionId)))
    return refused('interview_answers_stray')
  const missing = unanswered(questionIds, answers)
  return missing === 0 ? allowed : refused('interview_answers_missing', { missing })
}

/** How many questions have no answer yet, or one of nothing but blanks. */
export function unanswered(questionIds: readonly string[], answers: readonly GivenAnswer[]): number {
  const answered = new Set(answers.filter(({ answer }) => answer.trim() !== '').map(({ questionId }) => questionId))
  return questionIds.filter((id) => !answered.has(id)).length
}
