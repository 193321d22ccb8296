import type { Citizen } from '@nation/core/citizens'
import { advanceElections } from '@nation/core/elections'
import { aCandidate, aCitizen, aPoll, emptyTables } from '@nation/core/testing'
import { allCalls } from '@nation/domain/contract'
import { errorTable } from '@nation/domain/errors'
import { featuresOfCall } from '@nation/domain/system'
import { describe, expect, it } from 'vitest'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()

type View = Awaited<ReturnType<typeof aPoll>>

const send = async (who: Citizen | null, method: string, path: string, body?: object): Promise<Answer> =>
  api.send(method, path, { ...(who && { token: await api.tokenOf(who) }), ...(body && { body }) })
const outcome = ({ status, body }: Answer) => (typeof body.code === 'string' ? `${status} ${body.code}` : `${status}`)
const listed = (answer: Answer) => answer.body.polls as View[]
const minister = () =>
  aCitizen(api.nation.database, { username: 'Mara', role: 'government', governmentRole: 'raidMinister' })

/** Everybody of whom the requirements speak, each one fact away from a citizen. */
const people: Record<string, Partial<Citizen>> = {
  citizen: {},
  tooYoung: { xCreatedAt: new Date('2026-01-01T00:00:00.000Z') },
  candidate: { role: 'candidate' },
  moderator: { role: 'moderator' },
  minister: { role: 'government', governmentRole: 'financeMinister' },
  president: { role: 'government', governmentRole: 'president' },
  justice: { role: 'government', governmentRole: 'justiceMinister' },
  admin: { isAdmin: true },
  superAdmin: { isSuperAdmin: true },
}
const governing = ['minister', 'president', 'justice', 'admin', 'superAdmin']
const admins = ['admin', 'superAdmin']

const texts = { question: 'Which bridge first?', options: ['North', { text: 'South', votes: 99 }] }

interface Cell {
  readonly name: string
  readonly send: (who: Citizen | null, poll: View) => Promise<Answer>
  /** Whether it is about a poll of their own. */
  readonly own?: boolean
  readonly may: (who: string) => boolean
  readonly refusal: string
  readonly open?: boolean
  /** What visitors are told, where the requirements have a sentence of its own for it. */
  readonly signedOut?: string
}

const reads = (path: (poll: View) => string): Cell => ({
  name: `GET ${path({ id: '{id}' } as View)}`,
  send: (who, poll) => send(who, 'GET', path(poll)),
  may: () => true,
  refusal: 'never',
  open: true,
})

const changes = (
  action: string,
  body: (poll: View) => object,
  may: Cell['may'],
  refusal: string,
  own = false,
): Cell => ({
  name: `POST /api/polls?action=${action}${own ? ' of their own' : ''}`,
  send: (who, poll) => send(who, 'POST', `/api/polls?action=${action}`, body(poll)),
  own,
  may,
  refusal,
})

const among = (names: readonly string[]) => (who: string) => names.includes(who)
const everybody = () => true
const id = ({ id }: View) => ({ pollId: id })

const cells: Cell[] = [
  reads(() => '/api/polls?action=list&status=active&limit=20&offset=0'),
  reads(() => '/api/polls/list'),
  reads(({ id }) => `/api/polls?action=get&pollId=${id}`),
  reads(({ id }) => `/api/polls?action=results&pollId=${id}`),
  reads(() => '/api/polls?action=top-active'),
  reads(() => '/api/polls?action=recent'),
  reads(() => '/api/vote-hub?action=get-active-polls'),
  reads(() => '/api/government?action=get-polls'),
  {
    name: 'GET /api/vote-hub?action=check-vote-status',
    send: (who, poll) => send(who, 'GET', `/api/vote-hub?action=check-vote-status&pollId=${poll.id}`),
    may: everybody,
    refusal: 'never',
  },
  {
    ...changes(
      'vote',
      ({ id, options }) => ({ pollId: id, optionId: options[0]?.id }),
      (who) => who !== 'tooYoung',
      '403 voting_not_eligible',
    ),
    signedOut: '401 poll_sign_in',
  },
  changes('create', () => texts, among(governing), '403 forbidden'),
  {
    name: 'POST /api/government?action=create-poll',
    send: (who) => send(who, 'POST', '/api/government?action=create-poll', texts),
    may: among(governing),
    refusal: '403 forbidden',
  },
  changes('update', (poll) => ({ ...id(poll), question: 'Which one?' }), among(governing), '403 forbidden'),
  changes('update', (poll) => ({ ...id(poll), question: 'Which one?' }), among(governing), '403 forbidden', true),
  changes('close', id, among(governing), '403 poll_close_forbidden'),
  changes('close', id, everybody, 'never', true),
  changes('delete', id, among(admins), '403 poll_delete_forbidden'),
  changes('delete', id, everybody, 'never', true),
  ...(['csv', 'json'] as const).flatMap((format): Cell[] =>
    [false, true].map((own) => ({
      name: `GET /api/polls?action=export&format=${format}${own ? ' of their own' : ''}`,
      send: (who, poll) => send(who, 'GET', `/api/polls?action=export&pollId=${poll.id}&format=${format}`),
      own,
      may: own ? everybody : among(admins),
      refusal: '403 poll_export_forbidden',
    })),
  ),
]

