import type { CallInput } from '@nation/domain/contract'
import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { read, readJson, type CitizenContext, type Context } from '../platform'
import { aCitizen, as, signedIn, useTestNation } from '../testing'
import {
  castPollVotes,
  checkVoteStatus,
  closeDuePolls,
  closePoll,
  createPoll,
  deletePoll,
  exportPoll,
  getPoll,
  pollPage,
  pollResults,
  pollsDueAt,
  recentPolls,
  topActivePolls,
  updatePoll,
  type PollView,
} from '.'
import { aPoll } from './testing'

const nation = useTestNation()

const rows = (sql: string) => nation.database.query<Record<string, unknown>[]>(sql)
const reading = <T>(who: Citizen | null, service: (ctx: CitizenContext) => Promise<T>) =>
  read(nation.runtime, who && signedIn(who), (ctx) => service(ctx as CitizenContext))
const minister = () =>
  aCitizen(nation.database, { username: 'Mara', role: 'government', governmentRole: 'financeMinister' })
const admin = () => aCitizen(nation.database, { username: 'Alma', isAdmin: true })

type Vote = Partial<CallInput<'polls.vote'>>
const vote = (who: Citizen, poll: PollView, input: Vote = { optionIndex: 0 }) =>
  as(nation.runtime, who, async (ctx) => {
    const request = { pollId: poll.id, optionId: undefined, optionIndex: undefined, ...input }
    const [outcome] = await castPollVotes(ctx, [{ caller: signedIn(who), input: request }])
    if (!outcome?.answer) throw outcome?.refused ?? new Error('no outcome')
    return outcome.answer
  })
const update = (who: Citizen, pollId: string, change: Partial<CallInput<'polls.update'>>) =>
  as(nation.runtime, who, (ctx) =>
    updatePoll(ctx, { pollId, question: undefined, options: undefined, closesAt: undefined, ...change }),
  )
const close = (who: Citizen, pollId: string) => as(nation.runtime, who, (ctx) => closePoll(ctx, { pollId }))
const remove = (who: Citizen, pollId: string) => as(nation.runtime, who, (ctx) => deletePoll(ctx, { pollId }))
const get = (who: Citizen | null, pollId: string) => reading(who, (ctx) => getPoll(ctx, { pollId }))
const page = (input: Partial<CallInput<'polls.list'>> = {}) =>
  reading(null, (ctx: Context) => pollPage(ctx, { status: 'all', limit: 20, offset: 0, cursor: undefined, ...input }))
const idsOf = async (input: Partial<CallInput<'polls.list'>> = {}) => (await page(input)).polls.map(({ id }) => id)
const minutes = (count: number) => new Date(nation.clock.now().getTime() + count * 60_000)

describe('A poll', () => {
  it('asks its question under its author’s name and role, without votes', async () => {
    const mara = await minister()
    const closesAt = minutes(60).getTime()
    const poll = await aPoll(nation.runtime, mara, { closesAt })
    expect(poll).toMatchObject({
      question: 'Which bridge first?',
      isActive: true,
      totalVotes: 0,
      createdBy: 'Mara',
      createdById: mara.uid,
      createdByRole: 'government',
      createdAt: nation.clock.now().getTime(),
      closesAt,
      closedAt: null,
      hasVoted: false,
      votedOptionId: null,
      may: { vote: true, update: true, updateTexts: true, close: true, delete: true, export: true },
      reason: null,
    })
    expect(poll.options.map(({ text, votes, percentage }) => [text, votes, percentage])).toEqual([
      ['North', 0, 0],
      ['South', 0, 0],
    ])
    expect((await get(null, poll.id)).log).toEqual([
      { what: 'created', by: 'Mara', byId: mara.uid, at: poll.createdAt, changes: [] },
    ])
    expect(await rows('SELECT kind, actor, subject, visibility FROM journal')).toEqual([
      { kind: 'polls.created', actor: mara.uid, subject: poll.id, visibility: 'public' },
    ])
  })

  it.each([
    ['poll_fields_missing', { question: '' }],
    ['poll_fields_missing', { options: ['North', ''] }],
    ['poll_options_alike', { options: ['North', 'north'] }],
    ['poll_closing_date_invalid', { closesAt: 0 }],
  ])('is refused with %s, and nothing is written', async (code, overrides) => {
    const mara = await minister()
    await expect(aPoll(nation.runtime, mara, overrides)).rejects.toMatchObject({ code })
    expect((await page()).total).toBe(0)
    expect(await rows('SELECT kind FROM journal')).toEqual([])
  })

  it('shows what it is to a visitor, to a citizen, and to a citizen too young to vote', async () => {
    const poll = await aPoll(nation.runtime, await minister())
    const none = { vote: false, update: false, updateTexts: false, close: false, delete: false, export: false }
    expect((await get(null, poll.id)).poll).toMatchObject({ may: none, reason: { code: 'signed_out' } })
    const ben = await aCitizen(nation.database)
    expect((await get(ben, poll.id)).poll).toMatchObject({ may: { ...none, vote: true }, reason: null })
    const young = await aCitizen(nation.database, { xCreatedAt: nation.clock.now() })
    const reason = { code: 'voting_not_eligible', message: 'Not eligible to vote' }
    expect((await get(young, poll.id)).poll).toMatchObject({ may: none, reason })
  })
})

