import type { Citizen } from '@nation/core/citizens'
import { advanceElections } from '@nation/core/elections'
import { aCandidate, anElection, vote } from '@nation/core/testing'
import type { CallId } from '@nation/domain/contract'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

/** No answer becomes stale by its age: what is read anew was made stale by what happened. */
const api = useTestApi({ answersAge: false })

const numberOf = (citizen: Citizen) => citizen.uid.slice(-8).toUpperCase()

async function set(citizen: Citizen, shown: boolean): Promise<void> {
  const token = await api.tokenOf(citizen)
  const answer = await api.send('POST', '/api/user/set-page', { token, body: { shown, userId: citizen.uid } })
  expect(answer.status).toBe(200)
}

/** Ada and Ben stood for an office each and were elected: one is as much in public as the other. */
async function twoElected() {
  const { uid: electionId } = await anElection(api.nation.runtime)
  const ada = await aCandidate(api.nation.runtime, 'president')
  const ben = await aCandidate(api.nation.runtime, 'secretary')
  for (const one of [ada, ben]) await vote(api.nation.runtime, one.citizen, one.id)
  api.nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
  await advanceElections(api.nation.runtime)
  return { electionId, ada, ben }
}

type Two = Awaited<ReturnType<typeof twoElected>>

/** Where each public answer is that names Ada, and her twin. */
const answers = {
  'candidates.list': ({ electionId }) => [`/api/candidates/list?electionId=${electionId}`],
  'candidates.get': ({ ada, ben }) => [ada, ben].map(({ id }) => `/api/candidates/get?candidateId=${id}`),
  'members.get-government': () => ['/api/members/get-government'],
  'members.get-official': ({ ada, ben }) => [ada, ben].map((one) => `/api/members/get-official?id=${one.citizen.uid}`),
  'government.office': () => ['president', 'secretary'].map((office) => `/api/government/office?office=${office}`),
  'elections.governments': () => ['/api/elections/governments'],
} satisfies Partial<Record<CallId, (two: Two) => string[]>>

/** The numbers of pages that the answers of a call tell a visitor, by the citizen's public id. */
async function pageNumbers(paths: readonly string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const path of paths) {
    const { body } = await api.send('GET', path)
    JSON.stringify(body, (_, value: unknown) => {
      if (typeof value !== 'object' || value === null || !('pageNumber' in value)) return value
      const { userId, citizenId = userId } = value as { userId?: string; citizenId?: string }
      found[String(citizenId)] = value.pageNumber
      return value
    })
  }
  return found
}

describe.each(Object.entries(answers))('%s', (_, pathsOf) => {
  it('has the numbers of citizens who show a page, at once, and no others; closed, it has none at once', async () => {
    const two = await twoElected()
    const [ada, ben] = [two.ada.citizen, two.ben.citizen]
    const paths = pathsOf(two)
    expect(await pageNumbers(paths)).toEqual({ [ada.uid]: null, [ben.uid]: null })
    await set(ada, true)
    expect(await pageNumbers(paths)).toEqual({ [ada.uid]: numberOf(ada), [ben.uid]: null })
    await set(ada, false)
    expect(await pageNumbers(paths)).toEqual({ [ada.uid]: null, [ben.uid]: null })
  })

  it('tells no number of who has left', async () => {
    const two = await twoElected()
    const [ada, ben] = [two.ada.citizen, two.ben.citizen]
    const paths = pathsOf(two)
    for (const citizen of [ada, ben]) await set(citizen, true)
    expect(await pageNumbers(paths)).toEqual({ [ada.uid]: numberOf(ada), [ben.uid]: numberOf(ben) })
    const gone = await api.send('POST', '/api/user/delete-account', {
      token: await api.tokenOf(ada),
      body: { confirm: ada.handle },
    })
    expect(gone.status).toBe(200)
    const { [ada.uid]: hers = null, ...others } = await pageNumbers(paths)
    expect([hers, others]).toEqual([null, { [ben.uid]: numberOf(ben) }])
  })
})
