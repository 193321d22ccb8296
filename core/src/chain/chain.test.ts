import { startSolanaStandIn, type FaultOrder, type SolanaStandIn, type SolanaStandInOptions } from '@nation/dev/solana'
import { addressOf } from '@nation/domain/chain'
import { afterEach, describe, expect, it } from 'vitest'
import { ChainUnavailable, MethodRefused, openChain, type Chain, type ScanReader } from '.'

const unit = 1_000_000_000n
const running: SolanaStandIn[] = []
afterEach(() => Promise.all(running.splice(0).map((one) => one.close())))

let made = 0
const address = () =>
  addressOf(
    new Uint8Array(32)
      .fill(7)
      .fill(++made % 250, 0, 1)
      .fill(Math.floor(made / 250), 1, 2),
  )

async function start(options: SolanaStandInOptions = {}): Promise<SolanaStandIn> {
  const standIn = await startSolanaStandIn({ mint: options.mint ?? mint, ...options })
  running.push(standIn)
  return standIn
}

const mint = address()

function chainOf(...endpoints: readonly (SolanaStandIn | string)[]): Chain {
  const rpcUrls = endpoints.map((one) => (typeof one === 'string' ? one : one.origin))
  const settings = { mint, tokenVersion: 'v1', rpcUrls, network: 'mainnet-beta' } as const
  return openChain(settings, { timeoutMs: 2_500, pauseMs: 2_500, streamMs: 1_500, catchUpMs: 1_500 })
}

/** Gathers what a scan hands out, as the nation's books would. */
function gather(): ScanReader & { readonly held: Map<string, bigint>; batches: number } {
  const held = new Map<string, bigint>()
  return {
    held,
    batches: 0,
    restart: async () => held.clear(),
    async take(accounts) {
      this.batches += 1
      for (const { owner, amount } of accounts) held.set(owner, (held.get(owner) ?? 0n) + amount)
    },
  }
}

const holdersOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ address: address(), tokens: BigInt(i + 1) * unit + 1n, lamports: 5n }))

/** A port on which no process listens. */
const nowhere = 'http://127.0.0.1:9'

const failures: readonly (readonly [string, FaultOrder])[] = [
  ['answers 429', { kind: 'status', status: 429 }],
  ['answers 500', { kind: 'status', status: 500 }],
  ['does not answer in time', { kind: 'silence' }],
  ['is cut off half-way', { kind: 'truncate' }],
  ['is cut off half-way and pretends that this was all', { kind: 'truncate', politely: true }],
  ['answers an error', { kind: 'error', code: -32005, message: 'Node is behind by 42 slots' }],
]

describe.each(['token', 'token2022'] as const)('Many wallets at once, of the program %s', (program) => {
  it('are read where wallets keep their tokens: as much as they have, or less, never more', async () => {
    const [rich, twice, unused] = [address(), address(), address()]
    const held = (owner: string, tokens: bigint) => ({ address: owner, tokens: tokens * unit, lamports: 1n })
    const standIn = await start({ program, holders: [held(rich, 5n), held(twice, 4n), held(twice, 3n)] })
    const chain = chainOf(standIn)
    const read = await chain.readAssociated([rich, twice, unused])
    expect([...read.values()].map(({ tokens }) => tokens)).toEqual([5n * unit, 4n * unit, 0n])
    expect((await chain.readTokens(twice)).tokens).toBe(7n * unit)
    expect(read.get(rich)?.slot).toBeGreaterThan(0n)
  })
})