describe('A vote on a poll', () => {
  it('counts once, is final, and is sent to its voter alone', async () => {
    const [mara, ben] = [await minister(), await aCitizen(nation.database)]
    const poll = await aPoll(nation.runtime, mara)
    const south = poll.options[1]?.id ?? ''
    expect(await vote(ben, poll, { optionId: south })).toMatchObject({
      hasVoted: true,
      optionId: south,
      totalVotes: 1,
      options: [{ votes: 0 }, { votes: 1 }],
    })
    for (const optionIndex of [0, 1]) {
      await expect(vote(ben, poll, { optionIndex })).rejects.toMatchObject({ code: 'poll_already_voted' })
    }
    expect((await get(ben, poll.id)).poll).toMatchObject({ hasVoted: true, votedOptionId: south, totalVotes: 1 })
    expect((await get(mara, poll.id)).poll).toMatchObject({ hasVoted: false, votedOptionId: null, totalVotes: 1 })
    expect(await rows('SELECT votes FROM poll_tallies')).toEqual([{ votes: 1 }])
    const events = await rows(`SELECT kind, visibility, facts FROM journal WHERE kind <> 'polls.created' ORDER BY id`)
    expect(events.map(({ kind, visibility }) => [kind, visibility])).toEqual([['polls.voted', 'listed']])
    expect(readJson<object>(events[0]?.facts)).toMatchObject({ pollId: poll.id, audience: { [ben.uid]: {} } })
    expect(JSON.stringify(events)).not.toContain(south)
  })

  it('is refused when one fact is another, and nothing is counted', async () => {
    const mara = await minister()
    const poll = await aPoll(nation.runtime, mara, { closesAt: minutes(1).getTime() })
    const ben = await aCitizen(nation.database)
    const young = await aCitizen(nation.database, { xCreatedAt: nation.clock.now() })
    const back = await aCitizen(nation.database, { votesFrom: minutes(10) })
    await expect(vote(young, poll)).rejects.toMatchObject({ code: 'voting_not_eligible' })
    await expect(vote(back, poll)).rejects.toMatchObject({ code: 'voting_not_eligible' })
    await expect(vote(ben, poll, {})).rejects.toMatchObject({ code: 'poll_option_missing' })
    await expect(vote(ben, poll, { optionIndex: 2 })).rejects.toMatchObject({ code: 'poll_option_missing' })
    await expect(vote(ben, poll, { optionId: poll.id })).rejects.toMatchObject({ code: 'poll_option_changed' })
    await expect(vote(ben, { ...poll, id: ben.uid })).rejects.toMatchObject({ code: 'poll_not_found' })
    nation.clock.set(minutes(1))
    await expect(vote(ben, poll)).rejects.toMatchObject({ code: 'poll_closed' })
    expect(await rows('SELECT * FROM poll_votes')).toEqual([])
    nation.clock.set(new Date(nation.clock.now().getTime() - 1))
    expect(await vote(ben, poll)).toMatchObject({ totalVotes: 1 })
  })

  it('fails alone among others of its batch', async () => {
    const poll = await aPoll(nation.runtime, await minister())
    const [ben, cleo] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    const young = await aCitizen(nation.database, { xCreatedAt: nation.clock.now() })
    const request = (who: Citizen, optionIndex: number) => ({
      caller: signedIn(who),
      input: { pollId: poll.id, optionId: undefined, optionIndex },
    })
    const outcomes = await as(nation.runtime, ben, (ctx) =>
      castPollVotes(ctx, [request(ben, 0), request(young, 0), request(ben, 1), request(cleo, 1), request(cleo, 9)]),
    )
    expect(outcomes.map(({ answer, refused }) => answer?.totalVotes ?? refused?.code)).toEqual([
      2,
      'voting_not_eligible',
      'poll_already_voted',
      2,
      'poll_already_voted',
    ])
    expect((await get(null, poll.id)).poll.options.map(({ votes }) => votes)).toEqual([1, 1])
  })
})

