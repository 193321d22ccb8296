import { allCalls, type Call } from '@nation/domain/contract'
import type { Citizen } from '@nation/core/citizens'
import { aCitizen } from '@nation/core/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'
import { exampleNation, sendExample } from '../testing/example-nation'

const api = useTestApi()
const reading = (allCalls as readonly Call[]).filter(({ method, kind }) => method === 'GET' && kind !== 'stream')

/** Calls that tell the wallets and balances of those who stand, while they stand. */
const ofCandidates = ['candidates.get', 'candidates.list']

const holdingsOf = (name: string, tokens: number) => ({
  walletAddress: `WalletOf${name}`,
  tokenBalance: `${tokens}123456789`,
})

let candidate: Citizen
let plain: Citizen

beforeEach(async () => {
  const made = await exampleNation(api)
  candidate = Object.assign(made.candidate, holdingsOf('Candidate', 778_877))
  plain = await aCitizen(api.nation.database, { ...holdingsOf('Plain', 661_166), governmentRole: 'secretary' })
  await api.nation.database.query(
    `INSERT INTO terms (office, citizen_id, how, started_at, ended_at, active_office, active_citizen_id)
     VALUES ('secretary', ?, 'elected', ?, NULL, 'secretary', ?)`,
    [plain.id, api.nation.clock.now(), plain.id],
  )
  await save(candidate)
})

const save = ({ id, walletAddress, tokenBalance }: Citizen) =>
  api.nation.database.query('UPDATE citizens SET wallet_address = ?, token_balance = ? WHERE id = ?', [
    walletAddress,
    tokenBalance,
    id,
  ])

/** What an answer tells of a citizen: the address, the amount in base units, the amount for display. */
const tells = (text: string, { walletAddress, tokenBalance }: Citizen) =>
  [walletAddress ?? '-', tokenBalance, tokenBalance.slice(0, 6)].some((fact) => text.includes(fact))

/** Every reading call, asked about both citizens where it can be, and all that it answered. */
async function allThatIsRead(token?: string): Promise<Map<string, string>> {
  const read = new Map<string, string>()
  for (const call of reading) {
    const subjects = Object.keys(call.input.shape).filter((name) => ['uid', 'userId'].includes(name))
    const about = subjects
      .filter((name) => !call.actors.includes(name))
      .flatMap((name) => [candidate.uid, plain.uid].map((uid) => ({ [name]: uid })))
    const answers = await Promise.all(
      (about.length > 0 ? about : [{}]).map((input) => sendExample(api, call, { ...(token && { token }), input })),
    )
    for (const { status } of answers) expect([call.id, status]).not.toEqual([call.id, 500])
    read.set(call.id, JSON.stringify(answers.map(({ body }) => body)))
  }
  return read
}

const callsThatShow = (read: Map<string, string>, whom: Citizen) =>
  [...read].filter(([, text]) => tells(text, whom)).map(([id]) => id)

describe('A wallet and its balance', () => {
  const others = [
    ['a visitor', null],
    ['a citizen', {}],
    ['an official', { role: 'government', governmentRole: 'president' }],
    ['a moderator', { role: 'moderator' }],
  ] as const

  it.each(others)('are shown to %s only of those who stand, by the calls of candidates', async (_, facts) => {
    const token = facts ? await api.tokenOf(await aCitizen(api.nation.database, facts)) : undefined
    const read = await allThatIsRead(token)
    expect(callsThatShow(read, plain)).toEqual([])
    expect(callsThatShow(read, candidate).toSorted()).toEqual(ofCandidates)
  })

  it('are public no longer once the candidacy is archived, and stay the owner’s and the administrators’ to see', async () => {
    await api.nation.database.query("UPDATE candidacies SET status = 'archived', active_citizen_id = NULL")
    expect(callsThatShow(await allThatIsRead(), candidate)).toEqual([])
    const get = (allCalls as readonly Call[]).find(({ id }) => id === 'candidates.get') as Call
    const seenBy = async (who: Citizen) =>
      (await sendExample(api, get, { token: await api.tokenOf(who) })).body.candidate as Record<string, unknown>
    const hidden = { walletAddress: null, tokenBalance: null, tokenBalanceBaseUnits: null, verifiedHolder: false }
    const shown = { walletAddress: 'WalletOfCandidate', tokenBalanceBaseUnits: candidate.tokenBalance }
    expect(await seenBy(plain)).toMatchObject(hidden)
    expect(await seenBy(candidate)).toMatchObject(shown)
    expect(await seenBy(await aCitizen(api.nation.database, { isAdmin: true }))).toMatchObject(shown)
  })

  it('are in one’s own profile, and in every profile for administrators', async () => {
    const get = async (who: Citizen) =>
      (await api.send('GET', `/api/user/get-user?uid=${plain.uid}`, { token: await api.tokenOf(who) })).body.user
    const shown = { walletAddress: 'WalletOfPlain', tokenBalanceUnits: plain.tokenBalance }
    expect(await get(plain)).toMatchObject(shown)
    expect(await get(await aCitizen(api.nation.database, { isSuperAdmin: true }))).toMatchObject(shown)
    expect(await get(candidate)).not.toHaveProperty('tokenBalance')
    expect(await get(candidate)).not.toHaveProperty('walletAddress')
  })
})