describe('A wallet that held something and is empty by one answer', () => {
  const rich = { address: address(), tokens: 5n * unit, lamports: 1n }
  const lie = { kind: 'omit', accounts: 1, method: 'getTokenAccountsByOwner' } as const

  const lists = (standIn: SolanaStandIn) => standIn.calls.get('getTokenAccountsByOwner')

  it('is asked for a second time, elsewhere, and is believed nothing when the answers differ', async () => {
    const [liar, honest] = [await start({ holders: [rich] }), await start({ holders: [rich] })]
    await liar.fail({ ...lie, count: 10 })
    const chain = chainOf(liar, honest)
    await expect(chain.readTokens(rich.address, 5n)).rejects.toBeInstanceOf(ChainUnavailable)
    expect([liar, honest].map(lists)).toEqual([1, 1])
    // A wallet that held nothing loses nothing by a wrong answer: none is asked for twice.
    expect(await chain.readTokens(rich.address)).toMatchObject({ tokens: 0n })
    expect(lists(honest)).toBe(1)
  })

  it('is empty when another endpoint says so, too; one that lags a little is waited for', async () => {
    const [one, other] = [await start(), await start()]
    const chain = chainOf(one, other)
    expect(await chain.readWallet(rich.address, 5n)).toMatchObject({ tokens: 0n })
    expect([one, other].map(lists)).toEqual([1, 1])
    await other.fail({ kind: 'behind', slots: 50, method: 'getTokenAccountsByOwner', count: 2 })
    expect(await chain.readTokens(rich.address, 5n)).toMatchObject({ tokens: 0n })
    // The third time it had come so far; and the first was not asked for a second opinion of its own.
    expect([one, other].map(lists)).toEqual([2, 4])
  })

  it('is empty by one endpoint alone only in a later slot, by its list and by the account itself', async () => {
    const only = await start()
    const slot = Number(((await (await fetch(`${only.origin}/health`)).json()) as { slot: number }).slot)
    const reading = await chainOf(only, nowhere).readTokens(rich.address, 5n)
    expect(reading.tokens).toBe(0n)
    expect(Number(reading.slot)).toBeGreaterThanOrEqual(slot + 4)
    expect([lists(only), only.calls.get('getMultipleAccounts')]).toEqual([2, 1])
  })

  it('is not empty where the only endpoint’s list leaves its account out however often it is asked', async () => {
    const liar = await start({ holders: [rich] })
    await liar.fail({ ...lie, count: 10 })
    await expect(chainOf(liar, nowhere).readWallet(rich.address, 5n)).rejects.toBeInstanceOf(ChainUnavailable)
  })

  it('is not empty by an endpoint that stands still: it confirms nothing that it has not seen anew', async () => {
    const stuck = await start()
    await stuck.fail({ kind: 'omit', accounts: 1, method: 'getTokenAccountsByOwner' })
    await stuck.fail({ kind: 'behind', slots: 1_000, method: 'getTokenAccountsByOwner', count: 1_000 })
    await expect(chainOf(stuck).readTokens(rich.address, 5n)).rejects.toThrow(/has not come so far/)
  })
})

describe('A wallet with more accounts than are read', () => {
  const [owner, another] = [address(), address()]
  const holders = [owner, owner, another].map((one) => ({ address: one, tokens: 5n * unit, lamports: 3n }))
  const long = { kind: 'pad', bytes: 5 * 1024 * 1024, method: 'getTokenAccountsByOwner', count: 100 } as const

  it('has what its associated account holds, whatever it held before', async () => {
    const [one, other] = [await start({ holders }), await start({ holders })]
    for (const standIn of [one, other]) await standIn.fail(long)
    for (const known of [undefined, 0n, 900n * unit]) {
      expect(await chainOf(one, other).readTokens(owner, known)).toMatchObject({ tokens: 5n * unit })
    }
    expect(await chainOf(one).readWallet(another, 5n * unit)).toMatchObject({ tokens: 5n * unit, lamports: 3n })
  })

  it.each(['by another endpoint', 'by the only one'] as const)(
    'is empty when its tokens were sent on: %s',
    async (by) => {
      const standIns = by === 'by the only one' ? [await start()] : [await start(), await start()]
      for (const standIn of standIns) await standIn.fail(long)
      expect(await chainOf(...standIns).readTokens(owner, 900n * unit)).toMatchObject({ tokens: 0n })
    },
  )

  it('is read whole where one endpoint tells of all of them', async () => {
    const [one, other] = [await start({ holders }), await start({ holders })]
    await one.fail(long)
    expect(await chainOf(one, other).readTokens(owner)).toMatchObject({ tokens: 10n * unit })
  })
})