describe('A change of a poll', () => {
  it('of its texts makes votes that were on their way to the old ones void, and is on record', async () => {
    const [mara, alma, ben] = [await minister(), await admin(), await aCitizen(nation.database)]
    const poll = await aPoll(nation.runtime, mara)
    nation.clock.set(minutes(1))
    const { poll: changed } = await update(alma, poll.id, { options: ['South', 'North'] })
    expect(changed.options.map(({ text }) => text)).toEqual(['South', 'North'])
    expect(changed.updatedAt).toBe(nation.clock.now().getTime())
    const north = poll.options[0]?.id ?? ''
    await expect(vote(ben, poll, { optionId: north })).rejects.toMatchObject({ code: 'poll_option_changed' })
    expect((await get(null, poll.id)).log).toMatchObject([
      { what: 'created', by: 'Mara' },
      { what: 'updated', by: 'Alma', changes: ['options'] },
    ])
    const [logged] = await rows(`SELECT facts FROM poll_log WHERE what = 'updated'`)
    expect(readJson(logged?.facts)).toEqual({ before: { options: ['North', 'South'] } })
  })

  it('leaves no vote to chance: by its place an option is taken while the texts are the first, or by who read the last', async () => {
    const [mara, ben, cleo] = [await minister(), await aCitizen(nation.database), await aCitizen(nation.database)]
    const first = await aPoll(nation.runtime, mara)
    // All at one instant of the clock: what was read is told apart even so.
    const second = (await update(mara, first.id, { options: ['South', 'North'] })).poll
    const changed = { code: 'poll_option_changed', status: 409 }
    await expect(vote(ben, first, { optionIndex: 0 })).rejects.toMatchObject(changed)
    await expect(vote(ben, first, { optionIndex: 0, updatedAt: first.updatedAt })).rejects.toMatchObject(changed)
    await expect(vote(ben, first, { optionIndex: 7 })).rejects.toMatchObject(changed)
    expect((await vote(ben, first, { optionIndex: 0, updatedAt: second.updatedAt })).optionId).toBe(
      second.options[0]?.id,
    )
    // Also behind a vote, and behind another closing date, which changes no text.
    await update(mara, first.id, { closesAt: minutes(9).getTime() })
    await expect(vote(cleo, first, { optionIndex: 0 })).rejects.toMatchObject(changed)
    expect((await vote(cleo, first, { optionIndex: 1, updatedAt: second.updatedAt })).optionId).toBe(
      second.options[1]?.id,
    )
  })

  it('of the closing date alone leaves places as they are', async () => {
    const [mara, ben] = [await minister(), await aCitizen(nation.database)]
    const poll = await aPoll(nation.runtime, mara)
    await update(mara, poll.id, { closesAt: minutes(9).getTime() })
    expect((await vote(ben, poll, { optionIndex: 1 })).optionId).toBe(poll.options[1]?.id)
  })

  it('of the question makes a place uncertain, too: it would be an answer to something else', async () => {
    const [mara, ben] = [await minister(), await aCitizen(nation.database)]
    const poll = await aPoll(nation.runtime, mara, { question: 'Shall it stay?', options: ['Yes', 'No'] })
    await update(mara, poll.id, { question: 'Shall it go?' })
    await expect(vote(ben, poll, { optionIndex: 0 })).rejects.toMatchObject({ code: 'poll_option_changed' })
  })

  it('is possible until the first vote, and afterwards of the closing date alone', async () => {
    const mara = await minister()
    const poll = await aPoll(nation.runtime, mara)
    await update(mara, poll.id, { question: 'Which bridge second?' })
    const now = (await get(mara, poll.id)).poll
    await vote(await aCitizen(nation.database), now, { optionId: now.options[0]?.id })
    await expect(update(mara, poll.id, { question: 'Which bridge third?' })).rejects.toMatchObject({
      code: 'poll_locked',
      status: 409,
    })
    await expect(update(mara, poll.id, { options: ['Up', 'Down'] })).rejects.toMatchObject({ code: 'poll_locked' })
    const closesAt = minutes(30).getTime()
    // What is the same as before is no change.
    const same = { question: 'Which bridge second?', options: ['North', 'South'] }
    expect((await update(mara, poll.id, { ...same, closesAt })).poll).toMatchObject({ closesAt, totalVotes: 1 })
    expect((await update(mara, poll.id, { closesAt: null })).poll.closesAt).toBeNull()
    expect((await get(null, poll.id)).log.map(({ changes }) => changes)).toEqual([
      [],
      ['question'],
      ['closesAt'],
      ['closesAt'],
    ])
  })

  it('is refused when nothing but a fact is wrong: blank, alike, past, closed, no such poll', async () => {
    const mara = await minister()
    const poll = await aPoll(nation.runtime, mara)
    const refusal = (change: Parameters<typeof update>[2]) =>
      update(mara, poll.id, change).catch(({ code }: { code: string }) => code)
    expect(await refusal({ question: '' })).toBe('poll_fields_missing')
    expect(await refusal({ options: ['a', 'A'] })).toBe('poll_options_alike')
    expect(await refusal({ closesAt: nation.clock.now().getTime() })).toBe('poll_closing_date_invalid')
    await expect(update(mara, mara.uid, {})).rejects.toMatchObject({ code: 'poll_not_found' })
    await close(mara, poll.id)
    expect(await refusal({ closesAt: minutes(5).getTime() })).toBe('poll_closed')
  })
})

