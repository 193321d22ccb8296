import { startSolanaStandIn, type FaultOrder, type SolanaStandIn } from '@nation/dev/solana'
import { demoMint } from '@nation/domain/chain'
import { rollReadingDue, weekOf } from '@nation/domain/elections'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { openChain, type Chain } from '../chain'
import { aCitizen, aWallet, useTestNation } from '../testing'
import { readRoll, rollToRead } from './roll-reading'
import { advanceElections } from './rollover'
import { aCandidate, vote } from './testing'

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
    const [ada, bob, nobody] = [
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
    const [one, two, three] = await rollOf(ada, bob, nobody)
    expect(one).toMatchObject({ balance: millionsOf(6), weight_units: 15, source: 'fresh' })
    expect(two).toMatchObject({ balance: millionsOf(30), weight_units: 20, source: 'fresh', slot: one?.slot })
    expect(Number(one?.slot)).toBeGreaterThan(0)
    expect(three).toBeUndefined()
    const [opened] = await nation.database.query<{ facts: unknown }[]>(
      `SELECT facts FROM journal WHERE kind = 'elections.opened' ORDER BY id DESC LIMIT 1`,
    )
    expect(JSON.stringify(opened?.facts)).toMatch(/rollMethod.{3,5}by_mint/)
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
      expect([calls('getMultipleAccounts') - before[0]!, calls('getTokenAccountsByOwner') - before[1]!]).toEqual([2, 2])
      at(monday)
      await advanceElections(nation.runtime)
      const roll = await rollOf(...holders, poorer)
      expect(roll.map((entry) => [entry?.weight_units, entry?.source])).toEqual([
        ...holders.map(() => [15, 'fresh']),
        [12, 'fresh'],
      ])
    })

    it('takes the lesser of two passes, so that passed-on tokens count nowhere twice', async () => {
      await refuseScans()
      const ada = await holder(1)
      at('2026-01-11T23:10:00.000Z')
      let asked = 0
      const passed: Chain = {
        ...chain,
        readTokens: async (address) => {
          const reading = await chain.readTokens(address)
          if (address !== ada.walletAddress) return reading
          // Thirty millions visit this wallet during the second pass.
          return ++asked === 2 ? { ...reading, tokens: reading.tokens + 30_000_000n * unit } : reading
        },
      }
      expect(await readRoll(nation.runtime, passed, quick)).toBe('complete')
      at(monday)
      await advanceElections(nation.runtime)
      expect(await rollOf(ada)).toMatchObject([{ balance: millionsOf(1), weight_units: 12 }])
    })

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
      // Everybody twice, nobody more often, however often it was interrupted.
      expect(asked.length).toBe(14)
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
      let reads = 0
      const slow: Chain = {
        ...chain,
        readTokens: async (address) => {
          // Time is over when the first batch has had both passes: 6 reads of the first pass, 3 of the second.
          if (++reads === 9) at(monday)
          return chain.readTokens(address)
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
