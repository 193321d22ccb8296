import { csvLine } from '../formats'
import { withoutEnd } from '../text'

/** A question of an interview. */
export interface Question {
  readonly id: string
  readonly question: string
  readonly order: number
}

/** A citizen's answers. */
export interface Response {
  readonly id: string
  readonly userId: string
  readonly username: string
  readonly submittedAt: number
  readonly answers: readonly { readonly questionId: string; readonly answer: string }[]
}

const byOrder = (questions: readonly Question[]): Question[] => [...questions].sort((a, b) => a.order - b.order)

/** What a response says to a question; nothing where it says nothing. */
export const answerTo = (response: Pick<Response, 'answers'>, questionId: string): string =>
  response.answers.find((answer) => answer.questionId === questionId)?.answer ?? ''

/** The head of the table of responses: a column for each question. */
export const responsesCsvHead = (questions: readonly Question[]): string =>
  `\ufeff${csvLine(['Response', 'Citizen', 'Citizen ID', 'Submitted at (UTC)', ...byOrder(questions).map(({ question }) => question)])}`

/** A response as a line of that table. */
export const responseCsvLine = (questions: readonly Question[], response: Response): string =>
  csvLine([
    response.id,
    response.username,
    response.userId,
    new Date(response.submittedAt).toISOString(),
    ...byOrder(questions).map(({ id }) => answerTo(response, id)),
  ])

/** How responses can be taken away. */
export const responseFormats = ['csv', 'json'] as const

export type ResponseFormat = (typeof responseFormats)[number]

/** What the file of responses to an interview is called: its title in plain letters, so that it is safe everywhere. */
export function responsesFileName(title: string, format: ResponseFormat): string {
  const words = title
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
  const slug = withoutEnd(words.replace(/^-/, ''), '-')
  return `${slug || 'interview'}-responses.${format}`
}

/** A response as one entry of a JSON list: with the words of each question, so that it can be read by itself. */
export const responseJson = (questions: readonly Question[], response: Response): string =>
  JSON.stringify({
    id: response.id,
    username: response.username,
    userId: response.userId,
    submittedAt: new Date(response.submittedAt).toISOString(),
    answers: byOrder(questions).map(({ id, question, order }) => ({
      questionId: id,
      order,
      question,
      answer: answerTo(response, id),
    })),
  })
