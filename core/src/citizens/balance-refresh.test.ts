import { startSolanaStandIn, type SolanaStandIn } from '@nation/dev/solana'
import { demoMint } from '@nation/domain/chain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChainUnavailable, openChain, type Chain } from '../chain'
import { aCitizen, aWallet, rowsLookedAt, useTestNation } from '../testing'
import { balancesAreDue, refreshBalances, refreshPace, type RefreshPace } from './balance-refresh'
import { Citizen } from './citizen.entity'

const nation = useTestNation()
const unit = 1_000_000_000n
const pace: RefreshPace = { ...refreshPace, perSecond: 100_000, bulkFrom: 4, pausesMs: [1, 1] }
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

async function holder(tokens: number, overrides: Partial<Citizen> = {}): Promise<Citizen> {
  const { address } = aWallet()
  await solana.faucet({ address, tokens, sol: 2 })
  return aCitizen(nation.database, { walletAddress: address, tokenBalance: '777', ...overrides })
}

const holders = (count: number) => Promise.all(Array.from({ length: count }, (_, i) => holder(i)))
const again = (citizen: Citizen) => nation.database.getRepository(Citizen).findOneByOrFail({ id: citizen.id })
const later = (ms: number) => nation.clock.set(new Date(nation.clock.now().getTime() + ms))
const changes = async () =>
  nation.database.query<{ subject: string }[]>(`SELECT subject FROM journal WHERE kind = 'citizens.balance-changed'`)

