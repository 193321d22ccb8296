import { allCalls, type Call } from '@nation/domain/contract'
import type { Citizen } from '@nation/core/citizens'
import { openRedis } from '@nation/core/platform'
import { aCandidate, aCitizen, testRedisUrl } from '@nation/core/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'
import { exampleNation, sendExample } from '../testing/example-nation'

const api = useTestApi()
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

/** The nation that each question is asked in. */
async function openElection(): Promise<void> {
  await exampleNation(api)
  await forgetCounts()
}

/** What other tests of this Redis used up, and other callers of this address. */
async function forgetCounts(): Promise<void> {
  const counted = await redis.keys('limit:*')
  if (counted.length > 0) await redis.del(...counted)
}

async function send(call: Call, who: string): Promise<string> {
  const facts = people[who]
  const citizen = facts ? await aCitizen(api.nation.database, facts) : null
  const token = citizen && (who === 'panel' ? await api.panelTokenOf(citizen) : await api.tokenOf(citizen))
  return describeAnswer(await sendExample(api, call, token ? { token } : {}))
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
      let isAsItWas = false
      for (const who of Object.keys(people)) {
        await (isAsItWas ? forgetCounts() : openElection())
        const outcome = await send(call, who)
        // Who only reads, or is refused, leaves the nation as it was for the next.
        isAsItWas = call.method === 'GET' || /^[45]/.test(outcome)
        row[who] = outcome
      }
      expect({ [id]: row }).toMatchSnapshot()
      for (const outcome of Object.values(row)) expect(outcome).not.toMatch(/^500|unknown_call|invalid_input/)
    },
  )

  it('candidates.delete answers administrators by whom they stand against, as the snapshot says', async () => {
    const call = asked.find(({ id }) => id === 'candidates.delete')!
    const row: Record<string, string> = {}
    const offices = { standsForTheSameOffice: 'president', standsForAnotherOffice: 'secretary' } as const
    for (const who of ['admin', 'superAdmin', 'panel']) {
      for (const [against, office] of Object.entries(offices)) {
        await openElection()
        const citizen = await aCitizen(api.nation.database, people[who] ?? {})
        await aCandidate(api.nation.runtime, office, {}, citizen)
        const token = who === 'panel' ? await api.panelTokenOf(citizen) : await api.tokenOf(citizen)
        row[`${who}, ${against}`] = describeAnswer(await sendExample(api, call, { token }))
      }
    }
    expect(row).toMatchSnapshot()
  })
})
