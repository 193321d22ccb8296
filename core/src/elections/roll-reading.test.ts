import { startSolanaStandIn, type FaultOrder, type SolanaStandIn } from '@nation/dev/solana'
import { demoMint } from '@nation/domain/chain'
import { rollReadingDue, weekOf } from '@nation/domain/elections'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { openChain, type Chain } from '../chain'
import { openDatabase } from '../nation'
import { read } from '../platform'
import { aCitizen, aWallet, useTestNation } from '../testing'
import { createElection } from './elections.service'
import { exportResults } from './export'
import { electionResults } from './results.service'
import { readRoll, rollToRead } from './roll-reading'
import { advanceElections } from './rollover'
import { aCandidate, as, vote } from './testing'

const nation = useTestNation()
const unit = 1_000_000_000n
const monday = '2026-01-12T00:00:00.000Z'
const at = (iso: string) => nation.clock.set(new Date(iso))
const quick = { perSecond: 100_000, batch: 3 }

let solana: SolanaStandIn
let chain: Chain
beforeAll(async () => {
  solana = await startSolanaStandIn()
})
afterAll(() => solana.close())
beforeEach(() => {
  const settings = { mint: demoMint, tokenVersion: 'v1', rpcUrls: [solana.origin], network: 'mainnet-beta' } as const
  chain = openChain(settings, { timeoutMs: 2_500, pauseMs: 2_500 })
})
afterEach(() => solana.heal())

const events = async (kind: string) =>
  (await nation.database.query<unknown[]>('SELECT id FROM journal WHERE kind = ?', [kind])).length

const refuseScans = () => solana.fail({ kind: 'refuse', method: 'getProgramAccounts', count: 1_000 })

/** A citizen whose wallet holds so many millions, of whom the nation's books say something else. */
async function holder(millions: number, known = 0n): Promise<Citizen> {
  const { address } = aWallet()
  await solana.faucet({ address, tokens: millions * 1_000_000, sol: 0.1 })
  return aCitizen(nation.database, { walletAddress: address, tokenBalance: (known * unit).toString() })
}

interface Entry {
  citizen_id: string
  balance: string
  weight_units: number
  source: string
  slot: string | null
}

async function rollOf(...citizens: readonly Citizen[]): Promise<(Entry | undefined)[]> {
  const rows = await nation.database.query<Entry[]>(
    `SELECT r.citizen_id, r.balance, r.weight_units, r.source, r.slot FROM roll_entries r
     JOIN elections e ON e.id = r.election_id WHERE e.starts_at = ?`,
    [new Date(monday)],
  )
  return citizens.map((citizen) => rows.find((row) => row.citizen_id === citizen.id))
}

const millionsOf = (millions: number) => (BigInt(millions) * 1_000_000n * unit).toString()

