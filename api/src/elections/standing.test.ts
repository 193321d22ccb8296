import { startSolanaStandIn, type SolanaStandIn } from '@nation/dev/solana'
import type { Citizen } from '@nation/core/citizens'
import { aCitizen, anElection, aWallet } from '@nation/core/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { useTestApi } from '../testing'

let solana: SolanaStandIn
beforeAll(async () => {
  solana = await startSolanaStandIn()
})
afterAll(() => solana.close())
beforeEach(() => solana.heal())

const api = useTestApi({ chain: () => ({ rpcUrls: [solana.origin] }) })

const campaign = {
  displayName: 'Ada of the Harbour',
  bio: 'Citizen since the first week.',
  campaignSlogan: 'Open books, open doors',
  vision: 'Every citizen can read the books.',
  whyVoteForMe: 'I kept the books of three communities.',
  position: 'president',
}

/** Stands with a wallet that holds some $ON by the chain, and 60,000 by the last reading. */
async function stand(held: number, silent = false) {
  return standNow(await standing(held, silent))
}

const standNow = async (citizen: Citizen) =>
  api.send('POST', '/api/candidates/create', { token: await api.tokenOf(citizen), body: campaign })

async function standing(held: number, silent = false): Promise<Citizen> {
  const wallet = aWallet()
  await solana.faucet({ address: wallet.address, tokens: held, sol: 1 })
  const open = await api.nation.database.query<unknown[]>('SELECT id FROM elections')
  if (open.length === 0) await anElection(api.nation.runtime)
  const citizen = await aCitizen(api.nation.database, { walletAddress: wallet.address, tokenBalance: '60000000000000' })
  if (silent) await solana.fail({ kind: 'status', status: 500, count: 100 })
  return citizen
}

it('Standing needs the $ON that the wallet holds now: tokens that moved on carry no candidacy', async () => {
  expect((await stand(60_000)).status).toBe(200)
  const answer = await stand(10_000)
  expect([answer.status, answer.body.code]).toEqual([403, 'candidacy_not_eligible'])
})

it('Standing goes by the last known balance when the chain does not answer', async () => {
  expect((await stand(10_000, true)).status).toBe(200)
})

it('Standing that waited for the chain is refused when the session ended meanwhile', async () => {
  const citizen = await standing(60_000)
  await solana.fail({ kind: 'silence', count: 100 })
  const asked = () => [...solana.calls.values()].reduce((sum, count) => sum + count, 0)
  const before = asked()
  const answer = standNow(citizen)
  await expect.poll(asked, { timeout: 10_000 }).toBeGreaterThan(before)
  await api.nation.database.query(`UPDATE sessions SET ended_at = ? WHERE citizen_id = ?`, [
    api.nation.clock.now(),
    citizen.id,
  ])
  expect([(await answer).status, (await answer).body.code]).toEqual([401, 'session_ended'])
  expect(await api.nation.database.query('SELECT id FROM candidacies')).toEqual([])
})
