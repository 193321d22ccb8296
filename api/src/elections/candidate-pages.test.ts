import { aCandidate, aCitizen, anElection } from '@nation/core/testing'
import { advanceElections } from '@nation/core/elections'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()

interface Shown {
  readonly id: string
  readonly votes: number
  readonly userVotedFor: boolean
  readonly isOwner: boolean
  readonly may: { readonly edit: boolean; readonly delete: boolean }
}

const list = async (token?: string, query = '') => {
  const { body } = await api.send('GET', `/api/candidates/list?sort=votes${query}`, token ? { token } : {})
  return body as unknown as { candidates: Shown[]; userVotes: object; total: number; counts: Record<string, number> }
}
const vote = (token: string, candidateId: string) =>
  api.send('POST', '/api/votes/cast', { token, body: { candidateId } })

describe('The list of candidates', () => {
  it('is shared by all who ask, and says to each what is their own', async () => {
    await anElection(api.nation.runtime)
    const [ada, ben] = [
      await aCandidate(api.nation.runtime, 'president'),
      await aCandidate(api.nation.runtime, 'president'),
    ]
    const voter = await api.tokenOf(await aCitizen(api.nation.database))
    const owner = await api.tokenOf(ada.citizen)
    const admin = await api.tokenOf(await aCitizen(api.nation.database, { isAdmin: true }))
    expect((await vote(voter, ben.id)).status).toBe(200)
    const of = (page: { candidates: Shown[] }, id: string) => page.candidates.find((one) => one.id === id)
    const forVoter = await list(voter)
    expect(of(forVoter, ben.id)).toMatchObject({ votes: 1, userVotedFor: true, isOwner: false })
    expect(forVoter.userVotes).toMatchObject({ president: [{ candidateId: ben.id, voteWeight: 1 }] })
    const forOwner = await list(owner)
    expect(of(forOwner, ada.id)).toMatchObject({ isOwner: true, may: { edit: true, delete: true } })
    expect(of(forOwner, ben.id)).toMatchObject({
      isOwner: false,
      userVotedFor: false,
      may: { edit: false, delete: false },
    })
    expect(of(await list(admin), ben.id)).toMatchObject({ isOwner: false, may: { edit: false, delete: true } })
    const forAll = await list()
    expect(forAll.userVotes).toEqual({})
    for (const one of forAll.candidates)
      expect(one).toMatchObject({ userVotedFor: false, isOwner: false, may: { edit: false, delete: false } })
  })

  it('shows citizens who have just voted, switched, stood or withdrawn what they did, at once', async () => {
    await anElection(api.nation.runtime)
    const [ada, ben] = [
      await aCandidate(api.nation.runtime, 'president'),
      await aCandidate(api.nation.runtime, 'president'),
    ]
    const voter = await aCitizen(api.nation.database)
    const token = await api.tokenOf(voter)
    const standings = async () => Object.fromEntries((await list(token)).candidates.map((one) => [one.id, one.votes]))
    expect(await standings()).toEqual({ [ada.id]: 0, [ben.id]: 0 })
    await vote(token, ada.id)
    expect(await standings()).toEqual({ [ada.id]: 1, [ben.id]: 0 })
    await vote(token, ben.id)
    expect(await standings()).toEqual({ [ada.id]: 0, [ben.id]: 1 })
    const mine = await aCandidate(api.nation.runtime, 'secretary', {}, voter)
    expect(Object.keys(await standings())).toContain(mine.id)
    await api.send('POST', '/api/candidates/delete', { token, body: { candidateId: mine.id } })
    expect(Object.keys(await standings())).not.toContain(mine.id)
  })

  it('finds names, user names and what was said of oneself, whatever the case, and counts by position', async () => {
    await anElection(api.nation.runtime)
    const ada = await aCandidate(api.nation.runtime, 'president', { displayName: 'Ada of the HARBOUR' })
    const ben = await aCandidate(api.nation.runtime, 'secretary', { displayName: 'Ben', bio: 'I keep the harbour.' })
    const caro = await aCandidate(api.nation.runtime, 'secretary', { displayName: 'Caro', bio: '100%_plain' })
    const found = async (search: string, more = '') =>
      (await list(undefined, `&search=${encodeURIComponent(search)}${more}`)).candidates.map((one) => one.id)
    expect((await found('harbour')).toSorted()).toEqual([ada.id, ben.id].toSorted())
    expect(await found('harbour', '&position=secretary')).toEqual([ben.id])
    expect(await found(caro.citizen.username.toUpperCase())).toEqual([caro.id])
    expect(await found('0%_p')).toEqual([caro.id])
    expect(await found('0_p')).toEqual([])
    const { counts, total } = await list(undefined, '&search=harbour&position=secretary')
    expect([total, counts.president, counts.secretary]).toEqual([1, 1, 1])
  })

  it('is the same compressed as plain', async () => {
    await anElection(api.nation.runtime)
    for (let n = 0; n < 5; n++) await aCandidate(api.nation.runtime, 'president')
    const as = async (encoding: string) => {
      const answer = await fetch(`${api.origin}/api/elections/current`, { headers: { 'accept-encoding': encoding } })
      return [answer.headers.get('content-encoding'), await answer.text()] as const
    }
    const [plain, br, gzip] = [await as('identity'), await as('br'), await as('gzip')]
    expect([plain[0], br[0], gzip[0]]).toEqual([null, 'br', 'gzip'])
    const figures = (text: string) => (JSON.parse(text) as { election: object }).election
    expect(figures(br[1])).toEqual(figures(plain[1]))
    expect(figures(gzip[1])).toEqual(figures(plain[1]))
  })
})

