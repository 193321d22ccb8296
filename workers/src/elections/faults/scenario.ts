import type { Chain } from '@nation/core/chain'
import { isNotVoid, readRoll } from '@nation/core/elections'
import { aCandidate, aCitizen, anElection, vote } from '@nation/core/testing'
import { column, fixedClock, readRows, type Runtime } from '@nation/core/platform'
import { demoMint } from '@nation/domain/chain'
import { positionIds } from '@nation/domain/elections'
import type { DataSource } from 'typeorm'

const tuesday = new Date('2026-01-06T12:00:00.000Z')
/** When the last votes of the scenario are cast. */
export const friday = new Date('2026-01-09T12:00:00.000Z')

/** What everybody on the next roll holds who holds anything: a weight of 1.5. */
const rollBalance = 6_000_000_000_000_000n

/** When the rollover of the scenario is due. */
export const monday = new Date('2026-01-12T00:00:00.000Z')

/**
 * A nation whose workers slept since Tuesday: seated officials, candidates for all positions but two, votes and switches
 * in both phases. On Monday every step of the rollover is due.
 */
export async function aWeekOfVoting(database: DataSource): Promise<void> {
  const clock = fixedClock(tuesday)
  const runtime: Runtime = { database, clock, nudge: () => undefined }
  const voters = []
  for (let i = 0; i < 12; i++)
    voters.push(await aCitizen(database, { tokenBalance: `${(i % 4) * 2_000_000}000000000` }))
  await seatBefore(database)
  await anElection(runtime)
  const contested = positionIds.filter((id) => id !== 'secretary' && id !== 'minister_marketing')
  const ballots = []
  for (const position of contested) {
    const [first, second] = [await aCandidate(runtime, position), await aCandidate(runtime, position)]
    ballots.push({ late: position.startsWith('minister'), choices: [first.id, second.id] })
  }
  for (const late of [false, true]) {
    clock.set(late ? friday : tuesday)
    for (const { choices } of ballots.filter((ballot) => ballot.late === late)) {
      for (const [i, voter] of voters.entries()) await vote(runtime, voter, choices[i % 2] ?? '')
      for (const voter of voters.slice(0, 2)) await vote(runtime, voter, choices[1] ?? '')
    }
  }
  await readNextRoll(database, clock)
}

/** Ten minutes before the opening the roll was read, in one slot: the first three of four hold more than the books say. */
async function readNextRoll(database: DataSource, clock: ReturnType<typeof fixedClock>): Promise<void> {
  clock.set(new Date(monday.getTime() - 600_000))
  const wallets = await readRows(
    database,
    { wallet_address: column.text.present },
    'SELECT wallet_address FROM citizens ORDER BY id',
  )
  const accounts = wallets.flatMap(({ wallet_address: owner }, i) =>
    i % 4 === 3 ? [] : [{ owner, amount: rollBalance }],
  )
  const total = rollBalance * BigInt(accounts.length)
  const notAsked = () => Promise.reject(new Error('This is not read here.'))
  const chain: Chain = {
    settings: { mint: demoMint, tokenVersion: 'v1', rpcUrls: [], network: 'mainnet-beta' },
    readWallet: notAsked,
    readTokens: notAsked,
    readAssociated: notAsked,
    readNative: notAsked,
    scanMint: async (reader) => {
      await reader.take(accounts)
      return {
        program: 'token',
        slot: 4_711n,
        accounts: accounts.length,
        total,
        supply: total,
        reconciled: true,
        missing: 0n,
      }
    },
  }
  const outcome = await readRoll({ database, clock, nudge: () => undefined }, chain)
  if (outcome !== 'complete') throw new Error('The roll of the scenario was not read.')
}

async function seatBefore(database: DataSource): Promise<void> {
  for (const [office, how] of [
    ['president', 'elected'],
    ['secretary', 'elected'],
    ['justiceMinister', 'appointed'],
  ] as const) {
    const holder = await aCitizen(database, { role: 'government', governmentRole: office })
    await database.query(
      `INSERT INTO terms (office, citizen_id, how, started_at, active_office, active_citizen_id) VALUES (?, ?, ?, ?, ?, ?)`,
      [office, holder.id, how, new Date('2026-01-05T00:00:00.000Z'), office, holder.id],
    )
  }
}

/** All that a rollover leaves behind, without row keys and without ids that are new with each run. */
export async function stateOf(database: DataSource): Promise<Record<string, unknown>> {
  const rows = <Row = unknown>(sql: string) => database.query<Row[]>(sql)
  const elections = await rows<{ uid: string; starts_at: Date }>('SELECT uid, starts_at FROM elections')
  const journal = await rows('SELECT kind, actor, subject, visibility, facts, at FROM journal ORDER BY id')
  const named = elections.reduce(
    (text, { uid, starts_at }) => text.replaceAll(uid, `election of ${starts_at.toISOString()}`),
    JSON.stringify(journal),
  )
  return {
    journal: JSON.parse(named) as unknown,
    elections: await rows(
      `SELECT starts_at, phase_two_at, ends_at, stage, opened_at, phase_one_closed_at, counted_at, seated_at, completed_at,
         recount_failed_at, voters, eligible_voters FROM elections ORDER BY starts_at`,
    ),
    results: await rows(
      `SELECT e.starts_at, r.position, c.uid, r.rule, r.candidates, r.voters, r.weight_units, r.decided_at
       FROM election_results r JOIN elections e ON e.id = r.election_id LEFT JOIN candidacies c ON c.id = r.winner_candidacy_id
       ORDER BY e.starts_at, r.position`,
    ),
    terms: await rows(
      `SELECT t.office, z.uid, e.starts_at, t.how, t.started_at, t.ended_at, t.active_office
       FROM terms t JOIN citizens z ON z.id = t.citizen_id LEFT JOIN elections e ON e.id = t.election_id
       ORDER BY t.started_at, t.office`,
    ),
    citizens: await rows('SELECT uid, role, government_role FROM citizens ORDER BY id'),
    candidacies: await rows(
      `SELECT uid, status, active_citizen_id, ended_at, final_weight_units, final_supporters, final_rank, won
       FROM candidacies ORDER BY id`,
    ),
    roll: await rows(
      `SELECT e.starts_at, r.citizen_id, r.balance, r.weight_units, r.source, r.slot, r.taken_at
       FROM roll_entries r JOIN elections e ON e.id = r.election_id ORDER BY e.starts_at, r.citizen_id`,
    ),
    votes: await rows(
      `SELECT COUNT(*) AS n, SUM(v.weight_units) AS weight FROM current_votes v JOIN candidacies c ON c.id = v.candidacy_id
       WHERE ${isNotVoid('c')}`,
    ),
    ballots: await rows('SELECT COUNT(*) AS n FROM ballots'),
  }
}
