import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { demoMint } from '@nation/domain/chain'
import { Faults, type faultSchema } from './faults'
import { makeToken, type Holder } from './faucet'
import { Ledger } from './ledger'
import { createSolanaServer } from './server'
import type { TokenProgram } from './token-layout'
import type { z } from 'zod'

export { baseUnitsOf, type Holder } from './faucet'
export type { TokenProgram } from './token-layout'

export interface SolanaStandInOptions {
  /** The token that the nation is configured for; the demo's when not given. */
  readonly mint?: string
  /** Which of the two token programs keeps it. */
  readonly program?: TokenProgram
  /** Who holds it from the beginning. */
  readonly holders?: readonly Holder[]
  /** Token accounts at addresses that are quickly found instead of where wallets look first: for crowds of holders. */
  readonly plainAccounts?: boolean
  /** A port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number
  /** Where the chain is stored; in memory only when not given. */
  readonly dataDir?: string
  readonly clock?: () => Date
}

/** An order for a failure, as `POST /faults` takes it. */
export type FaultOrder = z.input<typeof faultSchema>

export interface SolanaStandIn {
  /** Its address, as `http://127.0.0.1:41234`: the JSON-RPC endpoint, the faucet and the controls. */
  readonly origin: string
  readonly port: number
  /** How often each RPC method was called. */
  readonly calls: ReadonlyMap<string, number>
  faucet(wish: { address: string; tokens?: number | string; sol?: number | string }): Promise<void>
  fail(fault: FaultOrder): Promise<void>
  heal(): Promise<void>
  close(): Promise<void>
}

/** Starts a server that stands in for Solana: a real SVM behind the JSON-RPC that nodes speak. */
export async function startSolanaStandIn(options: SolanaStandInOptions = {}): Promise<SolanaStandIn> {
  const file = options.dataDir === undefined ? undefined : join(options.dataDir, 'solana.json')
  const ledger = new Ledger(file, options.clock ?? (() => new Date()))
  const treasury = { mint: options.mint ?? demoMint, program: options.program ?? 'token' } as const
  await makeToken(ledger, treasury, options.holders ?? [], options.plainAccounts)
  const calls = new Map<string, number>()
  const record = (method: string) => void calls.set(method, (calls.get(method) ?? 0) + 1)
  const server = createSolanaServer({ ledger, treasury, faults: new Faults(), record })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    port,
    calls,
    faucet: (wish) => order(`${origin}/faucet`, 'POST', wish),
    fail: (fault) => order(`${origin}/faults`, 'POST', fault),
    heal: () => order(`${origin}/faults`, 'DELETE'),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      ledger.save()
    },
  }
}

async function order(url: string, method: string, body?: object): Promise<void> {
  const content = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(url, { method, ...content })
  if (!answer.ok) throw new Error(await answer.text())
}
