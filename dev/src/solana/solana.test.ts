import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createTransferCheckedInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterEach, describe, expect, it } from 'vitest'
import { startSolanaStandIn, type SolanaStandIn, type SolanaStandInOptions, type TokenProgram } from '.'
import { demoHolders } from './demo'
import { programs } from './token-layout'

const mint = Keypair.generate().publicKey.toBase58()
const unit = 1_000_000_000n
const running: SolanaStandIn[] = []

async function start(options: SolanaStandInOptions = {}): Promise<{ standIn: SolanaStandIn; chain: Connection }> {
  const standIn = await startSolanaStandIn({ mint, ...options })
  running.push(standIn)
  return { standIn, chain: new Connection(standIn.origin, { commitment: 'confirmed', disableRetryOnRateLimit: true }) }
}

afterEach(() => Promise.all(running.splice(0).map((one) => one.close())))

const balanceOf = async (chain: Connection, owner: PublicKey): Promise<bigint> => {
  const { value } = await chain.getTokenAccountsByOwner(owner, { mint: new PublicKey(mint) })
  return value.reduce((sum, { account }) => sum + account.data.readBigUInt64LE(64), 0n)
}

/** The first holder sends the other some of their tokens, in a transaction of their own, as a wallet does. */
async function transfer(
  chain: Connection,
  from: Keypair,
  to: PublicKey,
  amount: bigint,
  program: TokenProgram,
  tamper: (bytes: Buffer) => Buffer = (bytes) => bytes,
) {
  const token = new PublicKey(programs[program])
  const accountOf = (owner: PublicKey) => getAssociatedTokenAddressSync(new PublicKey(mint), owner, false, token)
  const { blockhash } = await chain.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: from.publicKey, recentBlockhash: blockhash }).add(
    createTransferCheckedInstruction(
      accountOf(from.publicKey),
      new PublicKey(mint),
      accountOf(to),
      from.publicKey,
      amount,
      9,
      [],
      token,
    ),
  )
  transaction.sign(from)
  return chain.sendRawTransaction(tamper(transaction.serialize()))
}

describe.each(['token', 'token2022'] as const)('The chain of a developer’s machine, with the program %s', (program) => {
  it('gives tokens to callers of the faucet, and moves them when their owner signs', async () => {
    const { standIn, chain } = await start({ program })
    const [ada, bob] = [Keypair.generate(), Keypair.generate()]
    await standIn.faucet({ address: ada.publicKey.toBase58(), tokens: '1500000.5', sol: 1 })
    await standIn.faucet({ address: bob.publicKey.toBase58(), tokens: 1, sol: 0.5 })
    expect(await balanceOf(chain, ada.publicKey)).toBe(1_500_000n * unit + unit / 2n)
    expect(await chain.getBalance(ada.publicKey)).toBe(1_000_000_000)

    const signature = await transfer(chain, ada, bob.publicKey, 500_000n * unit, program)
    const { value } = await chain.getSignatureStatuses([signature])
    expect(value[0]).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    expect(await balanceOf(chain, ada.publicKey)).toBe(1_000_000n * unit + unit / 2n)
    expect(await balanceOf(chain, bob.publicKey)).toBe(500_001n * unit)
    const supply = await chain.getTokenSupply(new PublicKey(mint))
    expect(supply.value).toMatchObject({ amount: '1500001500000000', decimals: 9 })
  })

  it('refuses to move what an owner does not have, and what they did not sign for', async () => {
    const { standIn, chain } = await start({ program })
    const [ada, bob] = [Keypair.generate(), Keypair.generate()]
    for (const who of [ada, bob]) await standIn.faucet({ address: who.publicKey.toBase58(), tokens: 1, sol: 1 })
    await expect(transfer(chain, ada, bob.publicKey, 2n * unit, program)).rejects.toThrow(/custom program error/)
    const forged = transfer(chain, ada, bob.publicKey, unit, program, (bytes) => bytes.fill(7, 1, 65))
    await expect(forged).rejects.toThrow(/SignatureFailure/)
    expect(await balanceOf(chain, bob.publicKey)).toBe(unit)
  })

  it('lists every account of the token in one slot', async () => {
    const holders = Array.from({ length: 30 }, (_, i) => ({
      address: Keypair.generate().publicKey.toBase58(),
      tokens: BigInt(i + 1) * unit,
      lamports: 1n,
    }))
    const { chain } = await start({ program, holders })
    const { value, context } = await chain.getProgramAccounts(new PublicKey(programs[program]), {
      withContext: true,
      dataSlice: { offset: 32, length: 40 },
      filters: [{ memcmp: { offset: 0, bytes: mint } }],
    })
    const found = Object.fromEntries(
      value.map(({ account }) => [
        new PublicKey(account.data.subarray(0, 32)).toBase58(),
        account.data.readBigUInt64LE(32),
      ]),
    )
    expect(found).toEqual(Object.fromEntries(holders.map(({ address, tokens }) => [address, tokens])))
    expect(context.slot).toBeGreaterThan(0)
  })
})