describe('Closing a poll', () => {
  it('ends it for good, under the name of the official who closed it', async () => {
    const [mara, alma] = [await minister(), await admin()]
    const poll = await aPoll(nation.runtime, mara)
    nation.clock.set(minutes(3))
    const closedAt = nation.clock.now().getTime()
    expect((await close(alma, poll.id)).poll).toMatchObject({ isActive: false, closedAt })
    await expect(close(alma, poll.id)).rejects.toMatchObject({ code: 'poll_closed' })
    await expect(vote(await aCitizen(nation.database), poll)).rejects.toMatchObject({ code: 'poll_closed' })
    expect((await get(null, poll.id)).log.at(-1)).toMatchObject({ what: 'closed', by: 'Alma', at: closedAt })
  })

  it('happens by itself at its date, whether or not a worker has written it down', async () => {
    const mara = await minister()
    const closesAt = minutes(10)
    const poll = await aPoll(nation.runtime, mara, { closesAt: closesAt.getTime() })
    await aPoll(nation.runtime, mara)
    expect(await pollsDueAt(nation.database)).toEqual(closesAt)
    await closeDuePolls(nation.runtime)
    expect((await page({ status: 'active' })).total).toBe(2)

    nation.clock.set(minutes(10))
    const ended = { isActive: false, closedAt: closesAt.getTime() }
    expect((await get(null, poll.id)).poll).toMatchObject(ended)
    expect(await idsOf({ status: 'closed' })).toEqual([poll.id])
    expect((await page()).counts).toEqual({ all: 2, active: 1, closed: 1 })

    nation.clock.set(minutes(5))
    await Promise.all([closeDuePolls(nation.runtime), closeDuePolls(nation.runtime)])
    expect((await get(null, poll.id)).poll).toMatchObject(ended)
    expect((await get(null, poll.id)).log.at(-1)).toEqual({
      what: 'closed',
      by: null,
      byId: null,
      at: closesAt.getTime(),
      changes: [],
    })
    expect(await rows(`SELECT kind FROM journal WHERE kind = 'polls.closed'`)).toHaveLength(1)
    expect((await page()).counts).toEqual({ all: 2, active: 1, closed: 1 })
    expect(await pollsDueAt(nation.database)).toBeNull()
  })
})

