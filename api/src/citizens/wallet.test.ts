import { startSolanaStandIn, type SolanaStandIn } from '@nation/dev/solana'
import type { Citizen } from '@nation/core/citizens'
import { aCitizen, anElection, aWallet, type TestWallet } from '@nation/core/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestApi, type Answer } from '../testing'

const unit = 1_000_000_000n
const million = 1_000_000

let solana: SolanaStandIn
beforeAll(async () => {
  solana = await startSolanaStandIn()
})
afterAll(() => solana.close())
beforeEach(() => solana.heal())

const api = useTestApi({ chain: () => ({ rpcUrls: [solana.origin] }) })

interface Person {
  readonly citizen: Citizen
  readonly token: string
}

async function person(overrides: Partial<Citizen> = {}): Promise<Person> {
  const citizen = await aCitizen(api.nation.database, { walletAddress: null, tokenBalance: '0', ...overrides })
  return { citizen, token: await api.tokenOf(citizen) }
}

async function challengeFor({ token }: Person, walletAddress: string): Promise<{ message: string; nonce: string }> {
  const { status, body } = await api.send('POST', '/api/user?action=wallet-challenge', {
    token,
    body: { walletAddress },
  })
  expect(status).toBe(200)
  return { message: String(body.message), nonce: (body.challenge as { nonce: string }).nonce }
}

const update = ({ token }: Person, body: object): Promise<Answer> =>
  api.send('POST', '/api/user?action=update-wallet', { token, body })

async function link(who: Person, wallet: TestWallet): Promise<Answer> {
  const { message } = await challengeFor(who, wallet.address)
  return update(who, { walletAddress: wallet.address, proof: wallet.prove(message) })
}

const unlink = (who: Person) => update(who, { walletAddress: null })
const userOf = (answer: Answer) => answer.body.user as Record<string, unknown>
const walletsOf = () => api.nation.database.query<unknown[]>('SELECT id, wallet_address FROM citizens ORDER BY id')
const holdings = async ({ token }: Person) => (await api.send('GET', '/api/holdings?action=get', { token })).body

async function funded(tokens: number | string, sol: number | string = 1): Promise<TestWallet> {
  const wallet = aWallet()
  await solana.faucet({ address: wallet.address, tokens, sol })
  return wallet
}