describe('The chain of a developer’s machine', () => {
  it('is the same after a restart, and goes on in a later slot', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-solana-'))
    const ada = Keypair.generate().publicKey
    const first = await start({ dataDir, holders: [{ address: ada.toBase58(), tokens: 5n * unit, lamports: 7n }] })
    await first.standIn.faucet({ address: ada.toBase58(), tokens: 1, sol: 1 })
    const slot = await first.chain.getSlot()
    await first.standIn.close()
    running.length = 0
    const second = await start({ dataDir, holders: [{ address: ada.toBase58(), tokens: 5n * unit, lamports: 7n }] })
    expect(await balanceOf(second.chain, ada)).toBe(6n * unit)
    expect(await second.chain.getBalance(ada)).toBe(1_000_000_007)
    expect(await second.chain.getSlot()).toBeGreaterThan(slot)
    fs.rmSync(dataDir, { recursive: true })
  })

  it('holds what the demo nation’s books say, to the last unit', async () => {
    const holders = demoHolders()
    const { chain } = await start({ holders })
    expect(holders.length).toBeGreaterThan(200)
    for (const { address, tokens } of holders.slice(0, 12)) {
      expect(await balanceOf(chain, new PublicKey(address))).toBe(tokens)
    }
    const supply = await chain.getTokenSupply(new PublicKey(mint))
    expect(BigInt(supply.value.amount)).toBe(holders.reduce((sum, { tokens }) => sum + tokens, 0n))
  })

  it('writes amounts beyond 2^53 as whole numbers', async () => {
    const { standIn } = await start()
    const address = Keypair.generate().publicKey.toBase58()
    await standIn.faucet({ address, sol: '90071992.547409933' })
    const answer = await fetch(standIn.origin, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] }),
    })
    expect(await answer.text()).toContain('"value":90071992547409933')
  })

  it('takes a transaction once, and only with a blockhash of the last minute', async () => {
    const { standIn, chain } = await start()
    const ada = Keypair.generate()
    await standIn.faucet({ address: ada.publicKey.toBase58(), sol: 1 })
    const { blockhash } = await chain.getLatestBlockhash()
    const send = (recentBlockhash: string) => {
      const transaction = new Transaction({ feePayer: ada.publicKey, recentBlockhash }).add(
        SystemProgram.transfer({
          fromPubkey: ada.publicKey,
          toPubkey: Keypair.generate().publicKey,
          lamports: 1_000_000,
        }),
      )
      transaction.sign(ada)
      return chain.sendRawTransaction(transaction.serialize()).then(() => transaction.serialize())
    }
    const sent = await send(blockhash)
    await expect(chain.sendRawTransaction(sent)).rejects.toThrow(/AlreadyProcessed/)
    await expect(send(Keypair.generate().publicKey.toBase58())).rejects.toThrow(/Blockhash not found/)
  })

  it('fails in the requested way, as often as requested', async () => {
    const { standIn } = await start()
    const ask = (method: string) =>
      fetch(standIn.origin, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }) })
    await standIn.fail({ kind: 'status', status: 429, method: 'getSlot', count: 2 })
    expect((await ask('getHealth')).status).toBe(200)
    expect([(await ask('getSlot')).status, (await ask('getSlot')).status, (await ask('getSlot')).status]).toEqual([
      429, 429, 200,
    ])
    await standIn.fail({ kind: 'truncate', politely: true })
    await expect(ask('getVersion').then((answer) => answer.json())).rejects.toThrow()
    await standIn.fail({ kind: 'truncate' })
    await expect(ask('getVersion').then((answer) => answer.text())).rejects.toThrow()
    await standIn.fail({ kind: 'refuse', method: 'getHealth' })
    expect(await (await ask('getHealth')).json()).toMatchObject({ error: { code: -32010 } })
    expect(await (await ask('getAnything')).json()).toMatchObject({ error: { code: -32601 } })
  })
})
