import { expect, it } from 'vitest'
import { change } from '../platform'
import { aCitizen, useTestNation } from '../testing'
import { saveReading, laterSlotStandsMs } from './balance.rows'
import { Citizen } from './citizen.entity'

const nation = useTestNation()

async function aWatchedWallet() {
  const { id, walletAddress } = await aCitizen(nation.database)
  if (walletAddress === null) throw new Error('the citizen has no wallet')
  return {
    keep: (tokens: bigint, slot: bigint) =>
      change(nation.runtime, {}, (ctx) =>
        saveReading(ctx.tx, { id, walletAddress }, { tokens, lamports: 1n, slot }, ctx.now()),
      ),
    balance: async () => (await nation.database.getRepository(Citizen).findOneByOrFail({ id })).tokenBalance,
  }
}

it('a reading of an earlier slot, by an endpoint that lags, brings no old balance back', async () => {
  const wallet = await aWatchedWallet()
  expect(await wallet.keep(5n, 1_000n)).toBe(true)
  expect(await wallet.keep(9n, 999n)).toBe(false)
  expect(await wallet.balance()).toBe('5')
  expect(await wallet.keep(7n, 1_000n)).toBe(true)
  expect(await wallet.balance()).toBe('7')
})

it('a slot of the far future holds a balance for ten minutes, and no longer', async () => {
  const wallet = await aWatchedWallet()
  await wallet.keep(5n, 9_000_000_000n)
  nation.clock.set(new Date(nation.clock.now().getTime() + laterSlotStandsMs - 1))
  expect(await wallet.keep(9n, 1_000n)).toBe(false)
  nation.clock.set(new Date(nation.clock.now().getTime() + 1))
  expect(await wallet.keep(9n, 1_000n)).toBe(true)
  expect(await wallet.balance()).toBe('9')
})