describe('Every poll call for every kind of caller', () => {
  it.each(cells.map((cell) => [cell.name, cell] as const))('%s', async (_, cell) => {
    const found: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    for (const [who, facts] of Object.entries(people)) {
      const citizen = await aCitizen(api.nation.database, facts)
      // Its author may have lost the right to make polls since: their own polls stay their own.
      const poll = await aPoll(api.nation.runtime, await minister())
      if (cell.own)
        await api.nation.database.query('UPDATE polls SET created_by = ? WHERE uid = ?', [citizen.id, poll.id])
      found[who] = outcome(await cell.send(citizen, poll))
      wanted[who] = cell.may(who) ? '200' : cell.refusal
    }
    expect(found).toEqual(wanted)
    const poll = await aPoll(api.nation.runtime, await minister())
    expect(outcome(await cell.send(null, poll))).toBe(cell.open ? '200' : (cell.signedOut ?? '401 unauthenticated'))
  })
})

describe('The panel’s own sign-in', () => {
  it('asks, changes, closes, exports and deletes polls, and does not vote in its citizen’s name', async () => {
    const token = await api.panelTokenOf(await aCitizen(api.nation.database, { isAdmin: true }))
    const poll = await aPoll(api.nation.runtime, await minister())
    const post = async (action: string, body: object) =>
      outcome(await api.send('POST', `/api/polls/${action}`, { token, body }))
    expect(await post('vote', { pollId: poll.id, optionIndex: 0 })).toBe('403 panel_administers')
    expect(await post('create', texts)).toBe('200')
    expect(await post('update', { pollId: poll.id, question: 'Which one?' })).toBe('200')
    expect(outcome(await api.send('GET', `/api/polls/export?pollId=${poll.id}`, { token }))).toBe('200')
    expect(await post('close', { pollId: poll.id })).toBe('200')
    expect(await post('delete', { pollId: poll.id })).toBe('200')
  })
})

describe('The paths of the poll list', () => {
  it('answer the same facts: polls, the Vote Hub and the government', async () => {
    const mara = await minister()
    const ben = await aCitizen(api.nation.database)
    const polls = [await aPoll(api.nation.runtime, mara), await aPoll(api.nation.runtime, mara)]
    await send(ben, 'POST', '/api/polls/vote', { pollId: polls[0]?.id, optionIndex: '1' })
    await send(mara, 'POST', '/api/polls/close', { pollId: polls[1]?.id })
    const paths = [
      '/api/polls?action=list&status=active',
      '/api/polls/list?status=active',
      '/api/vote-hub?action=get-active-polls',
      '/api/vote-hub/get-active-polls',
      '/api/government?action=get-polls',
      '/api/government/get-polls',
    ]
    for (const who of [null, ben, mara]) {
      const answers = await Promise.all(paths.map((path) => send(who, 'GET', path)))
      for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
      expect(listed(answers[0] as Answer)).toHaveLength(1)
    }
    const all = await send(ben, 'GET', '/api/government?action=get-polls&status=all')
    expect(all.body).toEqual((await send(ben, 'GET', '/api/polls?action=list')).body)
    expect(all.body).toMatchObject({ total: 2, counts: { all: 2, active: 1, closed: 1 }, limit: 20, offset: 0 })
  })

  it('make the same poll, from options as strings and as objects, whatever the caller claims to be', async () => {
    const mara = await minister()
    const claims = { createdBy: 'The President', createdByRole: 'Admin', createdById: mara.uid }
    const ways = ['/api/polls?action=create', '/api/polls/create', '/api/government?action=create-poll']
    for (const path of ways) {
      const { status, body } = await send(mara, 'POST', path, { ...texts, ...claims })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        message: 'Poll created successfully!',
        poll: { createdBy: 'Mara', createdByRole: 'government', createdById: mara.uid, totalVotes: 0 },
      })
      expect((body.poll as View).options.map(({ text, votes }) => [text, votes])).toEqual([
        ['North', 0],
        ['South', 0],
      ])
    }
    const other = await aCitizen(api.nation.database)
    const impostor = { ...texts, createdById: other.uid }
    expect(outcome(await send(mara, 'POST', '/api/polls/create', impostor))).toBe('403 not_yourself')
  })
})