describe('History', () => {
  it('tells who governed when, how each seat was won, and what each candidate came to', async () => {
    await anElection(api.nation.runtime)
    const [ada, ben] = [
      await aCandidate(api.nation.runtime, 'president'),
      await aCandidate(api.nation.runtime, 'president'),
    ]
    const whale = await aCitizen(api.nation.database, { tokenBalance: '20000000000000000' })
    await vote(await api.tokenOf(whale), ada.id)
    api.nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    await advanceElections(api.nation.runtime)
    const { body } = await api.send('GET', '/api/elections/governments')
    expect(body.governments).toMatchObject([
      {
        number: 1,
        electionStartedAt: Date.UTC(2026, 0, 5),
        endedAt: null,
        turnout: { voters: 1 },
        candidates: 2,
        seats: [
          { office: 'president', how: 'elected', candidateId: ada.id, votes: 1, supportersCount: 1, rule: 'weight' },
        ],
      },
    ])
    const past = async (citizenId: string) =>
      (await api.send('GET', `/api/candidates/past?citizenId=${citizenId}`)).body
    expect(await past(ada.citizen.uid)).toMatchObject({
      total: 1,
      wins: 1,
      candidacies: [{ rank: 1, won: true, share: 100, candidates: 2 }],
    })
    expect(await past(ben.citizen.uid)).toMatchObject({
      total: 1,
      wins: 0,
      candidacies: [{ rank: 2, won: false, share: 0 }],
    })
    const csv = await api.send('GET', `/api/elections/export?electionId=${ada.id}&format=csv`)
    expect(csv).toMatchObject({ status: 404, body: { code: 'election_not_found' } })
    const results = (await api.send('GET', '/api/elections/results')).body as { election: { id: string } }
    const file = await api.send('GET', `/api/elections/export?electionId=${results.election.id}&format=csv`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="nation-election-2026-01-05.csv"')
    expect(String(file.body.text).split('\r\n')[1]).toContain(`,${ada.id},1.0,10,1,100.0,100.0,yes,weight`)
  })
})

describe('Why a vote weighs what it weighs', () => {
  const why = async (token: string) => (await api.send('GET', '/api/votes/weight', { token })).body

  it('is read from the roll, with what the next tier lacks, and stays when the balance changes', async () => {
    const citizen = await aCitizen(api.nation.database, {
      walletAddress: 'AbcdEfghIjklMnop',
      tokenBalance: '1500000000000001',
      balanceSlot: '77',
      balanceReadAt: new Date('2026-01-04T00:00:00.000Z'),
    })
    const token = await api.tokenOf(citizen)
    await anElection(api.nation.runtime)
    const expected = {
      frozen: true,
      because: 'last_known',
      lastKnown: true,
      wallet: { address: 'AbcdEfghIjklMnop', short: 'Abcd…Mnop' },
      balanceBaseUnits: '1500000000000001',
      slot: '77',
      readAt: Date.parse('2026-01-04T00:00:00.000Z'),
      tier: 'holder',
      multiplier: 1.2,
      weightUnits: 12,
      nextTier: { tier: 'major', missingBaseUnits: '3499999999999999' },
      eligibleToVote: true,
      reasons: [],
    }
    expect(await why(token)).toMatchObject(expected)
    await api.nation.database.query('UPDATE citizens SET token_balance = 0 WHERE id = ?', [citizen.id])
    expect(await why(token)).toMatchObject(expected)
  })

  it('is everybody’s weight without a wallet, with one that came later, and with one that counts for another', async () => {
    const [none, later, first] = [
      await aCitizen(api.nation.database, { walletAddress: null, tokenBalance: '0' }),
      await aCitizen(api.nation.database, { walletAddress: null, tokenBalance: '0' }),
      await aCitizen(api.nation.database, { walletAddress: 'moved', tokenBalance: '20000000000000000' }),
    ]
    const second = await aCitizen(api.nation.database, { walletAddress: null, tokenBalance: '0' })
    await anElection(api.nation.runtime)
    const hold = (citizen: typeof none, wallet: string, millions: number, readAt: Date | null) =>
      api.nation.database.query(
        'UPDATE citizens SET wallet_address = ?, token_balance = ?, balance_read_at = ? WHERE id = ?',
        [wallet, `${millions}000000000000000`, readAt, citizen.id],
      )
    await hold(later, 'late', 3, api.nation.clock.now())
    await api.nation.database.query('UPDATE citizens SET wallet_address = NULL WHERE id = ?', [first.id])
    await hold(second, 'moved', 25, api.nation.clock.now())
    const because = async (citizen: typeof none) => {
      const { because, multiplier } = await why(await api.tokenOf(citizen))
      return [because, multiplier]
    }
    expect(await because(none)).toEqual(['no_wallet', 1])
    expect(await because(later)).toEqual(['linked_later', 1])
    expect(await because(second)).toEqual(['wallet_used', 1])
    expect(await because(first)).toEqual(['last_known', 2])

    // What they would hold at the next opening is what they hold now, not the nothing that they have on this roll.
    const next = async (citizen: typeof none) => (await why(await api.tokenOf(citizen))).nextTier
    expect(await next(none)).toMatchObject({ tier: 'holder', missing: 1_000_000 })
    expect(await next(later)).toMatchObject({ tier: 'major', missing: 2_000_000 })
    expect(await next(second)).toBeNull()
    await hold(later, 'late', 25, api.nation.clock.now())
    expect(await next(later)).toBeNull()
    await hold(later, 'late', 0, null)
    expect(await next(later)).toBeNull()
  })

  it('says why a citizen may not vote, and from when they may', async () => {
    const young = await aCitizen(api.nation.database, { xCreatedAt: new Date('2025-12-31T00:00:00.000Z') })
    const body = await why(await api.tokenOf(young))
    expect(body).toMatchObject({
      eligibleToVote: false,
      because: 'roll_not_taken',
      reasons: [{ code: 'account_too_young', until: Date.parse('2026-06-30T00:00:00.000Z') }],
    })
  })
})