describe.each(['token', 'token2022'] as const)('A wallet of the program %s', (program) => {
  it('holds the sum of its accounts, to the last unit and beyond 2^53', async () => {
    const big = { address: address(), tokens: 18_000_000_000n * unit + 7n, lamports: 90_071_992_547_409_933n }
    const standIn = await start({ program, holders: [big] })
    const reading = await chainOf(standIn).readWallet(big.address)
    expect(reading).toMatchObject({ tokens: big.tokens, lamports: big.lamports })
    expect(reading.slot).toBeGreaterThan(0n)
  })

  it('with several accounts holds all of them, in a scan, too', async () => {
    const [one, other] = [address(), address()]
    const holders = [one, other, one, one].map((owner) => ({ address: owner, tokens: 3n * unit, lamports: 0n }))
    const standIn = await start({ program, holders })
    expect(await chainOf(standIn).readTokens(one)).toMatchObject({ tokens: 9n * unit })
    const reader = gather()
    expect(await chainOf(standIn).scanMint(reader)).toMatchObject({ accounts: 4, total: 12n * unit })
    expect(reader.held.get(one)).toBe(9n * unit)
  })

  it('that was never used holds nothing, which is an answer', async () => {
    const standIn = await start({ program })
    expect(await chainOf(standIn).readWallet(address())).toMatchObject({ tokens: 0n, lamports: 0n })
  })

  it('is found in a scan of all accounts, whose sum is what the token says', async () => {
    const holders = holdersOf(2_300)
    const standIn = await start({ program, holders, plainAccounts: true })
    const reader = gather()
    const scan = await chainOf(standIn).scanMint(reader)
    expect(reader.held).toEqual(new Map(holders.map((holder) => [holder.address, holder.tokens])))
    expect(scan).toMatchObject({ accounts: 2_300, reconciled: true, total: scan.supply })
    expect(reader.batches).toBeGreaterThan(1)
  })
})