describe('The poll list', () => {
  it('has twenty on a page, every field of each, and what is one’s own', async () => {
    const mara = await minister()
    for (let number = 0; number < 22; number++) await aPoll(api.nation.runtime, mara)
    const first = await send(mara, 'GET', '/api/polls/list')
    expect(listed(first)).toHaveLength(20)
    const rest = await send(mara, 'GET', '/api/polls/list?offset=20')
    expect(listed(rest)).toHaveLength(2)
    const next = await send(mara, 'GET', `/api/polls/list?cursor=${String(first.body.nextCursor)}`)
    expect(listed(next)).toEqual(listed(rest))
    for (const poll of listed(first)) {
      const { body } = await send(mara, 'GET', `/api/polls/get?pollId=${poll.id}`)
      expect(poll).toEqual(body.poll)
    }
    expect(Object.keys(listed(first)[0] ?? {}).toSorted()).toEqual(
      [
        ...['id', 'question', 'options', 'isActive', 'totalVotes', 'hasVoted', 'createdBy', 'createdById'],
        ...['createdByRole', 'createdAt', 'updatedAt', 'closedAt', 'closesAt', 'votedOptionId', 'may', 'reason'],
      ].toSorted(),
    )
    expect(outcome(await send(mara, 'GET', '/api/polls/list?status=archived'))).toBe('400 invalid_input')
    expect(outcome(await send(mara, 'GET', '/api/polls/list?limit=101'))).toBe('400 invalid_input')
  })

  it('shows voters at once what they have just done, and others no vote of theirs', async () => {
    const [mara, ben] = [await minister(), await aCitizen(api.nation.database)]
    const poll = await aPoll(api.nation.runtime, mara)
    for (let round = 0; round < 3; round++) {
      // The shared page is stored for a moment: it is warmed just before something changes.
      await send(null, 'GET', '/api/polls/list')
      api.nation.clock.set(new Date(api.nation.clock.now().getTime() + 1_000))
      const { body } = await send(mara, 'POST', '/api/polls/create', { ...texts, question: `Question ${round}?` })
      expect(listed(await send(mara, 'GET', '/api/polls/list'))[0]?.id).toBe(body.pollId)
    }
    await send(null, 'GET', '/api/polls/list')
    await send(ben, 'POST', '/api/polls/vote', { pollId: poll.id, optionId: poll.options[1]?.id })
    const seen = async (who: Citizen | null) =>
      listed(await send(who, 'GET', '/api/polls/list')).find((one) => one.id === poll.id)
    expect(await seen(ben)).toMatchObject({ totalVotes: 1, hasVoted: true, votedOptionId: poll.options[1]?.id })
    await expect.poll(async () => (await seen(null))?.totalVotes).toBe(1)
    expect(await seen(null)).toMatchObject({ hasVoted: false, votedOptionId: null })
    expect(await seen(mara)).toMatchObject({ hasVoted: false, votedOptionId: null, may: { updateTexts: false } })
  })

  it('writes texts that look like markup or JSON as texts', async () => {
    const mara = await minister()
    const question = '"}],"x":<script>alert(1)</script>'
    const options = ['</script><img src=x onerror=alert(1)>', '\\", "votes": 7']
    const { body } = await send(mara, 'POST', '/api/polls/create', { question, options })
    for (const who of [mara, null]) {
      await expect
        .poll(async () => listed(await send(who, 'GET', '/api/polls/list')).find((one) => one.id === body.pollId))
        .toMatchObject({ question, options: options.map((text) => ({ text, votes: 0 })) })
    }
  })
})

describe('Voting that is switched off', () => {
  it('takes every call of polls with it, at every path', async () => {
    const calls = allCalls.filter(({ id }) => /^(polls|vote-hub)\.|^government\..*poll/.test(id))
    expect(calls.length).toBe(15)
    for (const call of calls) expect(featuresOfCall(call), call.id).toEqual(['voting'])
  })
})

describe('A vote that is sent twice', () => {
  it('is counted once: under its key it is answered again, without one it is refused', async () => {
    const [mara, ben] = [await minister(), await aCitizen(api.nation.database)]
    const poll = await aPoll(api.nation.runtime, mara)
    const token = await api.tokenOf(ben)
    const body = { pollId: poll.id, optionId: poll.options[0]?.id }
    const headers = { 'idempotency-key': 'a-vote-of-ben' }
    const both = await Promise.all([1, 2].map(() => api.send('POST', '/api/polls/vote', { token, body, headers })))
    expect(both.map(outcome)).toEqual(['200', '200'])
    expect(both[0]?.body).toEqual(both[1]?.body)
    expect(outcome(await api.send('POST', '/api/polls/vote', { token, body }))).toBe('409 poll_already_voted')
    const ofVotes = api.logLines.filter((line) => line.includes('"polls.vote"'))
    expect(ofVotes).toHaveLength(3)
    expect(ofVotes.join()).not.toContain(ben.uid)
    const { body: results } = await send(null, 'GET', `/api/polls/results?pollId=${poll.id}`)
    expect(results.totalVotes).toBe(1)
  })
})

