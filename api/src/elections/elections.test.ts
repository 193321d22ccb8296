import { allCalls } from '@nation/domain/contract'
import { eventOf } from '@nation/domain/events'
import { aCandidate, aCitizen, anElection, publishCounts, talliesAndRecount } from '@nation/core/testing'
import type { Citizen } from '@nation/core/citizens'
import { describe, expect, it } from 'vitest'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()
const at = (iso: string) => api.nation.clock.set(new Date(iso))
const thursdayNoon = '2026-01-08T12:00:00.000Z'

/** An answer that keeps what its contract promises. */
function promised(id: string, answer: Answer): Answer {
  const call = allCalls.find((one) => one.id === id)
  const checked = call?.output.safeParse(answer.body)
  expect([answer.status, checked?.error?.issues ?? []]).toEqual([200, []])
  return answer
}

/** Sends a call's example. Where it names what is not there it is refused; the log has it all the same. */
async function sendExample(id: string, token: string): Promise<void> {
  const call = allCalls.find((one) => one.id === id)
  if (!call) throw new Error(`no call ${id}`)
  const query = new URLSearchParams(call.example as Record<string, string>)
  await (call.method === 'GET'
    ? api.send('GET', `${call.canonical}?${query.toString()}`, { token })
    : api.send('POST', call.canonical, { token, body: call.example }))
}

const campaign = {
  displayName: 'Ada of the Harbour',
  bio: 'Citizen since the first week.',
  campaignSlogan: 'Open books, open doors',
  vision: 'Every citizen can read the books.',
  whyVoteForMe: 'I kept the books of three communities.',
  position: 'president',
}

async function citizen(overrides: Partial<Citizen> = {}) {
  const who = await aCitizen(api.nation.database, overrides)
  return { who, token: await api.tokenOf(who) }
}

