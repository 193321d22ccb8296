import { describe, expect, it } from 'vitest'
import { askedQuestions, canAsk, canRespond, judgeAnswers, takesAnswers, unanswered } from '.'

const asked = (...questions: string[]) => questions.map((question) => ({ question }))
const interview = { title: 'Harbour', description: 'What should it become?', questions: asked('Why?') }

describe('the questions of an interview', () => {
  it('lose the blank ones and keep their order', () => {
    expect(askedQuestions(asked(' Why? ', '  ', 'How?', '', '\n'))).toEqual(['Why?', 'How?'])
  })

  it('stand where they say, and where they were sent when they say nothing', () => {
    const given = [
      { question: 'Third', order: 7 },
      { question: 'First', order: 1 },
      { question: 'Second', order: 2 },
    ]
    expect(askedQuestions(given)).toEqual(['First', 'Second', 'Third'])
    expect(
      askedQuestions([
        { question: 'b', order: 1 },
        { question: 'a', order: 1 },
      ]),
    ).toEqual(['b', 'a'])
  })
})

describe('an interview', () => {
  it('needs a title and a description', () => {
    expect(canAsk(interview).allowed).toBe(true)
    for (const blank of [{ title: ' ' }, { description: ' \n' }])
      expect(canAsk({ ...interview, ...blank })).toMatchObject({ code: 'interview_incomplete' })
  })

  it('needs a question that is not blank', () => {
    for (const questions of [[], asked(''), asked(' ', '\t')])
      expect(canAsk({ ...interview, questions })).toMatchObject({ code: 'interview_questions_missing' })
    expect(canAsk({ ...interview, questions: asked(' ', 'Why?') }).allowed).toBe(true)
  })

  it('takes answers while it is active and not deleted', () => {
    expect(takesAnswers({ isActive: true, archivedAt: null })).toBe(true)
    expect(takesAnswers({ isActive: false, archivedAt: null })).toBe(false)
    expect(takesAnswers({ isActive: true, archivedAt: new Date(0) })).toBe(false)
  })

  it('is answered once, while it is open; a deleted one is not there', () => {
    const open = { isActive: true, archivedAt: null }
    expect(canRespond(open, false).allowed).toBe(true)
    expect(canRespond(open, true)).toMatchObject({ code: 'interview_answered' })
    expect(canRespond({ ...open, isActive: false }, false)).toMatchObject({ code: 'interview_closed' })
    expect(canRespond({ ...open, archivedAt: new Date(0) }, false)).toMatchObject({ code: 'interview_not_found' })
  })
})

describe('answers', () => {
  const questions = ['q1', 'q2']
  const answer = (questionId: string, text = 'Yes') => ({ questionId, answer: text })

  it('are one to each question, in any order', () => {
    expect(judgeAnswers(questions, [answer('q2'), answer('q1')]).allowed).toBe(true)
  })

  it('are not enough when one is missing or blank', () => {
    expect(judgeAnswers(questions, [answer('q1')])).toMatchObject({
      code: 'interview_answers_missing',
      facts: { missing: 1 },
    })
    expect(judgeAnswers(questions, [answer('q1', ' \n'), answer('q2')])).toMatchObject({ facts: { missing: 1 } })
    expect(unanswered(questions, [])).toBe(2)
  })

  it('are refused when one belongs to no question, or two to the same', () => {
    for (const stray of ['q3', 'q1'])
      expect(judgeAnswers(questions, [answer('q1'), answer('q2'), answer(stray)])).toMatchObject({
        code: 'interview_answers_stray',
      })
  })
})