describe('The roll of an opening', () => {
  beforeEach(async () => {
    await advanceElections(nation.runtime)
  })

  it('is read in the hour before it, in one slot, also when the calendar does not know the election yet', async () => {
    const [ada, bob, walletless] = [
      await holder(6, 1n),
      await holder(30),
      await aCitizen(nation.database, { walletAddress: null }),
    ]
    at('2026-01-11T22:59:59.999Z')
    expect(await rollToRead(nation.database, nation.clock.now())).toBeNull()
    expect(await readRoll(nation.runtime, chain)).toBe('nothing')
    at('2026-01-11T23:00:00.000Z')
    expect(await readRoll(nation.runtime, chain)).toBe('complete')
    expect(await readRoll(nation.runtime, chain)).toBe('nothing')
    at(monday)
    expect(await readRoll(nation.runtime, chain)).toBe('nothing')
    await advanceElections(nation.runtime)
    const [one, two, three] = await rollOf(ada, bob, walletless)
    expect(one).toMatchObject({ balance: millionsOf(6), weight_units: 15, source: 'fresh' })
    expect(two).toMatchObject({ balance: millionsOf(30), weight_units: 20, source: 'fresh', slot: one?.slot })
    expect(Number(one?.slot)).toBeGreaterThan(0)
    expect(three).toBeUndefined()
    const [opened] = await nation.database.query<{ facts: unknown }[]>(
      `SELECT facts FROM journal WHERE kind = 'elections.opened' ORDER BY id DESC LIMIT 1`,
    )
    expect(JSON.stringify(opened?.facts)).toMatch(/rollMethod.{3,5}by_mint/)
    const [{ uid } = { uid: '' }] = await nation.database.query<{ uid: string }[]>(
      'SELECT uid FROM elections ORDER BY id DESC LIMIT 1',
    )
    const told = await read(nation.runtime, null, (ctx) => electionResults(ctx, { electionId: uid }))
    expect(told.roll).toEqual({ wallets: 2, lastKnown: 0, method: 'by_mint', slot: String(one?.slot) })
    expect(JSON.parse(exportResults(told, 'json').text)).toMatchObject({ roll: told.roll })
  })

  it('is of the last reading before it, and nothing that comes later changes it', async () => {
    const ada = await holder(6)
    at('2026-01-11T23:05:00.000Z')
    await readRoll(nation.runtime, chain)
    await solana.faucet({ address: ada.walletAddress ?? '', tokens: 20_000_000 })
    at('2026-01-11T23:50:00.000Z')
    expect(await readRoll(nation.runtime, chain)).toBe('complete')
    at(monday)
    await advanceElections(nation.runtime)
    await solana.faucet({ address: ada.walletAddress ?? '', tokens: 1_000_000_000 })
    at('2026-01-12T00:00:01.000Z')
    expect(await readRoll(nation.runtime, chain)).toBe('nothing')
    await advanceElections(nation.runtime)
    expect(await rollOf(ada)).toMatchObject([{ balance: millionsOf(26), weight_units: 20 }])
  })

  describe('where an endpoint lags', () => {
    /** The chain with its lists of `slots` later or, below zero, of so many slots ago. */
    const shifted = (slots: bigint): Chain => ({
      ...chain,
      scanMint: async (reader) => {
        const scan = await chain.scanMint(reader)
        return { ...scan, slot: scan.slot + slots }
      },
    })

    it.each([
      ['is of the latest slot, also when a later reading was of long ago', 0n, -50_000n, 6],
      ['is not kept to a reading whose slot is of the far future', 1_000_000_000n, 0n, 30],
    ] as const)('%s', async (_, first, second, millions) => {
      const ada = await holder(6)
      at('2026-01-11T23:30:00.000Z')
      expect(await readRoll(nation.runtime, shifted(first))).toBe('complete')
      await solana.faucet({ address: ada.walletAddress ?? '', tokens: 24_000_000 })
      at('2026-01-11T23:50:00.000Z')
      expect(await readRoll(nation.runtime, shifted(second))).toBe('complete')
      at(monday)
      await advanceElections(nation.runtime)
      expect(await rollOf(ada)).toMatchObject([{ balance: millionsOf(millions), source: 'fresh' }])
    })
  })

  it('is fresh by the second endpoint where the first tells its list too slowly for the time that is left', async () => {
    const slow = await startSolanaStandIn()
    const ada = await holder(6)
    await slow.fail({ kind: 'drip', method: 'getProgramAccounts', bytes: 1, everyMs: 200 })
    const two = openChain({ ...chain.settings, rpcUrls: [slow.origin, solana.origin] }, { timeoutMs: 2_500 })
    at('2026-01-11T23:59:57.000Z')
    expect(await readRoll(nation.runtime, two)).toBe('complete')
    expect(slow.calls.get('getProgramAccounts')).toBe(1)
    await slow.close()
    at(monday)
    await advanceElections(nation.runtime)
    expect(await rollOf(ada)).toMatchObject([{ weight_units: 15, source: 'fresh' }])
  })

  it('is not said to be read by a list that came after it', async () => {
    const ada = await holder(6, 1_500_000n)
    const late: Chain = {
      ...chain,
      scanMint: async (reader) => {
        const scan = await chain.scanMint(reader)
        at(monday)
        return scan
      },
    }
    at('2026-01-11T23:50:00.000Z')
    expect(await readRoll(nation.runtime, late)).toBe('nothing')
    await advanceElections(nation.runtime)
    expect(await events('elections.roll-read')).toBe(0)
    expect(await rollOf(ada)).toMatchObject([{ weight_units: 12, source: 'last_known' }])
    expect(await nation.database.query('SELECT id FROM balance_scans')).toEqual([])
  })

  it('is complete and announced in one transaction: a process that dies leaves no reading without its entry', async () => {
    await holder(6)
    at('2026-01-11T23:05:00.000Z')
    const sent: string[] = []
    const database = await openDatabase({ url: nation.url, poolSize: 2, onStatement: (sql) => sent.push(sql) })
    expect(await readRoll({ ...nation.runtime, database }, chain)).toBe('complete')
    await database.destroy()
    const completes = sent.findIndex((sql) => sql.includes("UPDATE balance_scans SET state = 'complete'"))
    const commits = sent.indexOf('COMMIT', completes)
    const announces = sent.findIndex((sql) => sql.includes('INSERT INTO journal'))
    expect(completes).toBeGreaterThan(sent.lastIndexOf('COMMIT', announces))
    expect([completes > 0, announces > completes, commits > announces]).toEqual([true, true, true])
    expect(await events('elections.roll-read')).toBe(1)
  })

  const failures: readonly (readonly [string, FaultOrder])[] = [
    ['is cut off', { kind: 'truncate' }],
    ['is cut off and pretends to be whole', { kind: 'truncate', politely: true }],
    ['has a hole', { kind: 'omit', accounts: 1 }],
    ['answers 500', { kind: 'status', status: 500 }],
    ['is silent', { kind: 'silence' }],
  ]
  it.each(failures)('is the last known one, and says so, when the chain %s until the opening', async (_, fault) => {
    const [ada, bob] = [await holder(6, 1_500_000n), await holder(30, 0n)]
    await solana.fail({ ...fault, method: 'getProgramAccounts', count: 1_000 })
    at('2026-01-11T23:30:00.000Z')
    expect(await readRoll(nation.runtime, chain)).toBe('nothing')
    at(monday)
    await advanceElections(nation.runtime)
    expect(await rollOf(ada, bob)).toMatchObject([
      { balance: (1_500_000n * unit).toString(), weight_units: 12, source: 'last_known' },
      { balance: '0', weight_units: 10, source: 'last_known' },
    ])
    const balances = await nation.database.query<unknown[]>('SELECT token_balance FROM citizens WHERE id = ?', [ada.id])
    expect(balances).toEqual([{ token_balance: (1_500_000n * unit).toString() }])
    expect(await nation.database.query('SELECT scan_id FROM balance_scan_rows')).toEqual([])
  })

  /** The nation goes over to another token; no balance was set to 0 yet but of those who were `voided`. */
  async function anotherToken(...voided: readonly Citizen[]): Promise<void> {
    const now = nation.clock.now()
    await nation.database.query(
      `INSERT INTO token_state (id, version, mint, since) VALUES (1, 'v2', 'another', ?)
       ON DUPLICATE KEY UPDATE version = 'v2', mint = 'another'`,
      [now],
    )
    const { insertId } = await nation.database.query<{ insertId: string }>(
      `INSERT INTO token_migrations (version, mint, from_version, from_mint, state, started_at)
       VALUES ('v2', 'another', 'v1', ?, 'voiding', ?)`,
      [demoMint, now],
    )
    for (const { id } of voided) {
      await nation.database.query(
        `INSERT INTO token_migration_citizens (migration_id, citizen_id, how, at) VALUES (?, ?, 'read', ?)`,
        [insertId, id, now],
      )
    }
  }

  it('weighs nobody by a token that the nation has left, also before all balances are set to 0', async () => {
    const [ada, bob] = [await holder(6, 30_000_000n), await holder(6, 6_000_000n)]
    at('2026-01-11T23:50:00.000Z')
    expect(await readRoll(nation.runtime, chain)).toBe('complete')
    await anotherToken(bob)
    // The reading was of the token before: the roll is to be read again.
    expect(await rollToRead(nation.database, nation.clock.now())).toEqual(new Date(monday))
    at(monday)
    await advanceElections(nation.runtime)
    expect(await rollOf(ada, bob)).toMatchObject([
      { balance: '0', weight_units: 10, source: 'last_known' },
      // Read for the new token already.
      { balance: millionsOf(6), weight_units: 15, source: 'last_known' },
    ])
  })

  it('is read again after a failure, and then is whole', async () => {
    const ada = await holder(6)
    await solana.fail({ kind: 'truncate', method: 'getProgramAccounts', count: 1 })
    at('2026-01-11T23:30:00.000Z')
    expect(await readRoll(nation.runtime, chain)).toBe('nothing')
    const [work] = await nation.database.query<{ state: string; error: string }[]>('SELECT state, error FROM long_work')
    expect(work).toMatchObject({ state: 'waiting', error: expect.stringMatching(/does not answer/) as string })
    expect(await readRoll(nation.runtime, chain)).toBe('complete')
    at(monday)
    await advanceElections(nation.runtime)
    expect(await rollOf(ada)).toMatchObject([{ source: 'fresh', weight_units: 15 }])
  })

  it('takes no weight away by a list that is not known to be whole, and counts none twice', async () => {
    const lost = await holder(6, 6_000_000n)
    const sold = await holder(0, 30_000_000n)
    const moved = await holder(30, 30_000_000n)
    const listed = await holder(2, 1n)
    const left = new Set([lost, sold, moved].map(({ walletAddress }) => walletAddress))
    // The supply moved meanwhile, so the sum does not tell of a hole; it bounds what may be missing, though.
    const patchy: Chain = {
      ...chain,
      scanMint: async (reader) => {
        const take = (accounts: Parameters<typeof reader.take>[0]) =>
          reader.take(accounts.filter(({ owner }) => !left.has(owner)))
        return {
          ...(await chain.scanMint({ ...reader, take })),
          reconciled: false,
          missing: 6_000_001n * unit,
        }
      },
    }
    at('2026-01-11T23:50:00.000Z')
    expect(await readRoll(nation.runtime, patchy, quick)).toBe('complete')
    at(monday)
    await advanceElections(nation.runtime)
    expect(await rollOf(lost, sold, moved, listed)).toMatchObject([
      { balance: millionsOf(6), weight_units: 15, source: 'last_known' },
      { balance: '0', weight_units: 10, source: 'fresh' },
      // More than the list can lack: these tokens are in it, in the wallet from which they came.
      { balance: '0', weight_units: 10, source: 'fresh' },
      { balance: millionsOf(2), weight_units: 12, source: 'fresh' },
    ])
  })

  it('leaves out who linked after it was read: their tokens may be on it already, in another wallet', async () => {
    const ada = await holder(30)
    at('2026-01-11T23:50:00.000Z')
    await readRoll(nation.runtime, chain)
    const late = await holder(30, 30_000_000n)
    const linkedAt = new Date('2026-01-11T23:55:00.000Z')
    await nation.database.query('UPDATE citizens SET wallet_linked_at = ? WHERE id = ?', [linkedAt, late.id])
    at(monday)
    await advanceElections(nation.runtime)
    const [one, two] = await rollOf(ada, late)
    expect(one).toMatchObject({ weight_units: 20 })
    expect(two).toBeUndefined()
  })

  it('leaves out who linked after the opening, also where nothing was read and it is taken later', async () => {
    const ada = await holder(0, 30_000_000n)
    const late = await holder(0, 30_000_000n)
    const linkedAt = new Date('2026-01-12T00:00:00.001Z')
    await nation.database.query('UPDATE citizens SET wallet_linked_at = ? WHERE id = ?', [linkedAt, late.id])
    await nation.database.query('UPDATE citizens SET wallet_linked_at = ? WHERE id = ?', [new Date(monday), ada.id])
    const [admin, startsAt] = [await aCitizen(nation.database, { isAdmin: true }), Date.parse(monday)]
    at('2026-01-07T12:00:00.000Z')
    await as(nation.runtime, admin, (ctx) => createElection(ctx, { startsAt, endsAt: startsAt + 7 * 86_400_000 }))
    at('2026-01-12T02:00:00.000Z')
    await advanceElections(nation.runtime)
    const [one, two] = await rollOf(ada, late)
    expect(one).toMatchObject({ weight_units: 20, source: 'last_known' })
    expect(two).toBeUndefined()
  })

  it('does not grow when two citizens pass the same tokens between their wallets during the election', async () => {
    const [ada, bob] = [await holder(30), await holder(0)]
    at('2026-01-11T23:50:00.000Z')
    await readRoll(nation.runtime, chain)
    at(monday)
    await advanceElections(nation.runtime)
    const candidate = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, ada, candidate.id)
    // The tokens are Bob's now, and every book says so.
    await solana.faucet({ address: bob.walletAddress ?? '', tokens: 30_000_000 })
    await nation.database.query('UPDATE citizens SET token_balance = 0 WHERE id = ?', [ada.id])
    await nation.database.query('UPDATE citizens SET token_balance = ? WHERE id = ?', [millionsOf(30), bob.id])
    expect(await vote(nation.runtime, bob, candidate.id)).toMatchObject({ voteWeight: 1 })
    const tallies = await nation.database.query<unknown[]>('SELECT weight_units, supporters FROM tallies')
    expect(tallies).toEqual([{ weight_units: '30', supporters: 2 }])
  })

  describe('where no endpoint lists all accounts', () => {
    it('is read wallet by wallet, twice', async () => {
      await refuseScans()
      const holders = [await holder(1), await holder(6), await holder(30), await holder(0), await holder(2)]
      at('2026-01-11T23:10:00.000Z')
      expect(await readRoll(nation.runtime, chain, quick)).toBe('complete')
      at(monday)
      await advanceElections(nation.runtime)
      const roll = await rollOf(...holders)
      expect(roll.map((entry) => [entry?.weight_units, entry?.source])).toEqual([
        [12, 'fresh'],
        [15, 'fresh'],
        [20, 'fresh'],
        [10, 'fresh'],
        [12, 'fresh'],
      ])
      expect(roll.every((entry) => Number(entry?.slot) > 0)).toBe(true)
    })

    it('is read wallet by wallet also while the other endpoint, which might, does not answer', async () => {
      await refuseScans()
      const ada = await holder(6)
      const rpcUrls = [solana.origin, 'http://127.0.0.1:9']
      const half = openChain({ ...chain.settings, rpcUrls }, { timeoutMs: 2_500, pauseMs: 2_500 })
      at('2026-01-11T23:10:00.000Z')
      expect(await readRoll(nation.runtime, half, quick)).toBe('complete')
      at(monday)
      await advanceElections(nation.runtime)
      expect(await rollOf(ada)).toMatchObject([{ weight_units: 15, source: 'fresh' }])
    })

    it('is read by a hundred wallets at a time, alone only where there is less than was known', async () => {
      await refuseScans()
      const holders = []
      for (let i = 0; i < 6; i++) holders.push(await holder(6, 6_000_000n))
      const poorer = await holder(1, 6_000_000n)
      const read = nation.clock.now()
      await nation.database.query('UPDATE citizens SET balance_read_at = ?', [read])
      const calls = (method: string) => solana.calls.get(method) ?? 0
      const before = [calls('getMultipleAccounts'), calls('getTokenAccountsByOwner')]
      at('2026-01-11T23:10:00.000Z')
      expect(await readRoll(nation.runtime, chain, { ...quick, batch: 100 })).toBe('complete')
      expect([calls('getMultipleAccounts') - before[0]!, calls('getTokenAccountsByOwner') - before[1]!]).toEqual([2, 1])
      at(monday)
      await advanceElections(nation.runtime)
      const roll = await rollOf(...holders, poorer)
      expect(roll.map((entry) => [entry?.weight_units, entry?.source])).toEqual([
        ...holders.map(() => [15, 'fresh']),
        [12, 'fresh'],
      ])
    })

    it('asks alone for a wallet that was never read, and that once', async () => {
      await refuseScans()
      const holders = []
      for (let i = 0; i < 5; i++) holders.push(await holder(6))
      const before = solana.calls.get('getTokenAccountsByOwner') ?? 0
      at('2026-01-11T23:10:00.000Z')
      expect(await readRoll(nation.runtime, chain, quick)).toBe('complete')
      expect(solana.calls.get('getTokenAccountsByOwner')).toBe(before + 5)
      at(monday)
      await advanceElections(nation.runtime)
      const roll = await rollOf(...holders)
      expect(roll.map((entry) => [entry?.weight_units, entry?.source])).toEqual(holders.map(() => [15, 'fresh']))
    })

    it('is no reading when the chain reported no wallet: it begins anew', async () => {
      await refuseScans()
      const ada = await holder(6, 1_500_000n)
      const mute = openChain({ ...chain.settings, rpcUrls: [] })
      const silent: Chain = { ...chain, readAssociated: mute.readAssociated, readTokens: mute.readTokens }
      at('2026-01-11T23:10:00.000Z')
      expect(await readRoll(nation.runtime, silent, quick)).toBe('nothing')
      const work = await nation.database.query<unknown[]>('SELECT state, error FROM long_work')
      expect(work).toEqual([{ state: 'waiting', error: 'The chain told of none of the wallets.' }])
      expect(await readRoll(nation.runtime, chain, quick)).toBe('complete')
      at(monday)
      await advanceElections(nation.runtime)
      expect(await rollOf(ada)).toMatchObject([{ weight_units: 15, source: 'fresh' }])
    })

    it('gives half of the time to each pass, where wallets are too many for the hour', async () => {
      await refuseScans()
      const holders = []
      for (let i = 0; i < 9; i++) holders.push(await holder(6, 1_500_000n))
      at('2026-01-11T23:00:00.000Z')
      // A question takes four minutes: a batch of three, of whom none was read before, sixteen.
      const takesLong = () => at(new Date(nation.clock.now().getTime() + 240_000).toISOString())
      const slow: Chain = {
        ...chain,
        readAssociated: (addresses) => chain.readAssociated(addresses).finally(takesLong),
        readTokens: (address, known) => chain.readTokens(address, known).finally(takesLong),
      }
      expect(await readRoll(nation.runtime, slow, quick)).toBe('complete')
      expect(nation.clock.now() < new Date(monday)).toBe(true)
      at(monday)
      await advanceElections(nation.runtime)
      // Two batches began in the first half, and both had their second pass; the third has what was known of it.
      const roll = await rollOf(...holders)
      expect(roll.map((entry) => [entry?.weight_units, entry?.source])).toEqual([
        ...holders.slice(0, 6).map(() => [15, 'fresh']),
        ...holders.slice(6).map(() => [12, 'last_known']),
      ])
    })

    it.each([1, 2] as const)(
      'takes the lesser of two passes, so that tokens which visit in pass %i count nowhere twice',
      async (pass) => {
        await refuseScans()
        const ada = await holder(1)
        at('2026-01-11T23:10:00.000Z')
        let turn = 0
        const visit = (tokens: bigint) => (turn === pass ? tokens + 30_000_000n * unit : tokens)
        const visited: Chain = {
          ...chain,
          readAssociated: async (addresses) => {
            turn += 1
            const readings = await chain.readAssociated(addresses)
            return new Map([...readings].map(([one, read]) => [one, { ...read, tokens: visit(read.tokens) }]))
          },
          readTokens: async (address) => {
            const reading = await chain.readTokens(address)
            return { ...reading, tokens: visit(reading.tokens) }
          },
        }
        expect(await readRoll(nation.runtime, visited, { ...quick, batch: 100 })).toBe('complete')
        at(monday)
        await advanceElections(nation.runtime)
        expect(await rollOf(ada)).toMatchObject([{ balance: millionsOf(1), weight_units: 12, source: 'fresh' }])
      },
    )

    it('goes on where it was, and a wallet that the chain does not tell of has its last known balance', async () => {
      await refuseScans()
      const holders = []
      for (let i = 0; i < 7; i++) holders.push(await holder(6, 20_000_000n))
      const silent = holders[4]!
      const asked: string[] = []
      const patchy: Chain = {
        ...chain,
        readTokens: (address) => {
          asked.push(address)
          return address === silent.walletAddress
            ? openChain({ ...chain.settings, rpcUrls: [] }).readTokens(address)
            : chain.readTokens(address)
        },
      }
      at('2026-01-11T23:10:00.000Z')
      let answer = ''
      for (let round = 0; round < 20 && answer !== 'complete'; round++) {
        answer = await readRoll(nation.runtime, patchy, quick, () => true)
      }
      expect(answer).toBe('complete')
      // Each citizen once alone, and no more, however often it was interrupted.
      expect(asked.length).toBe(7)
      at(monday)
      await advanceElections(nation.runtime)
      const roll = await rollOf(...holders)
      expect(roll.filter((entry) => entry?.source === 'fresh' && entry.weight_units === 15)).toHaveLength(6)
      expect(roll[4]).toMatchObject({ source: 'last_known', weight_units: 20, slot: null })
    })

    it('ends at the opening, with what was read twice by then', async () => {
      await refuseScans()
      const holders = []
      for (let i = 0; i < 6; i++) holders.push(await holder(6))
      at('2026-01-11T23:59:59.000Z')
      let batches = 0
      const slow: Chain = {
        ...chain,
        readAssociated: async (addresses) => {
          // Time is over when the first batch has had both passes, and the second one of them.
          if (++batches === 3) at(monday)
          return chain.readAssociated(addresses)
        },
      }
      expect(await readRoll(nation.runtime, slow, quick)).toBe('nothing')
      await advanceElections(nation.runtime)
      const roll = await rollOf(...holders)
      expect(roll.map((entry) => entry?.source)).toEqual([
        ...['fresh', 'fresh', 'fresh'],
        ...['last_known', 'last_known', 'last_known'],
      ])
    })
  })
})

describe('When the roll is to be read', () => {
  const { startsAt } = weekOf(new Date(monday))
  const before = (minutes: number, ms = 0) => new Date(startsAt.getTime() - minutes * 60_000 + ms)

  it.each([
    [before(60, -1), null],
    [before(60), 60],
    [before(30, -1), 60],
    [before(30), 30],
    [before(10), 10],
    [before(0, -1), 10],
    [before(0), null],
  ])('at %s a reading is due since %s minutes before the opening', (now, since) => {
    expect(rollReadingDue(startsAt, now)).toEqual(since === null ? null : before(since))
  })
})
