import { allCalls } from '@nation/domain/contract'
import type { Citizen } from '@nation/core/citizens'
import { advanceElections, createElection } from '@nation/core/elections'
import { aCandidate, aCitizen, anElection, as, emptyTables } from '@nation/core/testing'
import { expect, it } from 'vitest'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()
const day = 86_400_000

/** Everybody who can come. Each differs from 'citizen' in the one fact that gives the name. */
const people = {
  visitor: null,
  citizen: {},
  tooYoung: { xCreatedAt: new Date('2026-01-01T00:00:00.000Z') },
  notFollowed: { followers: 99 },
  minister: { role: 'government', governmentRole: 'financeMinister' },
  president: { role: 'government', governmentRole: 'president' },
  moderator: { role: 'moderator' },
  admin: { isAdmin: true },
  superAdmin: { isSuperAdmin: true },
} satisfies Record<string, Partial<Citizen> | null>

type Person = keyof typeof people

/** What a call is made about: a candidate of the open election, one of an earlier one, and elections. */
interface Scene {
  readonly candidateId: string
  readonly ownerId: string
  readonly electionId: string
  readonly earlierId: string
  /** An election that a president has planned who is none any more. */
  readonly plannedId: string
  readonly now: number
}

interface Question {
  readonly id: string
  readonly input: (scene: Scene) => Record<string, unknown>
  /** The code for those who are refused; all others get an answer. */
  readonly refused: Partial<Record<Person, string>>
}

const visitors = { visitor: 'unauthenticated' } as const
const others = (code: string, who: readonly Person[]) => Object.fromEntries(who.map((one) => [one, code]))
const ordinary = ['citizen', 'tooYoung', 'notFollowed', 'minister', 'moderator'] as const
const signedIn = [...ordinary, 'president', 'admin', 'superAdmin'] as const
let standing = 0
const campaign = () => ({
  displayName: `Ada of Harbour ${++standing}`,
  bio: 'Citizen since the first week.',
  campaignSlogan: 'Open books, open doors',
  vision: 'Every citizen can read the books.',
  whyVoteForMe: 'I kept the books of three communities.',
  position: 'president',
})

const questions: readonly Question[] = [
  { id: 'elections.current', input: () => ({}), refused: {} },
  { id: 'elections.list', input: () => ({ status: 'all' }), refused: {} },
  { id: 'elections.get', input: ({ electionId }) => ({ electionId }), refused: {} },
  { id: 'elections.results', input: ({ electionId }) => ({ electionId }), refused: {} },
  { id: 'elections.governments', input: () => ({}), refused: {} },
  { id: 'elections.export', input: ({ electionId }) => ({ electionId, format: 'csv' }), refused: {} },
  {
    id: 'elections.create',
    input: ({ now }) => ({ startsAt: now + 10 * day, endsAt: now + 11 * day }),
    refused: { ...visitors, ...others('forbidden', ordinary) },
  },
  {
    id: 'elections.cancel',
    input: ({ plannedId }) => ({ electionId: plannedId, reason: 'The dates were mistaken.' }),
    refused: { ...visitors, ...others('forbidden', ordinary), president: 'election_not_yours' },
  },
  { id: 'candidates.list', input: () => ({ position: 'president' }), refused: {} },
  { id: 'candidates.get', input: ({ candidateId }) => ({ candidateId }), refused: {} },
  // Nobody is refused for who they are: this candidate has no earlier version.
  {
    id: 'candidates.version',
    input: ({ candidateId }) => ({ candidateId, number: '1' }),
    refused: others('candidate_version_not_found', ['visitor', ...signedIn]),
  },
  { id: 'candidates.past', input: ({ ownerId }) => ({ citizenId: ownerId }), refused: {} },
  { id: 'candidates.mine', input: () => ({}), refused: visitors },
  {
    id: 'candidates.create',
    input: campaign,
    refused: { ...visitors, notFollowed: 'candidacy_not_eligible' },
  },
  {
    id: 'candidates.update',
    input: ({ candidateId }) => ({ candidateId, bio: 'Another' }),
    refused: { ...visitors, ...others('candidate_not_yours', signedIn) },
  },
  {
    id: 'candidates.delete',
    input: ({ candidateId }) => ({ candidateId }),
    refused: { ...visitors, ...others('admin_only', [...ordinary, 'president']) },
  },
  {
    id: 'candidates.run-again',
    input: ({ earlierId }) => ({ candidateId: earlierId }),
    refused: { ...visitors, ...others('candidate_not_yours', signedIn) },
  },
  {
    id: 'votes.cast',
    input: ({ candidateId }) => ({ candidateId }),
    refused: { ...visitors, tooYoung: 'voting_not_eligible' },
  },
  { id: 'votes.status', input: () => ({}), refused: visitors },
  { id: 'votes.weight', input: () => ({}), refused: visitors },
]