describe('A vote of an older client, which names a place', () => {
  it('is taken on a poll as it was made; on one that was changed, with the updatedAt that the client read', async () => {
    const [mara, ben, cleo] = [
      await minister(),
      await aCitizen(api.nation.database),
      await aCitizen(api.nation.database),
    ]
    const poll = await aPoll(api.nation.runtime, mara)
    const path = '/api/polls?action=vote'
    expect(outcome(await send(ben, 'POST', path, { pollId: poll.id, optionIndex: '0' }))).toBe('200')
    const other = await aPoll(api.nation.runtime, mara)
    await send(mara, 'POST', '/api/polls/update', { pollId: other.id, options: ['South', 'North'] })
    const body = { pollId: other.id, optionIndex: 0 }
    expect(outcome(await send(cleo, 'POST', path, body))).toBe('409 poll_option_changed')
    const read = listed(await send(cleo, 'GET', '/api/polls?action=list')).find(({ id }) => id === other.id)
    const voted = await send(cleo, 'POST', path, { ...body, updatedAt: read?.updatedAt })
    expect(voted.body).toMatchObject({ success: true, optionId: read?.options[0]?.id })
    expect(read?.options[0]?.text).toBe('South')
  })
})

describe('What a poll call says', () => {
  it('is what the requirements say', async () => {
    const [mara, ben] = [await minister(), await aCitizen(api.nation.database)]
    const poll = await aPoll(api.nation.runtime, mara)
    const said = async (who: Citizen, action: string, body: object) =>
      (await send(who, 'POST', `/api/polls?action=${action}`, body)).body.error
    expect(await said(ben, 'vote', id(poll))).toBe('Please select an option')
    expect(await said(ben, 'close', id(poll))).toBe('You do not have permission to close polls')
    expect(await said(mara, 'create', { question: ' ', options: ['a', 'b'] })).toBe('Please fill in all poll fields')
    const young = await aCitizen(api.nation.database, { xCreatedAt: api.nation.clock.now() })
    const choice = { ...id(poll), optionIndex: 0 }
    expect(await said(young, 'vote', choice)).toBe('You are not eligible to vote')
    expect((await send(mara, 'POST', '/api/polls/close', id(poll))).body.message).toBe('Poll closed successfully')
    expect(await said(ben, 'vote', choice)).toBe('Poll is closed')
    expect(errorTable.poll_locked[0]).toBe(409)
  })

  it('as a file is a download with a safe name', async () => {
    const mara = await minister()
    const poll = await aPoll(api.nation.runtime, mara)
    const csv = await send(mara, 'GET', `/api/polls/export?pollId=${poll.id}`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="poll-${poll.id}.csv"`)
    expect(csv.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('The participation hub', () => {
  it('tells what is open, and each citizen what they have yet to do', async () => {
    await emptyTables(api.nation.database)
    await advanceElections(api.nation.runtime)
    const [mara, ben] = [await minister(), await aCitizen(api.nation.database)]
    const polls = [await aPoll(api.nation.runtime, mara), await aPoll(api.nation.runtime, mara)]
    await send(mara, 'POST', '/api/polls/close', { pollId: polls[1]?.id })
    // The prime minister's office is open, but nobody stands for it.
    await aCandidate(api.nation.runtime, 'president')
    await aCandidate(api.nation.runtime, 'secretary')
    const open = { activePolls: 1, activeInterviews: 0, election: { openPositions: 2 } }
    await expect
      .poll(async () => (await send(null, 'GET', '/api/participation?action=overview')).body)
      .toMatchObject({ ...open, you: null })
    const you = { eligibleToVote: true, positionsToVote: 2, pollsToVote: 1, interviewsToAnswer: 0 }
    expect((await send(ben, 'GET', '/api/participation/overview')).body).toMatchObject({ ...open, you })
    await send(ben, 'POST', '/api/polls/vote', { pollId: polls[0]?.id, optionIndex: 0 })
    expect((await send(ben, 'GET', '/api/participation/overview')).body.you).toEqual({ ...you, pollsToVote: 0 })
    expect((await send(mara, 'GET', '/api/participation/overview')).body.you).toEqual(you)
    await aCandidate(api.nation.runtime, 'prime_minister')
    await expect
      .poll(async () => (await send(mara, 'GET', '/api/participation/overview')).body)
      .toMatchObject({ election: { openPositions: 3 }, you: { positionsToVote: 3 } })
  })
})
