import type { RunningNation } from '@nation/dev/nation'

/** Gives a wallet tokens and SOL, by the stand-in's faucet. */
export async function fund(nation: RunningNation, address: string, tokens: number, sol = 1): Promise<void> {
  const answer = await fetch(`${nation.solanaOrigin}/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, tokens, sol }),
  })
  if (!answer.ok) throw new Error(`The faucet gave nothing to ${address}: ${await answer.text()}`)
}