describe('An election over HTTP', () => {
  it('takes a candidacy, votes, a switch and a look at them, at both kinds of address, each as its contract says', async () => {
    const [ada, voter] = [await citizen(), await citizen({ tokenBalance: '20000000000000000' })]
    await anElection(api.nation.runtime)
    const stood = promised(
      'candidates.create',
      await api.send('POST', '/api/candidates?action=create', { token: ada.token, body: campaign }),
    )
    const bob = await aCandidate(api.nation.runtime, 'president')
    const adaId = String(stood.body.candidateId)

    const vote = (path: string, candidateId: string) =>
      api.send('POST', path, { token: voter.token, body: { candidateId, userId: voter.who.uid } })
    const first = promised('votes.cast', await vote('/api/votes?action=cast', adaId))
    expect(first.body).toMatchObject({ voteWeight: 2, switched: false })
    const second = promised('votes.cast', await vote('/api/votes/cast', bob.id))
    expect(second.body).toMatchObject({ switched: true, previousCandidateId: adaId })

    const own = promised('votes.status', await api.send('GET', '/api/votes?action=status', { token: voter.token }))
    expect(own.body.userVotes).toMatchObject({ president: [{ candidateId: bob.id, voteWeight: 2 }] })
    await publishCounts(api.nation.runtime)
    const list = promised('candidates.list', await api.send('GET', '/api/candidates?action=list&position=president'))
    expect((list.body.candidates as { id: string; votes: number }[]).map(({ id, votes }) => [id, votes])).toEqual([
      [bob.id, 2],
      [adaId, 0],
    ])
    promised('candidates.get', await api.send('GET', `/api/candidates?action=get&candidateId=${adaId}`))
    promised('candidates.mine', await api.send('GET', '/api/candidates/mine', { token: ada.token }))
    promised(
      'candidates.update',
      await api.send('POST', '/api/candidates/update', { token: ada.token, body: { candidateId: adaId, bio: 'New' } }),
    )
    promised('elections.current', await api.send('GET', '/api/elections?action=current'))
    promised('elections.results', await api.send('GET', '/api/elections?action=results'))
    promised('elections.list', await api.send('GET', '/api/elections?action=list'))
    const gone = await api.send('POST', '/api/candidates?action=delete', {
      token: ada.token,
      body: { candidateId: adaId },
    })
    expect(promised('candidates.delete', gone).body).toMatchObject({ votesVoided: 0 })
  })

  it('answers a repeated request with one key as the first time, and refuses another body under it', async () => {
    const voter = await citizen()
    await anElection(api.nation.runtime)
    const [ada, bob] = [
      await aCandidate(api.nation.runtime, 'president'),
      await aCandidate(api.nation.runtime, 'president'),
    ]
    const vote = (candidateId: string) =>
      api.send('POST', '/api/votes/cast', {
        token: voter.token,
        body: { candidateId },
        headers: { 'idempotency-key': 'ballot-1' },
      })
    const first = await vote(ada.id)
    expect((await vote(ada.id)).body).toEqual(first.body)
    expect(first.body.repeated).toBe(false)
    expect(await vote(bob.id)).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
  })

  it('leaves no line in the log that tells who voted when', async () => {
    const voter = await citizen()
    await anElection(api.nation.runtime)
    const ada = await aCandidate(api.nation.runtime, 'president')
    await api.send('POST', '/api/votes/cast', { token: voter.token, body: { candidateId: ada.id } })
    await api.send('GET', `/api/user/get-user?uid=${voter.who.uid}`, { token: voter.token })
    const { token } = voter
    await sendExample('polls.vote', token)
    await sendExample('government.mark-promise', token)
    // What the events of a vote, of a vote on a poll and of a mark make stale, the screens of that citizen alone read again.
    const secret = ['elections.voted', 'polls.voted', 'government.promise-marked']
    const after = new Set(secret.flatMap((kind) => eventOf(kind)?.stale ?? []))
    for (const id of after) await sendExample(id, token)
    const lines = api.logLines
      .map((line) => JSON.parse(line) as { call?: string; caller?: string })
      .filter(({ call }) => call !== undefined)
    const ofVotes = ['votes.cast', 'polls.vote', 'government.mark-promise', ...after]
    expect(new Set(lines.map(({ call }) => call))).toEqual(new Set(['user.get-user', ...ofVotes]))
    expect(lines.filter(({ caller }) => caller !== undefined).map(({ call }) => call)).toEqual(['user.get-user'])
    expect(JSON.stringify(lines.filter(({ call }) => call !== 'user.get-user'))).not.toContain(voter.who.uid)
  })

  it('believes nothing that a client says about itself', async () => {
    const voter = await citizen({ walletAddress: null, tokenBalance: '0' })
    await anElection(api.nation.runtime)
    const ada = await aCandidate(api.nation.runtime, 'president')
    const boast = { walletAddress: 'whale', voteWeight: 2, voteTier: 'whale', timestamp: 1, electionTerm: 9 }
    const answer = await api.send('POST', '/api/votes/cast', {
      token: voter.token,
      body: { candidateId: ada.id, ...boast },
    })
    expect(answer.body).toMatchObject({ voteWeight: 1 })
    const stood = await citizen({ followers: 150 })
    const made = await api.send('POST', '/api/candidates/create', {
      token: stood.token,
      body: {
        ...campaign,
        votes: 1000,
        twitterFollowers: 1e6,
        tokenBalance: 1e9,
        username: 'Somebody',
        supporters: ['x'],
      },
    })
    expect(made.body.candidate).toMatchObject({ votes: 0, twitterFollowers: 150, username: stood.who.username })
  })
})

