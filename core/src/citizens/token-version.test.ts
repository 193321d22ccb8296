import { startSolanaStandIn, type SolanaStandIn } from '@nation/dev/solana'
import { demoMint } from '@nation/domain/chain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openChain, type Chain } from '../chain'
import { change, type ChainSettings } from '../platform'
import { aCitizen, aWallet, as, useTestNation } from '../testing'
import { backgroundWork } from '../work/long-work'
import { refreshBalances, refreshPace } from './balance-refresh'
import { saveOwnReading } from './balance.service'
import { Citizen } from './citizen.entity'
import { presentOwn } from './present'
import { leftToken, migrateToken, tokenNeedsWork } from './token-version'
import { initialLimits } from '@nation/domain/system'

const nation = useTestNation()
const unit = 1_000_000_000n
let solana: SolanaStandIn
beforeAll(async () => {
  solana = await startSolanaStandIn()
})
afterAll(() => solana.close())
afterEach(() => solana.heal())

const settingsOf = (tokenVersion: string, rpcUrls = [solana.origin]): ChainSettings => ({
  mint: demoMint,
  tokenVersion,
  rpcUrls,
  network: 'mainnet-beta',
})
const chainOf = (tokenVersion: string, rpcUrls?: string[]): Chain =>
  openChain(settingsOf(tokenVersion, rpcUrls), { timeoutMs: 2_500, pauseMs: 2_500 })

async function holder(tokens: number, known = 777n): Promise<Citizen> {
  const { address } = aWallet()
  await solana.faucet({ address, tokens })
  return aCitizen(nation.database, { walletAddress: address, tokenBalance: known.toString() })
}

const again = (citizen: Citizen) => nation.database.getRepository(Citizen).findOneByOrFail({ id: citizen.id })
const seenBy = async (citizen: Citizen) => presentOwn(await again(citizen), initialLimits, nation.clock.now())
const kinds = async () =>
  (await nation.database.query<{ kind: string }[]>('SELECT kind FROM journal ORDER BY id')).map(({ kind }) => kind)

