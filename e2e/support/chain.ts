import type { RunningNation } from '@nation/dev/nation'
import { expect } from '@playwright/test'

/** Gives a wallet tokens and SOL, by the stand-in's faucet. */
export async function fund(nation: RunningNation, address: string, tokens: number, sol = 1): Promise<void> {
  const answer = await fetch(`${nation.solanaOrigin}/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, tokens, sol }),
  })
  if (!answer.ok) throw new Error(`The faucet gave nothing to ${address}: ${await answer.text()}`)
}

/** Lets so much time go by that a balance which was just read may be read again. */
export async function letBalancesAge(nation: RunningNation): Promise<void> {
  const before = await timeOf(nation)
  await nation.advance('+10s')
  // The API looks at the clock's offset from time to time.
  await expect.poll(() => timeOf(nation)).toBeGreaterThanOrEqual(before + 10_000)
}

async function timeOf(nation: RunningNation): Promise<number> {
  const { now } = (await (await fetch(`${nation.origin}/api/health`)).json()) as { now: number }
  return now
}