describe('A poll that was deleted', () => {
  it('is no longer shown, takes no votes, and stays on record', async () => {
    const [mara, ben] = [await minister(), await aCitizen(nation.database)]
    const poll = await aPoll(nation.runtime, mara)
    await vote(ben, poll)
    await remove(mara, poll.id)
    const gone = { code: 'poll_not_found' }
    await expect(get(mara, poll.id)).rejects.toMatchObject(gone)
    await expect(vote(await aCitizen(nation.database), poll)).rejects.toMatchObject(gone)
    await expect(close(mara, poll.id)).rejects.toMatchObject(gone)
    await expect(remove(mara, poll.id)).rejects.toMatchObject(gone)
    expect((await page()).total).toBe(0)
    expect(await rows('SELECT what FROM poll_log ORDER BY id')).toEqual([{ what: 'created' }, { what: 'deleted' }])
    expect(await rows('SELECT citizen_id FROM poll_votes')).toEqual([{ citizen_id: ben.id }])
  })
})

describe('Lists of polls', () => {
  it('are filtered by status, and lead through all polls by cursor and by offset, the newest first', async () => {
    const mara = await minister()
    const made: string[] = []
    for (const number of ['1', '2', '3', '4', '5']) {
      made.unshift((await aPoll(nation.runtime, mara, { question: `Question ${number}` })).id)
    }
    await close(mara, made[1] ?? '')
    expect(await idsOf()).toEqual(made)
    expect(await idsOf({ status: 'closed' })).toEqual([made[1]])
    expect(await idsOf({ status: 'active' })).toEqual(made.filter((_, place) => place !== 1))
    expect(await idsOf({ limit: 2, offset: 2 })).toEqual(made.slice(2, 4))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const part = await page({ limit: 2, cursor })
      seen.push(...part.polls.map((poll) => poll.id))
      cursor = part.nextCursor ?? undefined
      // What is new comes before the cursor, and moves nothing.
      await aPoll(nation.runtime, mara, { question: `Later ${seen.length}` })
    } while (cursor !== undefined)
    expect(seen).toEqual(made)
    await expect(page({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('of the five most active put total votes first, then the newest; and the ten newest are recent', async () => {
    const mara = await minister()
    const polls: PollView[] = []
    for (let number = 0; number < 12; number++) {
      polls.push(await aPoll(nation.runtime, mara, { question: `Question ${number}` }))
    }
    const [ben, cleo] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    const third = polls[3] as PollView
    await vote(ben, third)
    await vote(cleo, third)
    await vote(ben, polls[5] as PollView)
    await vote(ben, polls[7] as PollView)
    await vote(ben, polls[8] as PollView)
    await close(mara, (polls[8] as PollView).id)
    const questions = async (list: typeof recentPolls) =>
      (await reading(null, list)).polls.map(({ question }) => Number(question.slice(9)))
    expect(await questions(topActivePolls)).toEqual([3, 7, 5, 11, 10])
    expect(await questions(recentPolls)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  })
})

describe('The answers of a poll', () => {
  it('have percentages that add up, the most votes first, and name those that lead', async () => {
    const poll = await aPoll(nation.runtime, await minister(), { options: ['A', 'B', 'C'] })
    const results = () => reading(null, (ctx) => pollResults(ctx, { pollId: poll.id }))
    expect((await results()).leading).toEqual([])
    for (const optionIndex of [1, 1, 2]) await vote(await aCitizen(nation.database), poll, { optionIndex })
    const { results: found, leading, totalVotes } = await results()
    expect(totalVotes).toBe(3)
    expect(found.map(({ text, votes, shownPercentage }) => [text, votes, shownPercentage])).toEqual([
      ['B', 2, 67],
      ['C', 1, 33],
      ['A', 0, 0],
    ])
    expect(found[0]?.percentage).toBeCloseTo(66.6667, 3)
    expect(leading).toEqual([poll.options[1]?.id])
  })

  it('go into files that agree with the screen, run no formula, and name no voter', async () => {
    const mara = await minister()
    const poll = await aPoll(nation.runtime, mara, { question: '=HYPERLINK("x")', options: ['+1, or "two"', '@south'] })
    const ben = await aCitizen(nation.database, { username: 'Ben the voter' })
    await vote(ben, poll)
    const file = (format: 'csv' | 'json') => reading(mara, (ctx) => exportPoll(ctx, { pollId: poll.id, format }))
    const csv = await file('csv')
    expect(csv).toMatchObject({ name: `poll-${poll.id}.csv`, type: 'text/csv; charset=utf-8' })
    const lines = csv.text.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")",Mara,government`)
    expect(lines[1]).toContain(`1,"'+1, or ""two""",1,100,100,1`)
    expect(lines[2]).toContain(`2,'@south,0,0,0,1`)
    const json = JSON.parse((await file('json')).text) as { poll: PollView; log: object[] }
    const shown = (await get(null, poll.id)).poll
    expect(json.poll.options).toEqual(shown.options)
    expect(json.log).toMatchObject([{ what: 'created', by: 'Mara' }])
    for (const text of [csv.text, JSON.stringify(json)]) {
      expect(text).not.toContain('Ben the voter')
      expect(text).not.toContain(ben.uid)
    }
  })
})

describe('The vote status', () => {
  it('says how many votes a citizen has cast, and why they cannot cast another', async () => {
    const [mara, ben] = [await minister(), await aCitizen(nation.database)]
    const poll = await aPoll(nation.runtime, mara)
    const status = (who: Citizen, pollId?: string) => reading(who, (ctx) => checkVoteStatus(ctx, { pollId }))
    expect(await status(ben)).toMatchObject({ eligibleToVote: true, votesCast: 0, hasVoted: false, canVote: true })
    await vote(ben, poll)
    expect(await status(ben)).toMatchObject({ votesCast: 1, hasVoted: true, canVote: true, reason: null })
    expect(await status(ben, poll.id)).toMatchObject({
      hasVoted: true,
      canVote: false,
      reason: 'You have already voted',
      votedOptionId: poll.options[0]?.id,
      votedAt: nation.clock.now().getTime(),
    })
    expect(await status(ben, ben.uid)).toMatchObject({ canVote: false, reason: 'No data' })
    const young = await aCitizen(nation.database, { xCreatedAt: nation.clock.now() })
    expect(await status(young, poll.id)).toMatchObject({ eligibleToVote: false, reason: 'Not eligible to vote' })
    expect((await status(young)).reasons).toMatchObject([{ code: 'account_too_young' }])
    await close(mara, poll.id)
    expect(await status(mara, poll.id)).toMatchObject({ canVote: false, reason: 'Poll is closed' })
  })
})

describe('The group that may create polls', () => {
  it('is the government and administrators; each author may close and delete their own polls', async () => {
    const ben = await aCitizen(nation.database)
    await expect(aPoll(nation.runtime, ben)).rejects.toMatchObject({ code: 'forbidden' })
    const mara = await minister()
    const poll = await aPoll(nation.runtime, mara)
    const gone = Object.assign(mara, { role: 'citizen' as const, governmentRole: null })
    await nation.database.query(`UPDATE citizens SET role = 'citizen', government_role = NULL WHERE id = ?`, [mara.id])
    await expect(as(nation.runtime, gone, (ctx) => createPoll(ctx, {} as never))).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(close(ben, poll.id)).rejects.toMatchObject({ code: 'poll_close_forbidden' })
    await close(gone, poll.id)
    await expect(remove(ben, poll.id)).rejects.toMatchObject({ code: 'poll_delete_forbidden' })
    await remove(gone, poll.id)
  })
})
