import { expect, it } from 'vitest'
import { batched } from './batched'

/** Messages that are answered when the test says so. */
function messages() {
  const sent: { readonly questions: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = []
  const ask = (questions: readonly number[]) =>
    new Promise<number[]>((resolve, reject) =>
      sent.push({ questions, answer: () => resolve(questions.map((one) => one * 10)), fail: reject }),
    )
  return { sent, ask }
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

it('Questions of one turn travel in one message, and each gets its own answer', async () => {
  const { sent, ask } = messages()
  const question = batched(ask, { underWay: 1 })
  const answers = Promise.all([1, 2, 2].map(question))
  await turn()
  expect(sent.map(({ questions }) => questions)).toEqual([[1, 2, 2]])
  sent[0]?.answer()
  expect(await answers).toEqual([10, 20, 20])
})

it('What is asked while all messages are under way waits for the next one', async () => {
  const { sent, ask } = messages()
  const question = batched(ask, { underWay: 2, most: 3 })
  const answers: Promise<number>[] = []
  for (const one of [1, 2, 3, 4, 5, 6]) {
    answers.push(question(one))
    await turn()
  }
  expect(sent.map(({ questions }) => questions)).toEqual([[1], [2]])
  sent[1]?.answer()
  await turn()
  // No more than three in a message.
  expect(sent.map(({ questions }) => questions)).toEqual([[1], [2], [3, 4, 5]])
  sent[0]?.answer()
  await turn()
  expect(sent.at(-1)?.questions).toEqual([6])
  sent[2]?.answer()
  sent[3]?.answer()
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60])
})

it('A message that fails is reported to its own callers, and the next one goes all the same', async () => {
  const { sent, ask } = messages()
  const question = batched(ask, { underWay: 1 })
  const first = question(1)
  await turn()
  const second = question(2)
  sent[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await turn()
  sent[1]?.answer()
  expect(await second).toBe(20)
})
