import { startSolanaStandIn, type SolanaStandIn } from '@nation/dev/solana'
import { demoMint } from '@nation/domain/chain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openChain, type Chain } from '../chain'
import { aCitizen, aWallet, useTestNation } from '../testing'
import { refreshBalances, refreshPace, type RefreshPace } from './balance-refresh'
import { Citizen } from './citizen.entity'

const nation = useTestNation()
const unit = 1_000_000_000n
const pace: RefreshPace = { ...refreshPace, perSecond: 100_000, bulkFrom: 4 }
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