describe('A wallet', () => {
  it('that signs what it was asked to is linked, and what it holds is read at once', async () => {
    const ada = await person()
    const wallet = await funded('6000000.5', 2)
    const answer = await link(ada, wallet)
    expect(answer.status).toBe(200)
    expect(userOf(answer)).toMatchObject({
      walletAddress: wallet.address,
      tokenBalanceUnits: '6000000500000000',
      tokenUpdateRequired: false,
    })
    expect(await holdings(ada)).toMatchObject({
      known: true,
      lastKnown: false,
      canTransact: true,
      native: { lamports: '2000000000', uiAmount: 2 },
      tier: 'major',
      multiplier: 1.5,
      nextTier: { tier: 'whale', missing: (20_000_000n * unit - 6_000_000_500_000_000n).toString() },
      candidacy: { eligible: true, missing: '0' },
    })
    const events = await api.nation.database.query<unknown[]>('SELECT kind, subject, visibility FROM journal')
    expect(events).toEqual([
      { kind: 'citizens.wallet-linked', subject: ada.citizen.uid, visibility: `citizen:${ada.citizen.uid}` },
      { kind: 'citizens.balance-changed', subject: ada.citizen.uid, visibility: `citizen:${ada.citizen.uid}` },
    ])
  })

  it('without SOL cannot transact, and with few tokens knows what is missing', async () => {
    const ada = await person({ followers: 40 })
    await link(ada, await funded(20_000, 0))
    expect(await holdings(ada)).toMatchObject({
      canTransact: false,
      native: { lamports: '0' },
      tier: 'base',
      multiplier: 1,
      candidacy: { eligible: false, missing: (30_000n * unit).toString(), missingUi: 30_000, missingFollowers: 60 },
    })
  })

  it('is not linked without a signature', async () => {
    const ada = await person()
    const answer = await update(ada, { walletAddress: aWallet().address })
    expect([answer.status, answer.body.code]).toEqual([400, 'wallet_proof_required'])
  })

  const forgeries: Record<string, (ada: Person, wallet: TestWallet, message: string) => Promise<object>> = {
    'a signature by another key': async (_, wallet, message) => ({
      walletAddress: wallet.address,
      proof: aWallet().prove(message),
    }),
    'a signature for another wallet': async (_, wallet, message) => ({
      walletAddress: aWallet().address,
      proof: wallet.prove(message),
    }),
    'another domain': async (_, wallet, message) => ({
      walletAddress: wallet.address,
      proof: wallet.prove(message.replace(/^\S+/, 'evil.example')),
    }),
    'a nonce of its own': async (_, wallet, message) => ({
      walletAddress: wallet.address,
      proof: wallet.prove(message.replace(/Nonce: \w+/, 'Nonce: 0123456789abcdef0123456789abcdef')),
    }),
    'a later expiry': async (_, wallet, message) => ({
      walletAddress: wallet.address,
      proof: wallet.prove(message.replace(/Expiration Time: \d{4}/, 'Expiration Time: 2099')),
    }),
    'a field more': async (_, wallet, message) => ({
      walletAddress: wallet.address,
      proof: wallet.prove(`${message}\nResources:\n- https://evil.example`),
    }),
    'another statement': async (_, wallet, message) => ({
      walletAddress: wallet.address,
      proof: wallet.prove(message.replace(/Link this wallet[^\n]+/, 'Win a prize.')),
    }),
    'a nonce that was issued to another citizen': async (_, wallet) => ({
      walletAddress: wallet.address,
      proof: wallet.prove((await challengeFor(await person(), wallet.address)).message),
    }),
    'a nonce that was issued for another wallet': async (ada, wallet) => {
      const other = aWallet()
      const { message } = await challengeFor(ada, other.address)
      return { walletAddress: wallet.address, proof: wallet.prove(message.replace(other.address, wallet.address)) }
    },
    'a cut signature': async (_, wallet, message) => {
      const proof = wallet.prove(message)
      const signature = Buffer.from(proof.signature, 'base64').subarray(0, 63).toString('base64')
      return { walletAddress: wallet.address, proof: { ...proof, signature } }
    },
    'bytes that are no text': async (_, wallet) => ({
      walletAddress: wallet.address,
      proof: { signedMessage: Buffer.from([0xff, 0xfe, 0x00]).toString('base64'), signature: 'AAAA' },
    }),
  }

  it.each(Object.entries(forgeries))('is refused with %s, and nothing changes', async (_, forge) => {
    const ada = await person()
    const wallet = aWallet()
    const { message } = await challengeFor(ada, wallet.address)
    const before = await walletsOf()
    const answer = await update(ada, await forge(ada, wallet, message))
    expect([answer.status, answer.body.code]).toEqual([400, 'wallet_proof_invalid'])
    expect((await walletsOf()).slice(0, before.length)).toEqual(before)
    // The honest twin differs in that one fact.
    expect((await update(ada, { walletAddress: wallet.address, proof: wallet.prove(message) })).status).toBe(200)
  })

  it('is refused with a nonce that was used, also after it was unlinked', async () => {
    const ada = await person()
    const wallet = aWallet()
    const { message } = await challengeFor(ada, wallet.address)
    const proof = wallet.prove(message)
    expect((await update(ada, { walletAddress: wallet.address, proof })).status).toBe(200)
    await unlink(ada)
    const again = await update(ada, { walletAddress: wallet.address, proof })
    expect([again.status, again.body.code]).toEqual([409, 'wallet_proof_used'])
  })

  it('is refused at the instant at which its nonce expires, and not a millisecond before', async () => {
    const ada = await person()
    const wallet = aWallet()
    const { message } = await challengeFor(ada, wallet.address)
    const proof = wallet.prove(message)
    const issued = api.nation.clock.now().getTime()
    api.nation.clock.set(new Date(issued + 600_000))
    // Tokens of sign-ins live as long; the citizen has renewed theirs.
    const later = { ...ada, token: await api.tokenOf(ada.citizen) }
    const late = await update(later, { walletAddress: wallet.address, proof })
    expect([late.status, late.body.code]).toEqual([400, 'wallet_proof_expired'])
    api.nation.clock.set(new Date(issued + 599_999))
    expect((await update(ada, { walletAddress: wallet.address, proof })).status).toBe(200)
  })

  it('of another citizen is refused, without saying whose it is, also when both link it at once', async () => {
    const [ada, bob] = [await person(), await person()]
    const wallet = aWallet()
    const answers = await Promise.all([link(ada, wallet), link(bob, wallet)])
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(refused.map((answer) => [answer.status, answer.body.code])).toEqual([[409, 'wallet_taken']])
    const text = JSON.stringify(refused[0]?.body)
    for (const { citizen } of [ada, bob]) {
      for (const secret of [citizen.uid, citizen.handle, citizen.username]) expect(text).not.toContain(secret)
    }
  })

  it('is free for another citizen once it was unlinked', async () => {
    const [ada, bob] = [await person(), await person()]
    const wallet = await funded(3 * million)
    await link(ada, wallet)
    expect(userOf(await unlink(ada))).toMatchObject({ walletAddress: null, tokenBalanceUnits: '0' })
    expect(userOf(await link(bob, wallet))).toMatchObject({ tokenBalanceUnits: (3_000_000n * unit).toString() })
    expect(await holdings(ada)).toMatchObject({ walletAddress: null, canTransact: false, native: { lamports: null } })
  })

  it('is stored as a hash of its nonce, never as the nonce', async () => {
    const ada = await person()
    const { nonce } = await challengeFor(ada, aWallet().address)
    const rows = await api.nation.database.query<{ hash: string }[]>(
      'SELECT HEX(nonce_hash) AS hash FROM wallet_challenges',
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.hash.toLowerCase()).not.toContain(nonce)
  })

  it('costs the nation no question to the chain before its proof was redeemed', async () => {
    const [ada, bob] = [await person(), await person()]
    const wallet = await funded(6 * million)
    const { message } = await challengeFor(ada, wallet.address)
    const proof = wallet.prove(message)
    expect((await update(ada, { walletAddress: wallet.address, proof })).status).toBe(200)
    const asked = () => [...solana.calls.values()].reduce((sum, calls) => sum + calls, 0)
    const before = asked()
    for (const who of [ada, bob]) {
      const again = await update(who, { walletAddress: wallet.address, proof })
      expect(again.body.code).toBe(who === ada ? 'wallet_proof_used' : 'wallet_proof_invalid')
    }
    expect(asked()).toBe(before)
  })

  it('is linked although the chain does not answer; what it holds is then unknown, and no zero', async () => {
    const ada = await person()
    const wallet = await funded(6 * million)
    await solana.fail({ kind: 'status', status: 500, count: 100 })
    expect((await link(ada, wallet)).status).toBe(200)
    expect(await holdings(ada)).toMatchObject({ known: false, readAt: null, native: { lamports: null }, balance: '0' })
    await solana.heal()
    const answer = await api.send('POST', '/api/token-balance?action=refresh', { token: ada.token, body: {} })
    expect(answer.body).toMatchObject({ success: true, known: true, uiAmount: 6 * million, decimals: 9 })
  })
})