/**
 * An election that is over, with a candidate; the next one, open, in which the same citizen stands; and one that a president
 * has planned.
 */
async function setScene(): Promise<{ scene: Scene; owner: Citizen; planner: Citizen }> {
  await emptyTables(api.nation.database)
  api.nation.clock.set(new Date('2026-01-06T12:00:00.000Z'))
  await anElection(api.nation.runtime)
  const { citizen: owner, id: earlierId } = await aCandidate(api.nation.runtime, 'secretary')
  api.nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
  await advanceElections(api.nation.runtime)
  api.nation.clock.set(new Date('2026-01-13T12:00:00.000Z'))
  const { id: candidateId } = await aCandidate(api.nation.runtime, 'president', {}, owner)
  const [open] = await api.nation.database.query<{ uid: string }[]>(
    `SELECT uid FROM elections WHERE stage = 'phase_one'`,
  )
  // Who was seated by the election before would be an official; here roles are those of the table alone.
  await api.nation.database.query(`UPDATE citizens SET government_role = NULL, role = 'candidate'`)
  const now = api.nation.clock.now().getTime()
  const planner = await aCitizen(api.nation.database, people.president)
  const { election } = await as(api.nation.runtime, planner, (ctx) =>
    createElection(ctx, { startsAt: now + 8 * day, endsAt: now + 9 * day }),
  )
  const scene = { candidateId, ownerId: owner.uid, electionId: open!.uid, earlierId, plannedId: election.id, now }
  return { scene, owner, planner }
}

async function make(question: Question, scene: Scene, token: string | undefined): Promise<Answer> {
  const call = allCalls.find((one) => one.id === question.id)!
  const sent = token ? { token } : {}
  const input = question.input(scene)
  if (call.method !== 'GET') return api.send(call.method, call.canonical, { ...sent, body: input })
  return api.send('GET', `${call.canonical}?${new URLSearchParams(input as Record<string, string>).toString()}`, sent)
}

it('every call of the feature is asked about', () => {
  const resources = ['elections', 'candidates', 'votes']
  const calls = allCalls.filter((call) => resources.includes(call.resource)).map((call) => call.id)
  expect(questions.map((question) => question.id).toSorted()).toEqual(calls.toSorted())
})

async function deletePlans(): Promise<void> {
  await api.nation.database.query(
    `DELETE p FROM tally_publications p JOIN elections e ON e.id = p.election_id WHERE e.stage = 'planned'`,
  )
  await api.nation.database.query(`DELETE FROM elections WHERE stage = 'planned'`)
}

it.each(questions)('$id is answered to those who may, and refused to all others for their reason', async (question) => {
  const { scene, owner } = await setScene()
  const consumed = ['candidates.delete', 'elections.cancel'].includes(question.id)
  const said: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const [who, facts] of Object.entries(people) as [Person, Partial<Citizen> | null][]) {
    // A caller who may remove it would remove it from the callers after them.
    const fresh = consumed ? (await setScene()).scene : scene
    if (question.id === 'elections.create') await deletePlans()
    const citizen = facts && (await aCitizen(api.nation.database, facts))
    const answer = await make(question, fresh, citizen ? await api.tokenOf(citizen) : undefined)
    said[who] = answer.body.code ?? answer.status
    expected[who] = question.refused[who] ?? 200
  }
  expect(said).toEqual(expected)
  if (question.id === 'elections.cancel') {
    // The president who planned it is the twin of the one who did not.
    const { scene: fresh, planner } = await setScene()
    expect((await make(question, fresh, await api.tokenOf(planner))).status).toBe(200)
    return
  }
  // The owner of the candidacy is the twin of every citizen who was refused for not being it.
  if (!Object.values(question.refused).some((code) => code === 'candidate_not_yours' || code === 'admin_only')) return
  const { scene: again, owner: mine } = question.id === 'candidates.delete' ? await setScene() : { scene, owner }
  if (question.id === 'candidates.run-again') {
    const withdrawn = { body: { candidateId: again.candidateId }, token: await api.tokenOf(mine) }
    expect((await api.send('POST', '/api/candidates/delete', withdrawn)).status).toBe(200)
  }
  expect((await make(question, again, await api.tokenOf(mine))).status).toBe(200)
})