describe('The chain', () => {
  it.each(failures)('that %s is no answer: no reading says zero', async (_, fault) => {
    const [holder] = holdersOf(1)
    const standIn = await start({ holders: [holder!] })
    const chain = chainOf(standIn)
    await standIn.fail({ ...fault, method: 'getTokenAccountsByOwner' })
    await expect(chain.readWallet(holder!.address)).rejects.toThrow(ChainUnavailable)
    expect(await chain.readWallet(holder!.address)).toMatchObject({ tokens: holder!.tokens })
    await standIn.fail({ ...fault, method: 'getMultipleAccounts' })
    await expect(chain.readWallet(holder!.address)).rejects.toThrow(ChainUnavailable)
  })

  it.each(failures)('that %s is followed by the next endpoint', async (_, fault) => {
    const holders = holdersOf(3)
    const [first, second] = [await start({ holders }), await start({ holders })]
    await first.fail({ ...fault, count: 100 })
    const chain = chainOf(first, second)
    expect(await chain.readWallet(holders[0]!.address)).toMatchObject({ tokens: holders[0]!.tokens })
    const reader = gather()
    expect(await chain.scanMint(reader)).toMatchObject({ accounts: 3 })
    expect(reader.held.size).toBe(3)
  })

  it('asks an endpoint that failed last, for a while', async () => {
    const holders = holdersOf(1)
    const [first, second] = [await start({ holders }), await start({ holders })]
    await first.fail({ kind: 'status', status: 500, count: 1 })
    const chain = chainOf(first, second)
    for (let i = 0; i < 5; i++) await chain.readTokens(holders[0]!.address)
    expect(first.calls.get('getTokenAccountsByOwner')).toBe(1)
    expect(second.calls.get('getTokenAccountsByOwner')).toBe(5)
  })

  it('that is nowhere says so', async () => {
    await expect(chainOf(nowhere).readWallet(address())).rejects.toThrow(ChainUnavailable)
    await expect(chainOf().readWallet(address())).rejects.toThrow(/configured/)
  })

  it('says that a method is refused only when every endpoint refuses it', async () => {
    const holders = holdersOf(2)
    const [first, second] = [await start({ holders }), await start({ holders })]
    await first.fail({ kind: 'refuse', method: 'getProgramAccounts', count: 2 })
    expect(await chainOf(first, second).scanMint(gather())).toMatchObject({ accounts: 2 })
    await expect(chainOf(first).scanMint(gather())).rejects.toThrow(MethodRefused)
  })

  it('is not believed when a list of accounts has a hole', async () => {
    const standIn = await start({ holders: holdersOf(40) })
    await standIn.fail({ kind: 'omit', accounts: 1, method: 'getProgramAccounts' })
    await expect(chainOf(standIn).scanMint(gather())).rejects.toThrow(/sum up/)
  })

  it('says how much a list may lack, where the supply moved while it was read', async () => {
    const [lost] = holdersOf(1)
    const standIn = await start({ holders: [lost!] })
    const minting: ScanReader = {
      ...gather(),
      restart: () => standIn.faucet({ address: address(), tokens: 1_000 }),
    }
    const whole = await chainOf(standIn).scanMint(minting)
    expect(whole).toMatchObject({ reconciled: false, missing: 0n, total: whole.supply })
    await standIn.fail({ kind: 'omit', accounts: 1, method: 'getProgramAccounts' })
    const holed = await chainOf(standIn).scanMint(minting)
    expect(holed.reconciled).toBe(false)
    expect(holed.missing).toBe(holed.supply - holed.total)
    expect([1_000n * unit, lost!.tokens]).toContain(holed.missing)
  })

  it('is not believed when its list is of long ago', async () => {
    const standIn = await start({ holders: holdersOf(2) })
    await standIn.fail({ kind: 'behind', slots: 500, method: 'getProgramAccounts' })
    await expect(chainOf(standIn).scanMint(gather())).rejects.toThrow(/long ago/)
  })

  it('begins anew when a scan breaks off, so that nothing counts twice', async () => {
    const crowd = { holders: holdersOf(5_000), plainAccounts: true }
    const [first, second] = [await start(crowd), await start(crowd)]
    await first.fail({ kind: 'truncate', method: 'getProgramAccounts' })
    const reader = gather()
    await chainOf(first, second).scanMint(reader)
    expect(reader.held).toEqual(new Map(crowd.holders.map((holder) => [holder.address, holder.tokens])))
  })

  it('waits for a list that comes slowly only so long, and for each endpoint its part of the time that is left', async () => {
    const crowd = { holders: holdersOf(200), plainAccounts: true }
    const [first, second] = [await start(crowd), await start(crowd)]
    // Its list takes a minute.
    await first.fail({ kind: 'drip', method: 'getProgramAccounts', count: 3 })
    expect(await chainOf(first, second).scanMint(gather())).toMatchObject({ accounts: 200, reconciled: true })
    await expect(chainOf(first).scanMint(gather())).rejects.toThrow(/not at its end after 1\.5 s/)
    const patient = openChain({ ...chainOf().settings, rpcUrls: [first.origin, second.origin] }, { streamMs: 600_000 })
    expect(await patient.scanMint(gather(), 3_000)).toMatchObject({ accounts: 200, reconciled: true })
    expect(second.calls.get('getProgramAccounts')).toBe(2)
  })

  it('is not taken from an endpoint that is far behind what it has told of before', async () => {
    const crowd = { holders: holdersOf(3) }
    const [first, second] = [await start(crowd), await start(crowd)]
    const [both, alone] = [chainOf(first, second), chainOf(first)]
    const [{ address: wallet, tokens }] = crowd.holders as [(typeof crowd.holders)[0]]
    for (const chain of [both, alone]) await chain.readWallet(wallet)
    await first.fail({ kind: 'behind', slots: 50_000, count: 1_000 })
    const asked = second.calls.get('getProgramAccounts') ?? 0
    const { slot } = await both.readWallet(wallet)
    expect(slot).toBeGreaterThan(BigInt(Math.floor(Date.now() / 400)) - 150n)
    expect(await both.scanMint(gather())).toMatchObject({ accounts: 3 })
    expect(second.calls.get('getProgramAccounts')).toBe(asked + 1)
    await expect(alone.readWallet(wallet)).rejects.toThrow(/long ago/)
    await expect(alone.scanMint(gather())).rejects.toThrow(ChainUnavailable)
    // What it tells once it has come so far counts again.
    await first.heal()
    expect(await alone.readWallet(wallet)).toMatchObject({ tokens })
  })

  it('does not take a failure of our own for the chain’s', async () => {
    const standIn = await start({ holders: holdersOf(2) })
    const broken = {
      restart: async () => undefined,
      take: async () => Promise.reject(new Error('the database is away')),
    }
    await expect(chainOf(standIn).scanMint(broken)).rejects.toThrow('the database is away')
  })

  it('does not know a token that is none', async () => {
    const standIn = await start({ mint: address() })
    await expect(chainOf(standIn).scanMint(gather())).rejects.toThrow(ChainUnavailable)
    await expect(chainOf(standIn).readWallet(address())).rejects.toThrow(ChainUnavailable)
  })
})