describe('A ballot that is not right', () => {
  async function nation() {
    const voter = await citizen()
    await anElection(api.nation.runtime)
    const ada = await aCandidate(api.nation.runtime, 'president')
    const finn = await aCandidate(api.nation.runtime, 'minister_finance')
    const cast = (body: object, token = voter.token) => api.send('POST', '/api/votes/cast', { token, body })
    return { voter, ada, finn, cast }
  }

  it('is answered with the right status and a sentence that helps, and changes nothing', async () => {
    const { voter, ada, finn, cast } = await nation()
    const other = await citizen()
    const young = await citizen({ xCreatedAt: new Date('2025-12-01T00:00:00Z') })
    const unknown = '01890a5d-ac96-774b-bcce-b302099a8058'
    const refusals: [string, Answer, number, string][] = [
      ['no candidate', await cast({}), 400, 'invalid_input'],
      ['no id', await cast({ candidateId: '1 OR 1=1' }), 400, 'invalid_input'],
      ['an unknown field', await cast({ candidateId: ada.id, twice: true }), 400, 'invalid_input'],
      ['an unknown candidate', await cast({ candidateId: unknown }), 404, 'candidate_not_found'],
      ['another election', await cast({ candidateId: ada.id, electionId: unknown }), 409, 'wrong_election'],
      ['a ministry in phase one', await cast({ candidateId: finn.id }), 409, 'phase_not_open'],
      ['another citizen’s id', await cast({ candidateId: ada.id, userId: other.who.uid }), 403, 'not_yourself'],
      ['a young account', await cast({ candidateId: ada.id }, young.token), 403, 'voting_not_eligible'],
      [
        'no token',
        await api.send('POST', '/api/votes/cast', { body: { candidateId: ada.id } }),
        401,
        'unauthenticated',
      ],
    ]
    at(thursdayNoon)
    const late = await api.tokenOf(voter.who)
    refusals.push(['the closing instant', await cast({ candidateId: ada.id }, late), 409, 'phase_closed'])
    for (const [what, answer, status, code] of refusals) {
      expect([what, answer.status, answer.body.code]).toEqual([what, status, code])
      expect(String(answer.body.error).length).toBeGreaterThan(10)
    }
    expect(await api.nation.database.query('SELECT id FROM ballots')).toEqual([])
    expect((await talliesAndRecount(api.nation.database)).tallies).toEqual({ [ada.id]: [0, 0], [finn.id]: [0, 0] })
  })

  it('says from when on the vote is possible', async () => {
    const { finn, cast } = await nation()
    const answer = await cast({ candidateId: finn.id })
    expect(answer.body.facts).toEqual({ opensAt: Date.parse(thursdayNoon) })
  })

  it('for oneself is none of these: it counts', async () => {
    const { ada, cast } = await nation()
    const answer = await cast({ candidateId: ada.id }, await api.tokenOf(ada.citizen))
    expect(answer.status).toBe(200)
  })
})

describe('A candidacy that is not right', () => {
  it('hears of every field at once', async () => {
    const ada = await citizen()
    await anElection(api.nation.runtime)
    const answer = await api.send('POST', '/api/candidates/create', {
      token: ada.token,
      body: {
        ...campaign,
        bio: '  ',
        campaignSlogan: 'x'.repeat(101),
        position: 'primeMinister',
        website: 'http://example.org',
        profilePicture: 'javascript:alert(1)',
        bannerImage: '/media/../secret',
        goals: ['a', 'b', 'c', 'd'],
      },
    })
    expect(answer.status).toBe(400)
    const fields = (answer.body.details as { path: string }[]).map((detail) => detail.path)
    expect(fields.toSorted()).toEqual(
      ['bannerImage', 'bio', 'campaignSlogan', 'goals', 'position', 'profilePicture', 'website'].toSorted(),
    )
  })

  it('is refused with the reasons to a citizen who does not hold enough', async () => {
    const poor = await citizen({ tokenBalance: '1', balanceReadAt: api.nation.clock.now(), followers: 7 })
    await anElection(api.nation.runtime)
    const answer = await api.send('POST', '/api/candidates/create', { token: poor.token, body: campaign })
    expect(answer).toMatchObject({ status: 403, body: { code: 'candidacy_not_eligible' } })
    expect(JSON.stringify(answer.body.facts)).toMatch(/100 followers.*50,000 \$ON/)
  })

  it('of another citizen is neither edited nor deleted', async () => {
    const other = await citizen()
    await anElection(api.nation.runtime)
    const ada = await aCandidate(api.nation.runtime, 'president')
    const send = (action: string, body: object) =>
      api.send('POST', `/api/candidates?action=${action}`, { token: other.token, body })
    expect(await send('update', { candidateId: ada.id, bio: 'Mine now' })).toMatchObject({
      status: 403,
      body: { error: 'Access Denied: You can only edit your own candidate profile' },
    })
    expect(await send('delete', { candidateId: ada.id, isAdmin: true })).toMatchObject({
      status: 403,
      body: { error: 'Access Denied: Admin only' },
    })
  })
})
