import type { CallInput, CallOutput } from '@nation/domain/contract'
import type { Citizen } from '../citizens/citizen.entity'
import type { Runtime } from '../platform'
import { as } from '../elections/testing'
import { createInterview } from './manage.service'
import { submitResponse } from './responses.service'

type View = CallOutput<'interviews.create'>['interview']

/** An interview that takes answers, asked by `who`, an administrator; of two questions unless said. */
export async function anInterview(
  runtime: Runtime,
  who: Citizen,
  overrides: Partial<CallInput<'interviews.create'>> = {},
): Promise<View> {
  const input = {
    title: 'The harbour',
    description: 'What should become of the old harbour?',
    questions: [{ question: 'What do you miss there?' }, { question: 'Who should pay for it?' }],
    isActive: true,
    ...overrides,
  }
  return (await as(runtime, who, (ctx) => createInterview(ctx, input))).interview
}

/** Answers to all questions of an interview. */
export const answersTo = ({ questions }: Pick<View, 'questions'>, text = 'A place to sit') =>
  questions.map(({ id, order }) => ({ questionId: id, answer: `${text} (${order})` }))

/** A citizen responds to an interview, as the call does. */
export const respond = (runtime: Runtime, who: Citizen, interview: Pick<View, 'id' | 'questions'>, text?: string) =>
  as(runtime, who, (ctx) =>
    submitResponse(ctx, { interviewId: interview.id, answers: answersTo(interview, text), userId: undefined }),
  )