describe('Keeping balances fresh', () => {
  it('reads citizens who were not read for six hours, wallet by wallet while they are few', async () => {
    const [ada, bob] = [await holder(5), await holder(0)]
    expect(await refreshBalances(nation.runtime, chain, pace)).toBe(2)
    expect(await again(ada)).toMatchObject({ tokenBalance: (5n * unit).toString(), nativeBalance: '2000000000' })
    expect(await again(bob)).toMatchObject({ tokenBalance: '0' })
    expect((await changes()).map(({ subject }) => subject).sort()).toEqual([ada.uid, bob.uid].sort())
    expect(solana.calls.get('getProgramAccounts') ?? 0).toBe(0)
    expect(await refreshBalances(nation.runtime, chain, pace)).toBe(0)
    later(6 * 3_600_000)
    expect(await refreshBalances(nation.runtime, chain, pace)).toBe(0)
    later(1)
    expect(await refreshBalances(nation.runtime, chain, pace)).toBe(2)
  })

  it('reads all at once where many are stale, and asks for native balances a hundred at a time', async () => {
    const many = await holders(6)
    const before = solana.calls.get('getTokenAccountsByOwner') ?? 0
    expect(await refreshBalances(nation.runtime, chain, pace)).toBe(6)
    for (const [i, citizen] of many.entries()) {
      expect(await again(citizen)).toMatchObject({
        tokenBalance: (BigInt(i) * unit).toString(),
        nativeBalance: '2000000000',
        balanceReadAt: nation.clock.now(),
      })
    }
    expect(solana.calls.get('getTokenAccountsByOwner') ?? 0).toBe(before)
    const work = await nation.database.query<unknown[]>('SELECT kind, state, total, done FROM long_work')
    expect(work).toEqual([{ kind: 'citizens.balances', state: 'done', total: '6', done: '6' }])
  })

  it.each([
    ['is cut off', { kind: 'truncate', politely: true, count: 100 }],
    ['has holes', { kind: 'omit', accounts: 1, method: 'getProgramAccounts', count: 100 }],
    ['refuses', { kind: 'status', status: 429, count: 100 }],
    ['does not tell native balances', { kind: 'status', status: 500, method: 'getMultipleAccounts', count: 100 }],
  ] as const)(
    'leaves every balance as it was when the chain %s, and tries again after five minutes',
    async (_, fault) => {
      const many = await holders(6)
      await solana.fail(fault)
      expect(await refreshBalances(nation.runtime, chain, pace)).toBe(0)
      for (const citizen of many)
        expect(await again(citizen)).toMatchObject({ tokenBalance: '777', balanceReadAt: null })
      await solana.heal()
      expect(await refreshBalances(nation.runtime, chain, pace)).toBe(0)
      later(5 * 60_000 + 1)
      expect(await refreshBalances(nation.runtime, chain, pace)).toBe(6)
      expect(await changes()).toHaveLength(6)
    },
  )

  it('is not kept waiting by a failure that a clock left which had jumped', async () => {
    await holders(6)
    const now = nation.clock.now()
    later(40 * 86_400_000)
    await solana.fail({ kind: 'status', status: 429, count: 100 })
    expect(await refreshBalances(nation.runtime, chain, pace)).toBe(0)
    await solana.heal()
    nation.clock.set(now)
    expect(await balancesAreDue(nation.runtime, demoMint)).toBe(true)
    expect(await refreshBalances(nation.runtime, chain, pace)).toBe(6)
  })

  /** Every citizen has a wallet without tokens; the chain is asked for native balances in two batches. */
  const crowd = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        aCitizen(nation.database, { walletAddress: aWallet().address, tokenBalance: '0' }),
      ),
    )
  const counts = async () => {
    const [row] = await nation.database.query<{ read: string; tried: string }[]>(
      'SELECT COUNT(balance_read_at) AS `read`, COUNT(balance_tried_at) AS tried FROM citizens',
    )
    return { read: Number(row?.read), tried: Number(row?.tried) }
  }
  const scans = () => nation.database.query<unknown[]>('SELECT id FROM balance_scans')

  it('goes on where the chain interrupted it, from the same scan, and writes no attempt to anyone else', async () => {
    await crowd(120)
    const asked: number[] = []
    let answers = 1
    const tired: Chain = {
      ...chain,
      readNative: (addresses) => {
        asked.push(addresses.length)
        return answers-- > 0 ? chain.readNative(addresses) : Promise.reject(new ChainUnavailable('429'))
      },
    }
    expect(await refreshBalances(nation.runtime, tired, pace)).toBe(0)
    // The second batch was asked for three times.
    expect(asked).toEqual([100, 20, 20, 20])
    expect(await counts()).toEqual({ read: 100, tried: 100 })
    expect(await refreshBalances(nation.runtime, chain, pace)).toBe(0)
    later(5 * 60_000 + 1)
    expect(await balancesAreDue(nation.runtime, demoMint)).toBe(true)
    const [scan] = await nation.database.query<{ started_at: Date }[]>('SELECT started_at FROM balance_scans')
    expect(await refreshBalances(nation.runtime, chain, pace)).toBe(20)
    expect(await counts()).toEqual({ read: 120, tried: 120 })
    expect(await scans()).toHaveLength(1)
    const [oldest] = await nation.database.query<{ at: Date }[]>('SELECT MAX(balance_read_at) AS at FROM citizens')
    expect(oldest?.at).toEqual(scan?.started_at)
    // The chain answered, so no screen says that a balance is the one known last.
    expect(await nation.database.query('SELECT id FROM citizens WHERE balance_tried_at > balance_read_at')).toEqual([])
  })

  it('goes through a moment without an answer', async () => {
    const many = await holders(6)
    await solana.fail({ kind: 'status', status: 429, method: 'getMultipleAccounts', count: 2 })
    expect(await refreshBalances(nation.runtime, chain, pace)).toBe(6)
    expect(await again(many[5]!)).toMatchObject({ tokenBalance: (5n * unit).toString() })
  })

  it('stops after a batch when it is told to, goes on there, and takes another scan after six hours', async () => {
    await crowd(220)
    const stop = () => true
    expect(await refreshBalances(nation.runtime, chain, pace, stop)).toBe(100)
    later(1_000)
    expect(await refreshBalances(nation.runtime, chain, pace, stop)).toBe(100)
    expect(await scans()).toHaveLength(1)
    // Few are left, and the pass is to be ended all the same.
    await nation.database.query('UPDATE citizens SET balance_read_at = ? WHERE balance_read_at IS NULL', [
      nation.clock.now(),
    ])
    expect(await balancesAreDue(nation.runtime, demoMint)).toBe(true)
    later(6 * 3_600_000 + 1)
    expect(await refreshBalances(nation.runtime, chain, pace)).toBe(220)
    expect(await scans()).toHaveLength(2)
    expect(await balancesAreDue(nation.runtime, demoMint)).toBe(false)
  })

  it('looks at nobody whose balance is fresh, and at nobody without a wallet, to find that nothing is due', async () => {
    await crowd(120)
    await nation.database.query('UPDATE citizens SET balance_read_at = ?, balance_tried_at = ?', [
      nation.clock.now(),
      nation.clock.now(),
    ])
    await Promise.all(Array.from({ length: 60 }, () => aCitizen(nation.database, { walletAddress: null })))
    const look = () =>
      rowsLookedAt(nation.url, async (database) => {
        expect(await balancesAreDue({ ...nation.runtime, database }, demoMint)).toBe(false)
      })
    expect(await look()).toBeLessThan(10)
    // And of many that are due, at as many as are asked for.
    later(6 * 3_600_000 + 1)
    const due = await rowsLookedAt(nation.url, async (database) => {
      expect(await balancesAreDue({ ...nation.runtime, database }, demoMint)).toBe(true)
    })
    expect(due).toBeLessThan(10)
  })

  it('sets no balance to 0 by a list that is not known to be whole, unless their wallet says so itself', async () => {
    const many = await holders(6)
    const spent = await holder(0, { tokenBalance: '888' })
    const missing = many[5]!.walletAddress
    // The supply moved meanwhile, so the sum tells nothing; and one account is missing.
    const patchy: Chain = {
      ...chain,
      scanMint: async (reader) => {
        const take = (accounts: Parameters<typeof reader.take>[0]) =>
          reader.take(accounts.filter(({ owner }) => owner !== missing))
        return { ...(await chain.scanMint({ ...reader, take })), reconciled: false }
      },
    }
    await refreshBalances(nation.runtime, patchy, pace)
    expect(await again(many[5]!)).toMatchObject({ tokenBalance: '777', balanceReadAt: null })
    expect(await again(many[4]!)).toMatchObject({ tokenBalance: (4n * unit).toString() })
    expect(await again(spent)).toMatchObject({ tokenBalance: '0', balanceReadAt: nation.clock.now() })
    // Their own turn comes with the next stale citizens.
    await refreshBalances(nation.runtime, chain, pace)
    expect(await again(many[5]!)).toMatchObject({ tokenBalance: (5n * unit).toString() })
  })

  it('goes wallet by wallet where no endpoint lists all accounts', async () => {
    const many = await holders(6)
    await solana.fail({ kind: 'refuse', method: 'getProgramAccounts', count: 100 })
    expect(await refreshBalances(nation.runtime, chain, pace)).toBe(6)
    expect(await again(many[5]!)).toMatchObject({ tokenBalance: (5n * unit).toString() })
  })

  it('tells of a balance that went and came back while its wallet was read', async () => {
    const ada = await holder(5)
    const slow: Chain = {
      ...chain,
      readWallet: async (address, floor) => {
        const reading = await chain.readWallet(address, floor)
        await nation.database.query('UPDATE citizens SET token_balance = 4 WHERE id = ?', [ada.id])
        return reading
      },
    }
    await nation.database.query('UPDATE citizens SET token_balance = ? WHERE id = ?', [5n * unit, ada.id])
    expect(await refreshBalances(nation.runtime, slow, pace)).toBe(1)
    expect(await again(ada)).toMatchObject({ tokenBalance: (5n * unit).toString() })
    expect((await changes()).map(({ subject }) => subject)).toEqual([ada.uid])
  })

  it('does not write an older reading over a newer one', async () => {
    const many = await holders(6)
    const newer = many[3]!
    const readAt = new Date(nation.clock.now().getTime() + 1_000)
    await nation.database.query(
      `UPDATE citizens SET token_balance = 4, balance_slot = 99999999999, balance_read_at = ?, balance_tried_at = ? WHERE id = ?`,
      [readAt, readAt, newer.id],
    )
    await refreshBalances(nation.runtime, chain, pace)
    expect(await again(newer)).toMatchObject({ tokenBalance: '4' })
    expect(await again(many[5]!)).toMatchObject({ tokenBalance: (5n * unit).toString() })
  })
})
