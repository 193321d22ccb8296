import { allCalls, type Call, type CallId } from '@nation/domain/contract'
import { aCitizen } from '@nation/core/testing'
import { expect, it } from 'vitest'
import { useTestApi } from '../testing'
import { exampleNation, sendExample } from '../testing/example-nation'

const api = useTestApi({ redis: false, answersAge: false })
const callNamed = (id: CallId) => (allCalls as readonly Call[]).find((call) => call.id === id) as Call

it('Without Redis, no process answers from before a change either', async () => {
  const { candidate } = await exampleNation(api)
  const origins = [await api.another(), api.origin]
  const voter = await api.tokenOf(await aCitizen(api.nation.database))
  const owner = await api.tokenOf(candidate)
  const votes = async (origin: string) => {
    const { body } = await sendExample(api, callNamed('polls.results'), { origin, token: voter })
    return body.totalVotes
  }
  const candidates = async (origin: string) =>
    (await sendExample(api, callNamed('candidates.list'), { origin })).body.total
  for (const origin of origins) expect([await votes(origin), await candidates(origin)]).toEqual([0, 1])
  expect((await sendExample(api, callNamed('polls.vote'), { token: voter })).status).toBe(200)
  expect((await sendExample(api, callNamed('candidates.delete'), { token: owner })).status).toBe(200)
  for (const origin of origins) expect([await votes(origin), await candidates(origin)]).toEqual([1, 0])
})
