import { allCalls, type Call } from '@nation/domain/contract'
import type { Citizen } from '@nation/core/citizens'
import { advanceElections, createCandidate } from '@nation/core/elections'
import { change, openRedis, type CitizenContext } from '@nation/core/platform'
import { aCitizen, anInterview, aPoll, emptyTables, signedIn, testRedisUrl } from '@nation/core/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { formOf, useTestApi, type Sent } from '../testing'

const api = useTestApi()
const exampleElection = '01890a5d-ac96-774b-bcce-b302099a8057'
const exampleCandidate = '01890a5d-ac96-774b-bcce-b302099a8058'
const exampleInterview = '01890a5d-ac96-774b-bcce-b302099a8059'
const exampleQuestion = '01890a5d-ac96-774b-bcce-b302099a805a'
const examplePoll = '01890a5d-ac96-774b-bcce-b302099a8060'
const exampleOption = '01890a5d-ac96-774b-bcce-b302099a8061'

/** Everybody who can stand before a call. Each differs from 'citizen' in the one fact that gives the name. */
const people: Record<string, Partial<Citizen> | null> = {
  visitor: null,
  citizen: {},
  tooYoung: { xCreatedAt: new Date('2026-01-01T00:00:00.000Z') },
  candidate: { role: 'candidate' },
  minister: { role: 'government', governmentRole: 'financeMinister' },
  president: { role: 'government', governmentRole: 'president' },
  justice: { role: 'government', governmentRole: 'justiceMinister' },
  moderator: { role: 'moderator' },
  admin: { isAdmin: true },
  superAdmin: { isSuperAdmin: true },
  panel: { isAdmin: true },
}

/** Guesses at a panel password are counted in Redis, across tests: the matrix asks who may guess, not how often. */
const redis = openRedis(testRedisUrl())
afterAll(() => redis.disconnect())

/** The nation that each question is asked in: an open election, with the candidate, interview and poll of the examples. */
async function openElection(): Promise<void> {
  await emptyTables(api.nation.database)
  await advanceElections(api.nation.runtime)
  const candidate = await aCitizen(api.nation.database)
  const campaign = {
    displayName: 'Ada',
    bio: 'Bio',
    campaignSlogan: 'Slogan',
    vision: 'Vision',
    whyVoteForMe: 'Why',
    position: 'president',
  } as const
  await change(api.nation.runtime, { caller: signedIn(candidate) }, (ctx) =>
    createCandidate(ctx as CitizenContext, campaign),
  )
  await api.nation.database.query('UPDATE candidacies SET uid = ?', [exampleCandidate])
  await api.nation.database.query('UPDATE elections SET uid = ?', [exampleElection])
  await askExample(candidate)
  await pollExample()
  const guesses = await redis.keys('panel-guesses:admin@*')
  if (guesses.length > 0) await redis.del(...guesses)
}

/** The interview that the examples speak of. */
async function askExample(who: Citizen): Promise<void> {
  await anInterview(api.nation.runtime, who, { questions: [{ question: 'What do you miss there?' }] })
  await api.nation.database.query('UPDATE interviews SET uid = ?', [exampleInterview])
  await api.nation.database.query('UPDATE interview_questions SET uid = ?', [exampleQuestion])
}

/** The poll that the examples speak of; somebody else's, so that it is nobody's own. */
async function pollExample(): Promise<void> {
  const { id } = await aPoll(api.nation.runtime, await aCitizen(api.nation.database, { isAdmin: true }))
  await api.nation.database.query('UPDATE poll_options SET uid = ? WHERE place = 1', [exampleOption])
  await api.nation.database.query('UPDATE polls SET uid = ? WHERE uid = ?', [examplePoll, id])
}

async function send(call: Call, who: string): Promise<string> {
  const facts = people[who]
  const citizen = facts ? await aCitizen(api.nation.database, facts) : null
  const token = citizen && (who === 'panel' ? await api.panelTokenOf(citizen) : await api.tokenOf(citizen))
  const sent: Sent = token ? { token } : {}
  const example = call.example as Record<string, string>
  const inPath = call.canonical.replace(/\{(\w+)\}/g, (_, name: string) => example[name] ?? '')
  if (call.method === 'GET' || call.method === 'DELETE') {
    const answer = await api.send(call.method, `${inPath}?${new URLSearchParams(example).toString()}`, sent)
    return describeAnswer(answer)
  }
  const body = call.body === 'multipart' ? formOf(example) : call.example
  return describeAnswer(await api.send(call.method, inPath, { ...sent, body }))
}

function describeAnswer(answer: { status: number; body: Record<string, unknown> }): string {
  return typeof answer.body.code === 'string' ? `${answer.status} ${answer.body.code}` : String(answer.status)
}

describe('The access matrix', () => {
  // An event stream does not end by itself; events.test.ts asks who may hear what.
  const asked = allCalls.filter((call) => (call as Call).kind !== 'stream') as readonly Call[]

  it.each(asked.map((call) => [call.id, call] as const))(
    '%s answers each kind of caller as the snapshot says',
    async (id, call) => {
      const row: Record<string, string> = {}
      for (const [place, who] of Object.keys(people).entries()) {
        // Who only reads leaves the nation as it was for the next.
        if (place === 0 || call.method !== 'GET') await openElection()
        row[who] = await send(call, who)
      }
      expect({ [id]: row }).toMatchSnapshot()
      for (const outcome of Object.values(row)) expect(outcome).not.toMatch(/^500|unknown_call|invalid_input/)
    },
  )
})
