import { readFileSync } from 'node:fs'
import type { QueryRunner } from 'typeorm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aCitizen, useTestNation } from '../../testing'
import { withdrawCandidate } from '../candidates.service'
import { aCandidate, anElection, as, vote } from '../testing'
import { voidVotesReaction } from '../void-votes'
import { advanceElections } from './advance'
import { RecountDiffers } from './recount'

const nation = useTestNation()
const run = (sql: string, values: unknown[] = []) => nation.database.query<Record<string, unknown>[]>(sql, values)

/** What the operator is told to do: the SQL of "The recount differs" in docs/operations.md. */
const [, contradicting, missing, writeVotes, writeCounters, ...further] = sqlOf('### The recount differs')

function sqlOf(heading: string): string[] {
  const text = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const [, rest = ''] = text.split(`${heading}\n`)
  const [section = ''] = rest.split(/\n##+ /)
  return [...section.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = '']) => sql)
}

describe('The operator, when the recount differs', () => {
  let operator: QueryRunner
  let electionId: string
  beforeEach(() => void (operator = nation.database.createQueryRunner()))
  afterEach(() => operator.release())

  /** As typed into one connection: a block has several statements, and a variable holds between them. */
  async function operate(block: string | undefined): Promise<Record<string, unknown>[]> {
    let last: unknown
    const statements = block!.replaceAll('<electionId of the facts>', electionId).split(';')
    for (const sql of statements) if (sql.trim() !== '') last = await operator.query(sql)
    return last as Record<string, unknown>[]
  }
  const voters = (rows: readonly Record<string, unknown>[]) => rows.map((row) => String(row.citizen_id)).sort()
  const listed = async () => ({
    contradicting: voters(await operate(contradicting)),
    missing: voters(await operate(missing)),
  })

  /** Ada and Bob stand, Cleo withdrew. Four voted; one of them switched, one first voted for Cleo, one only for her. */
  async function ended() {
    electionId = (await anElection(nation.runtime)).uid
    const [ada, bob, cleo] = [await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'president')] // oxfmt-ignore
    const [steady, switched, moved, gone] = [await aCitizen(nation.database), await aCitizen(nation.database), await aCitizen(nation.database), await aCitizen(nation.database)] // oxfmt-ignore
    await vote(nation.runtime, steady, ada.id)
    await vote(nation.runtime, switched, ada.id)
    await vote(nation.runtime, switched, bob.id)
    for (const who of [moved, gone]) await vote(nation.runtime, who, cleo.id)
    await as(nation.runtime, cleo.citizen, (ctx) =>
      withdrawCandidate(ctx, { candidateId: cleo.id, userId: undefined, adminId: undefined }),
    )
    await vote(nation.runtime, moved, ada.id)
    nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    return { ada, bob, cleo, steady, switched, moved, gone }
  }
  const seated = async () => {
    nation.clock.set(new Date(nation.clock.now().getTime() + 120_000))
    await advanceElections(nation.runtime)
    const rows = await run('SELECT citizen_id FROM terms WHERE active_office IS NOT NULL')
    return rows.map((row) => String(row.citizen_id))
  }

  it('finds nothing where nobody touched anything, before and after the void votes were removed', async () => {
    const { cleo } = await ended()
    expect(further).toEqual([])
    expect(await listed()).toEqual({ contradicting: [], missing: [] })
    await voidVotesReaction(nation.database).prepare!({ subject: cleo.id } as never)
    expect(await listed()).toEqual({ contradicting: [], missing: [] })
  })

  it('finds a changed weight, a changed candidate and a removed vote, and writes the votes from the ballots', async () => {
    const { ada, bob, steady, switched, moved } = await ended()
    await run('UPDATE current_votes SET weight_units = 20 WHERE citizen_id = ?', [switched.id])
    await run('DELETE FROM current_votes WHERE citizen_id = ?', [steady.id])
    await run(
      'UPDATE current_votes SET candidacy_id = (SELECT id FROM candidacies WHERE uid = ?) WHERE citizen_id = ?',
      [bob.id, moved.id],
    )
    await expect(advanceElections(nation.runtime)).rejects.toThrow(RecountDiffers)
    expect(await listed()).toEqual({ contradicting: [switched.id, moved.id].sort(), missing: [steady.id] })
    await operate(writeVotes)
    expect(await listed()).toEqual({ contradicting: [], missing: [] })
    expect(await seated()).toEqual([ada.citizen.id])
  })

  it('writes wrong counters from the votes, also those of a candidate who withdrew', async () => {
    const { ada } = await ended()
    await run('UPDATE tallies SET weight_units = weight_units + 7, supporters = supporters + 1')
    await expect(advanceElections(nation.runtime)).rejects.toThrow(RecountDiffers)
    expect(await listed()).toEqual({ contradicting: [], missing: [] })
    await operate(writeCounters)
    expect(await seated()).toEqual([ada.citizen.id])
  })
})
