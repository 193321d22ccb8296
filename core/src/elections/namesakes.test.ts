import { describe, expect, it } from 'vitest'
import { addOfficialNames, applyProfile, officialsNamed, type Citizen } from '../citizens'
import { updateMemberRole } from '../government'
import { welcome } from '../membership'
import { change, read } from '../platform'
import { aCandidate, aCitizen, anElection, as, rowsLookedAt, useTestNation, vote } from '../testing'
import { advanceElections, getCandidate } from '.'

const nation = useTestNation()

const isNamesake = async (displayName: string, citizen?: Citizen) => {
  // The official's own candidacy is for another office: there nobody else stands under the name.
  const { id } = await aCandidate(nation.runtime, citizen ? 'president' : 'secretary', { displayName }, citizen)
  return (await read(nation.runtime, null, (ctx) => getCandidate(ctx, { candidateId: id }))).candidate.namesake
}

/** A thousand officials of earlier terms, the first of them called Ada Lindgren. */
async function aThousandOfficials(): Promise<void> {
  const first = await aCitizen(nation.database)
  await addOfficialNames(nation.database.manager, [{ id: first.id, names: ['Ada Lindgren'] }])
  const others = Array.from({ length: 1_000 }, (_, n) => ({ id: String(1_000_000 + n), names: [`Official ${n}`] }))
  await addOfficialNames(nation.database.manager, others)
  // The plan follows what the server knows of the table's size, which it learns some time later by itself.
  await nation.database.query('ANALYZE TABLE official_names')
}

describe('A name like that of an official', () => {
  it('is found however many terms ago it was', async () => {
    await aThousandOfficials()
    await anElection(nation.runtime)
    expect(await isNamesake('Аda LIndgren ✓')).toBe(true)
    expect(await isNamesake('0fficial 999')).toBe(true)
    expect(await isNamesake('Ada Lind')).toBe(false)
  })

  it('is looked for in an index', async () => {
    await aThousandOfficials()
    const looks = ['a', 'b', 'c'].map((sign) => sign.repeat(64))
    for (const asked of [looks, looks.slice(0, 1)]) {
      const [plan] = await nation.database.query<{ key: string; type: string }[]>(
        // MySQL's own default is a tree.
        `EXPLAIN FORMAT=TRADITIONAL SELECT n.citizen_id FROM ${officialsNamed}`,
        [asked],
      )
      expect(plan?.key).toBe('PRIMARY')
      expect(['range', 'ref']).toContain(plan?.type)
    }
    // What a plan says of rows is an estimate: these are counted.
    const rows = await rowsLookedAt(nation.url, (database) =>
      database.query(`SELECT n.citizen_id FROM ${officialsNamed}`, [looks]),
    )
    expect(rows).toBeLessThan(10)
  })

  it('is the name under which they were elected, that of X, and any that X says later', async () => {
    await anElection(nation.runtime)
    const { id, citizen } = await aCandidate(nation.runtime, 'president', { displayName: 'Ada Lindgren' })
    await vote(nation.runtime, await aCitizen(nation.database), id)
    nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    await advanceElections(nation.runtime)
    nation.clock.set(new Date('2026-01-19T00:00:00.000Z'))
    await advanceElections(nation.runtime)
    expect(await isNamesake('Ada L1ndgren')).toBe(true)
    expect(await isNamesake(citizen.username)).toBe(true)
    expect(await isNamesake('Ada of the Sea')).toBe(false)
    const profile = {
      ...{ id: citizen.xId, handle: 'ada_lindgren', name: 'Ada of the Lake', followers: 1_000, verified: true },
      ...{ createdAt: citizen.xCreatedAt, avatarUrl: null },
    }
    await change(nation.runtime, {}, (ctx) => applyProfile(ctx, citizen, profile, nation.clock.now()))
    expect(await isNamesake('Ada of the Lаke')).toBe(true)
    expect(await isNamesake('Ada of the lake !', citizen)).toBe(false)
    const signIn = { ...profile, name: 'Ada of the Hill' }
    await change(nation.runtime, {}, (ctx) => welcome(ctx, signIn, { formerAccounts: Buffer.alloc(32) }))
    expect(await isNamesake('Ada of the Hlll')).toBe(true)
  })

  it('is that of an appointed official, too', async () => {
    const admin = await aCitizen(nation.database, { isAdmin: true, isSuperAdmin: true })
    const member = await aCitizen(nation.database, { username: 'Grace Judge' })
    const office = (governmentRole: 'justiceMinister' | 'citizen') =>
      as(nation.runtime, admin, (ctx) => updateMemberRole(ctx, { userId: member.uid, governmentRole }))
    await office('justiceMinister')
    await office('citizen')
    await anElection(nation.runtime)
    expect(await isNamesake('Grace  JUDGE')).toBe(true)
  })
})