describe('A balance', () => {
  it('is answered as older clients ask for it', async () => {
    const ada = await person()
    const wallet = await funded(75_000)
    await link(ada, wallet)
    const query = `wallet=${wallet.address}&userId=${ada.citizen.uid}`
    const { body } = await api.send('GET', `/api/token-balance?action=get&${query}`, { token: ada.token })
    expect(body).toMatchObject({ success: true, balance: (75_000n * unit).toString(), decimals: 9, uiAmount: 75_000 })
  })

  it('of a wallet that is connected but not linked is what the chain says, and is not stored', async () => {
    const ada = await person()
    const wallet = await funded(9)
    const ask = () => api.send('GET', `/api/token-balance?action=get&wallet=${wallet.address}`, { token: ada.token })
    expect((await ask()).body).toMatchObject({ balance: (9n * unit).toString(), walletAddress: wallet.address })
    expect(await holdings(ada)).toMatchObject({ balance: '0' })
    await solana.fail({ kind: 'silence', count: 10 })
    const answer = await ask()
    expect([answer.status, answer.body.code]).toEqual([502, 'chain_unavailable'])
  })

  it('of others’ wallets is asked of the chain so often, by one and by all together; one’s own goes on', async () => {
    const people = await Promise.all(Array.from({ length: 13 }, () => person()))
    const ask = async ({ token }: Person) =>
      (await api.send('GET', `/api/token-balance?action=get&wallet=${aWallet().address}`, { token })).status
    const first = []
    for (let i = 0; i < 11; i++) first.push(await ask(people[0]!))
    expect(first.filter((status) => status === 200).length).toBeLessThanOrEqual(10)
    expect(first.at(-1)).toBe(429)
    let refused = 0
    for (const who of people.slice(1)) {
      for (let i = 0; i < 10; i++) if ((await ask(who)) === 429) refused += 1
    }
    expect(refused).toBeGreaterThan(0)
    const own = await api.send('GET', '/api/token-balance?action=get', { token: people[0]!.token })
    expect(own.status).toBe(200)
  })

  it('does not fall to nothing by what one endpoint’s list says, once or always', async () => {
    const ada = await person()
    await link(ada, await funded(2 * million))
    const refresh = async () => {
      api.nation.clock.set(new Date(api.nation.clock.now().getTime() + 60_000))
      return api.send('POST', '/api/token-balance/refresh', { token: ada.token, body: {} })
    }
    for (const count of [1, 100]) {
      await solana.fail({ kind: 'omit', accounts: 1, method: 'getTokenAccountsByOwner', count })
      expect(await refresh()).toMatchObject({ status: 502, body: { code: 'chain_unavailable' } })
      expect(await holdings(ada)).toMatchObject({ balance: (2_000_000n * unit).toString(), lastKnown: true })
      await solana.heal()
    }
    // A wallet that really is empty is: the chain's account of it says so, too, in a later slot.
    const { address } = aWallet()
    await api.nation.database.query('UPDATE citizens SET wallet_address = ? WHERE id = ?', [address, ada.citizen.id])
    expect(await refresh()).toMatchObject({ status: 200, body: { balance: '0', known: true } })
  })

  it('that the chain would not tell stays, and says that it is the last known one', async () => {
    const ada = await person()
    const wallet = await funded(2 * million)
    await link(ada, wallet)
    for (const fault of [
      { kind: 'truncate', politely: true, method: 'getTokenAccountsByOwner' },
      { kind: 'truncate', method: 'getMultipleAccounts' },
      { kind: 'status', status: 429, method: 'getTokenAccountsByOwner' },
    ] as const) {
      api.nation.clock.set(new Date(api.nation.clock.now().getTime() + 60_000))
      await solana.fail(fault)
      const answer = await api.send('POST', '/api/token-balance/refresh', { token: ada.token, body: {} })
      expect([answer.status, answer.body.error]).toEqual([502, 'Failed to refresh token balance'])
      expect(await holdings(ada)).toMatchObject({
        balance: (2_000_000n * unit).toString(),
        native: { lamports: '1000000000' },
        lastKnown: true,
      })
      await solana.heal()
    }
  })

  it('is not refreshed without a wallet', async () => {
    const answer = await api.send('POST', '/api/token-balance/refresh', { token: (await person()).token, body: {} })
    expect([answer.status, answer.body.code]).toEqual([409, 'wallet_not_linked'])
  })

  it('that the chain has not told of is not called 0, nor a reason to buy more', async () => {
    const ada = await person({ followers: 1_000 })
    const wallet = await funded(60_000)
    await solana.fail({ kind: 'status', status: 500, count: 1_000 })
    const unknown = userOf(await link(ada, wallet))
    expect(unknown).toMatchObject({ balanceKnown: false, eligibleForCandidacy: false })
    expect(unknown.eligibility).toMatchObject({
      candidacy: {
        reasons: [
          {
            code: 'balance_unknown',
            message: 'The chain has not told of your wallet yet.',
            todo: 'Refresh your balance.',
          },
        ],
      },
    })
    await solana.heal()
    expect(userOf(await unlink(ada))).toMatchObject({ balanceKnown: true })
    expect(userOf(await link(ada, wallet))).toMatchObject({ balanceKnown: true, eligibleForCandidacy: true })
  })

  it('is never written by a process that reads another token than the nation’s', async () => {
    const ada = await person()
    const wallet = await funded(5)
    await api.nation.database.query(
      `INSERT INTO token_state (id, version, mint, since) VALUES (1, 'v3', 'another', ?)`,
      [api.nation.clock.now()],
    )
    expect(userOf(await link(ada, wallet))).toMatchObject({ tokenBalanceUnits: '0' })
    const answer = await api.send('POST', '/api/token-balance/refresh', { token: ada.token, body: {} })
    expect([answer.status, answer.body.code]).toEqual([502, 'chain_unavailable'])
  })
})

describe('A wallet during an election', () => {
  it('that is linked after the roll was taken weighs 1.0, and the roll says so', async () => {
    const ada = await person()
    await anElection(api.nation.runtime)
    await link(ada, await funded(50 * million))
    expect(await holdings(ada)).toMatchObject({ multiplier: 2, roll: { onRoll: false, weight: 1, balance: '0' } })
  })

  it('that is on the roll counts once, whatever is unlinked and relinked', async () => {
    const [ada, bob] = [await person(), await person()]
    const wallet = await funded(50 * million)
    await link(ada, wallet)
    await anElection(api.nation.runtime)
    await unlink(ada)
    await link(bob, wallet)
    expect(await holdings(ada)).toMatchObject({ roll: { onRoll: true, weight: 2 } })
    expect(await holdings(bob)).toMatchObject({ multiplier: 2, roll: { onRoll: false, weight: 1 } })
  })
})

describe('The settings of the nation', () => {
  it('name the token and its network to every caller', async () => {
    const { body } = await api.send('GET', '/api/settings')
    expect(body).toMatchObject({
      token: { mint: expect.any(String) as string, version: 'v2_new_token', symbol: '$ON', decimals: 9 },
      network: 'mainnet-beta',
    })
  })
})