describe('The token’s version', () => {
  beforeEach(async () => {
    // The nation lives with version 1 from its beginning: that changes no balance.
    expect(await tokenNeedsWork(nation.database, settingsOf('v1'))).toBe(true)
    await migrateToken(nation.runtime, chainOf('v1', []))
    expect(await tokenNeedsWork(nation.database, settingsOf('v1'))).toBe(false)
    expect(await kinds()).toEqual([])
  })

  it('that stays the same leaves balances alone', async () => {
    const ada = await holder(5)
    expect(await migrateToken(nation.runtime, chainOf('v1'))).toBe(true)
    expect(await again(ada)).toMatchObject({ tokenBalance: '777', tokenUpdateRequired: false })
  })

  it('that is another voids balances, tells their citizens, and reads them anew', async () => {
    const [ada, poor] = [await holder(5), await holder(0)]
    const walletless = await aCitizen(nation.database, { walletAddress: null, tokenBalance: '0' })
    await solana.fail({ kind: 'status', status: 500, count: 1_000 })
    expect(await tokenNeedsWork(nation.database, settingsOf('v2'))).toBe(true)
    expect(await migrateToken(nation.runtime, chainOf('v2'))).toBe(false)
    expect(await seenBy(ada)).toMatchObject({ tokenBalanceUnits: '0', tokenUpdateRequired: true })
    expect(await seenBy(walletless)).toMatchObject({ tokenUpdateRequired: false })
    const { work } = await change(nation.runtime, {}, backgroundWork)
    expect(work.map(({ kind, state, percentage }) => [kind, state, percentage])).toEqual([
      ['token.read-balances', 'waiting', null],
      ['token.void-balances', 'done', 100],
    ])

    await solana.heal()
    expect(await migrateToken(nation.runtime, chainOf('v2'))).toBe(true)
    expect(await seenBy(ada)).toMatchObject({ tokenBalanceUnits: (5n * unit).toString(), tokenUpdateRequired: false })
    expect(await seenBy(poor)).toMatchObject({ tokenBalanceUnits: '0', tokenUpdateRequired: false })
    expect(await tokenNeedsWork(nation.database, settingsOf('v2'))).toBe(false)
    expect(await kinds()).toEqual(['token.version-changed', 'token.balances-voided', 'token.balances-read'])
  })

  it('is carried over wallet by wallet where no endpoint lists all accounts', async () => {
    const holders = [await holder(1), await holder(2), await holder(3)]
    await solana.fail({ kind: 'refuse', method: 'getProgramAccounts', count: 1_000 })
    expect(await migrateToken(nation.runtime, chainOf('v2'))).toBe(true)
    for (const [i, citizen] of holders.entries()) {
      expect(await again(citizen)).toMatchObject({
        tokenBalance: (BigInt(i + 1) * unit).toString(),
        tokenUpdateRequired: false,
      })
    }
  })

  it('writes no zero where the list is not known to be whole and lacks a citizen', async () => {
    const [ada, lost, poor] = [await holder(1), await holder(2), await holder(0)]
    const patchy: Chain = {
      ...chainOf('v2'),
      scanMint: async (reader) => {
        const take = (accounts: Parameters<typeof reader.take>[0]) =>
          reader.take(accounts.filter(({ owner }) => owner !== lost.walletAddress))
        return { ...(await chainOf('v2').scanMint({ ...reader, take })), reconciled: false }
      },
    }
    expect(await migrateToken(nation.runtime, patchy)).toBe(true)
    expect(await again(ada)).toMatchObject({ tokenBalance: unit.toString(), tokenUpdateRequired: false })
    expect(await again(poor)).toMatchObject({ tokenBalance: '0', tokenUpdateRequired: false })
    // No reading says that they have nothing: the refresh of balances still has to read them.
    expect(await again(lost)).toMatchObject({ tokenUpdateRequired: true, balanceReadAt: null })
    await refreshBalances(nation.runtime, patchy, { ...refreshPace, perSecond: 100_000 })
    expect(await again(lost)).toMatchObject({ tokenBalance: (2n * unit).toString(), tokenUpdateRequired: false })
  })

  it('spares a citizen who was read for it before their turn came', async () => {
    const ada = await holder(5)
    let stop = false
    // Begin, and stop before the first batch: the stop is asked for after each step.
    await solana.fail({ kind: 'status', status: 500, count: 1_000 })
    await nation.database
      .query(`INSERT INTO token_migrations (version, mint, from_version, from_mint, state, started_at)
      VALUES ('v2', '${demoMint}', 'v1', '${demoMint}', 'voiding', '2026-01-06 12:00:00')`)
    await nation.database.query(`UPDATE token_state SET version = 'v2'`)
    const reading = { tokens: 5n * unit, lamports: 1n, slot: 9n }
    await as(nation.runtime, ada, (ctx) => saveOwnReading(ctx, chainOf('v2'), ada.walletAddress ?? '', reading))
    await migrateToken(nation.runtime, chainOf('v2'), () => (stop = !stop))
    expect(await again(ada)).toMatchObject({ tokenBalance: (5n * unit).toString(), tokenUpdateRequired: false })
  })

  it('that was left is not gone back to by a process that was configured long ago', async () => {
    const ada = await holder(5)
    await migrateToken(nation.runtime, chainOf('v2'))
    expect(await tokenNeedsWork(nation.database, settingsOf('v1'))).toBe(false)
    expect(await migrateToken(nation.runtime, chainOf('v1'))).toBe(true)
    expect(await again(ada)).toMatchObject({ tokenBalance: (5n * unit).toString(), tokenUpdateRequired: false })
    const state = await nation.database.query<unknown[]>('SELECT version FROM token_state')
    expect(state).toEqual([{ version: 'v2' }])
    // And such a process says so when it starts.
    expect(await leftToken(nation.database, settingsOf('v1'))).toMatch(/token v1 .* has left for v2 .*TOKEN_VERSION/)
    expect(await leftToken(nation.database, settingsOf('v2'))).toBeNull()
    expect(await leftToken(nation.database, settingsOf('v3'))).toBeNull()
  })

  it('is changed once, although four workers try at once', async () => {
    for (let i = 0; i < 5; i++) await holder(i)
    await Promise.all(Array.from({ length: 4 }, () => migrateToken(nation.runtime, chainOf('v2'))))
    const voided = await nation.database.query<unknown[]>(
      'SELECT citizen_id FROM token_migration_citizens GROUP BY citizen_id HAVING COUNT(*) <> 1',
    )
    expect(voided).toEqual([])
    expect((await kinds()).filter((kind) => kind.startsWith('token.'))).toEqual([
      'token.version-changed',
      'token.balances-voided',
      'token.balances-read',
    ])
  })
})
