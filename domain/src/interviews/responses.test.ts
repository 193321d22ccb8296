import { describe, expect, it } from 'vitest'
import { responseCsvLine, responseJson, responsesCsvHead, responsesFileName } from '.'

const questions = [
  { id: 'q2', question: 'How, and why?', order: 2 },
  { id: 'q1', question: '=What?', order: 1 },
]
const response = {
  id: 'r1',
  userId: 'u1',
  username: '@ada',
  submittedAt: Date.UTC(2026, 0, 6, 12),
  answers: [
    { questionId: 'q2', answer: 'By "vote"\nand talk' },
    { questionId: 'q1', answer: '=HYPERLINK("http://evil")' },
  ],
}

describe('responses for a spreadsheet', () => {
  it('have a column for each question, in the order of the interview', () => {
    expect(responsesCsvHead(questions)).toBe(
      '\ufeffResponse,Citizen,Citizen ID,Submitted at (UTC),\'=What?,"How, and why?"\r\n',
    )
  })

  it('run no formula, neither from a citizen’s name nor from an answer', () => {
    expect(responseCsvLine(questions, response)).toBe(
      'r1,\'@ada,u1,2026-01-06T12:00:00.000Z,"\'=HYPERLINK(""http://evil"")","By ""vote""\nand talk"\r\n',
    )
  })

  it('leave a field empty where an answer was taken away', () => {
    expect(responseCsvLine(questions, { ...response, answers: [] })).toMatch(/Z,,\r\n$/)
  })
})

describe('the file of responses', () => {
  it('has a name of plain letters', () => {
    expect(responsesFileName('  Élan & Co.? ', 'csv')).toBe('elan-co-responses.csv')
    expect(responsesFileName('../../etc/"passwd"\r\nx', 'json')).toBe('etc-passwd-x-responses.json')
    expect(responsesFileName('東京', 'json')).toBe('interview-responses.json')
    expect(responsesFileName(`${'a'.repeat(59)} b`, 'csv')).toBe(`${'a'.repeat(59)}-responses.csv`)
  })
})

describe('responses as JSON', () => {
  it('say what was asked beside what was answered', () => {
    expect(JSON.parse(responseJson(questions, response))).toMatchObject({
      submittedAt: '2026-01-06T12:00:00.000Z',
      answers: [
        { questionId: 'q1', order: 1, question: '=What?', answer: '=HYPERLINK("http://evil")' },
        { questionId: 'q2', order: 2, question: 'How, and why?' },
      ],
    })
  })
})
