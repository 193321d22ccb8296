import { askedQuestions } from '@nation/domain/interviews'
import type { CallAnswer } from '@nation/domain/contract'
import type { OwnProfile } from '../lib/session/session'
import type { FakeNation } from './fake-nation'
import { idOf, refuse } from './fake-nation'

type Managed = CallAnswer<'interviews.all'>['interviews'][number]
type Response = CallAnswer<'interviews.responses'>['responses'][number]

const day = 86_400_000

const texts: readonly (readonly [title: string, description: string, questions: readonly string[]])[] = [
  [
    'What should become of the old harbour?',
    'The ferries moved to the new quay in spring. The basin, three sheds and the crane stand empty.\nThe cabinet decides in three weeks, and reads every answer before it does.',
    [
      'What do you miss by the water?',
      'What should the sheds be used for, and who should run them?',
      'What must not happen there?',
    ],
  ],
  [
    'How do you hear of what we decide?',
    'We want to tell you sooner.',
    ['Where did you last hear of a decision?', 'What would you read every week?'],
  ],
  ['Your first week as a citizen', 'For everybody who joined this year.', ['What was hard to find?']],
]

/** Interviews of a nation in memory: three that are open, or none; what is answered and asked is remembered. */
export function interviewAnswers(user: OwnProfile, now: number, empty: boolean): FakeNation['answers'] {
  let made = 0
  const make = (title: string, description: string, questions: readonly string[], createdAt: number): Managed => {
    const index = ++made
    return {
      id: idOf(20, index),
      title,
      description,
      isActive: true,
      createdAt,
      createdBy: 'Alma Lindqvist',
      questionCount: questions.length,
      questions: questions.map((question, place) => ({ id: idOf(21, index * 50 + place), question, order: place + 1 })),
      responseCount: 0,
      deletedAt: null,
    }
  }
  const interviews = empty ? [] : texts.map(([...words], index) => make(...words, now - (index * 9 + 2) * day))
  const responses = new Map<string, Response[]>()
  const own = new Map<string, Response>()
  const named = (id: string) => interviews.find((one) => one.id === id)
  const missing = () => refuse(404, 'interview_not_found', 'There is no such interview.')
  const shown = ({ responseCount: _, deletedAt: __, ...interview }: Managed) => interview
  const open = () => interviews.filter(({ isActive }) => isActive).map(shown)
  return {
    'interviews.list': () => ({ success: true, interviews: open(), nextCursor: null }),
    'interviews.get': ({ interviewId }) => {
      const interview = named(interviewId)
      return interview && interview.deletedAt === null ? { success: true, interview: shown(interview) } : missing()
    },
    'interviews.status': () => {
      const answeredIds = open().flatMap(({ id }) => (own.has(id) ? [id] : []))
      const [active, answered] = [open().length, answeredIds.length]
      return { success: true, active, answered, unanswered: active - answered, answeredIds }
    },
    'interviews.my-responses': ({ interviewId }) => ({
      success: true,
      responses: [...own].flatMap(([id, response]) => {
        const interview = named(id)
        if (!interview || (interviewId !== undefined && interviewId !== id)) return []
        return {
          id: response.id,
          interviewId: id,
          title: interview.title,
          isActive: interview.isActive,
          deleted: interview.deletedAt !== null,
          submittedAt: response.submittedAt,
          answers: response.answers.map(({ questionId, answer }) => ({
            questionId,
            question: interview.questions.find((question) => question.id === questionId)?.question ?? '',
            answer,
          })),
        }
      }),
      nextCursor: null,
    }),
    'interviews.submit': ({ interviewId, answers }) => {
      const interview = named(interviewId)
      if (!interview) return missing()
      if (!interview.isActive)
        return refuse(409, 'interview_closed', 'This interview does not accept answers at the moment.')
      const { uid: userId, username } = user
      const response = { id: idOf(22, own.size), userId, username, submittedAt: now, answers }
      own.set(interviewId, response)
      responses.set(interviewId, [response, ...(responses.get(interviewId) ?? [])])
      interview.responseCount++
      return { success: true, responseId: response.id, interviewId, submittedAt: now }
    },
    'interviews.all': ({ isActive, deleted }) => ({
      success: true,
      interviews: interviews.filter(
        (one) =>
          (one.deletedAt !== null) === (String(deleted) === 'true') &&
          (isActive === undefined || String(one.isActive) === String(isActive)),
      ),
      nextCursor: null,
    }),
    'interviews.create': ({ title, description, questions }) => {
      const given = questions.map((one) => (typeof one === 'string' ? { question: one } : one))
      const interview = make(title, description, askedQuestions(given), now)
      interviews.unshift(interview)
      return { success: true, interview }
    },
    'interviews.update': ({ interviewId, isActive }) => {
      const interview = named(interviewId)
      if (!interview) return missing()
      interview.isActive = isActive
      return { success: true, interview }
    },
    'interviews.delete': ({ interviewId }) => {
      const interview = named(interviewId)
      if (!interview) return missing()
      Object.assign(interview, { isActive: false, deletedAt: now })
      return { success: true, interviewId, deletedAt: now }
    },
    'interviews.responses': ({ interviewId, search = '' }) => {
      const interview = named(interviewId)
      if (!interview) return missing()
      const found = (responses.get(interviewId) ?? []).filter(({ username, answers }) =>
        [username, ...answers.map(({ answer }) => answer)].some((text) =>
          text.toLowerCase().includes(search.toLowerCase()),
        ),
      )
      return { success: true, interview, responses: found, matching: found.length, nextCursor: null }
    },
  }
}
