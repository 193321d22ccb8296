import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens'
import { read, type CitizenContext, type Context } from '../platform'
import { aCitizen, as, copyOfData, signedIn, useTestNation } from '../testing'
import {
  allInterviews,
  createInterview,
  deleteInterview,
  exportResponses,
  getInterview,
  interviewFigures,
  interviewStatus,
  ownInterviewStatus,
  listInterviews,
  listResponses,
  myResponses,
  submitResponse,
  updateInterview,
} from '.'
import { deleteInterviewAnswers } from './erase'
import { anInterview, answersTo, respond } from './testing'

const nation = useTestNation()

const rows = (sql: string) => nation.database.query<Record<string, unknown>[]>(sql)
const asVisitor = <T>(service: (ctx: Context) => Promise<T>) => read(nation.runtime, null, service)
const reading = <T>(who: Citizen, service: (ctx: CitizenContext) => Promise<T>) =>
  read(nation.runtime, signedIn(who), (ctx) => service(ctx as CitizenContext))
const admin = () => aCitizen(nation.database, { username: 'Alma', isAdmin: true })
const toggle = (who: Citizen, interviewId: string, isActive: boolean) =>
  as(nation.runtime, who, (ctx) => updateInterview(ctx, { interviewId, isActive }))
const remove = (who: Citizen, interviewId: string) =>
  as(nation.runtime, who, (ctx) => deleteInterview(ctx, { interviewId }))
const responsesTo = (
  who: Citizen,
  interviewId: string,
  more: { search?: string; limit?: number; cursor?: string } = {},
) => reading(who, (ctx) => listResponses(ctx, { interviewId, ...more }))
const fingerprint = async () => ({
  interviews: await rows('SELECT * FROM interviews ORDER BY id'),
  responses: await rows('SELECT * FROM interview_responses ORDER BY id'),
  answers: await rows('SELECT * FROM interview_answers ORDER BY response_id, question_id'),
  journal: await rows('SELECT id FROM journal ORDER BY id'),
})

/** Something that must be refused with a code, and must have changed nothing. */
async function refuses(code: string, deed: () => Promise<unknown>): Promise<void> {
  const before = await fingerprint()
  await expect(deed()).rejects.toMatchObject({ code })
  expect(await fingerprint()).toEqual(before)
}

describe('An interview', () => {
  it('is managed by administrators as they are now: not once their powers are taken away', async () => {
    const alma = await admin()
    const asked = await anInterview(nation.runtime, alma)
    await rows('UPDATE citizens SET is_admin = FALSE')
    await refuses('forbidden', () => anInterview(nation.runtime, alma))
    await refuses('forbidden', () => toggle(alma, asked.id, false))
    await refuses('forbidden', () => remove(alma, asked.id))
  })

  it('is managed by no caller who never had the right, whoever lets their request in', async () => {
    const [alma, ben] = [await admin(), await aCitizen(nation.database)]
    const asked = await anInterview(nation.runtime, alma)
    await refuses('forbidden', () => anInterview(nation.runtime, ben))
    await refuses('forbidden', () => toggle(ben, asked.id, false))
    await refuses('forbidden', () => remove(ben, asked.id))
  })

  it('is open to everybody as soon as it is asked, with its questions in order and without the blank ones', async () => {
    const alma = await admin()
    const asked = await anInterview(nation.runtime, alma, {
      questions: [{ question: ' ' }, { question: 'Why?' }, { question: '' }, { question: 'How?' }],
    })
    expect(asked).toMatchObject({ isActive: true, createdBy: 'Alma', questionCount: 2, responseCount: 0 })
    expect(asked.questions.map(({ question, order }) => [question, order])).toEqual([
      ['Why?', 1],
      ['How?', 2],
    ])
    const { interviews } = await asVisitor((ctx) => listInterviews(ctx, {}))
    const { responseCount: _, deletedAt: __, ...seen } = asked
    expect(interviews).toEqual([seen])
    expect((await asVisitor((ctx) => getInterview(ctx, { interviewId: asked.id }))).interview).toEqual(seen)
  })

  it('that is not complete is refused, and changes nothing', async () => {
    const alma = await admin()
    const ask = (title: string, question: string) =>
      as(nation.runtime, alma, (ctx) =>
        createInterview(ctx, { title, description: 'Why', questions: [{ question }], isActive: true }),
      )
    await refuses('interview_incomplete', () => ask('', 'Why?'))
    await refuses('interview_questions_missing', () => ask('Harbour', ''))
    await expect(ask('Harbour', 'Why?')).resolves.toMatchObject({ success: true })
  })

  it('that is closed leaves the list, can still be read, and comes back when it is opened', async () => {
    const alma = await admin()
    const { id } = await anInterview(nation.runtime, alma)
    await toggle(alma, id, false)
    expect((await asVisitor((ctx) => listInterviews(ctx, {}))).interviews).toEqual([])
    expect((await asVisitor((ctx) => getInterview(ctx, { interviewId: id }))).interview.isActive).toBe(false)
    await toggle(alma, id, true)
    expect((await asVisitor((ctx) => listInterviews(ctx, {}))).interviews).toMatchObject([{ id, isActive: true }])
    expect(await rows('SELECT kind, visibility FROM journal ORDER BY id')).toEqual(
      ['created', 'closed', 'opened'].map((what) => ({ kind: `interviews.${what}`, visibility: 'public' })),
    )
  })

  it('is shown to administrators alone while it was never open', async () => {
    const alma = await admin()
    const { id } = await anInterview(nation.runtime, alma, { isActive: false })
    expect((await asVisitor((ctx) => listInterviews(ctx, {}))).interviews).toEqual([])
    expect(await rows('SELECT kind, subject, visibility FROM journal')).toEqual([
      { kind: 'interviews.created', subject: id, visibility: 'admins' },
    ])
    const get = (ctx: Context) => getInterview(ctx, { interviewId: id })
    await expect(asVisitor(get)).rejects.toMatchObject({ code: 'interview_not_found' })
    // Nor does an answer to it tell that it is there.
    const ben = await aCitizen(nation.database)
    const answer = () => respond(nation.runtime, ben, { id, questions: [] })
    await refuses('interview_not_found', answer)
    await toggle(alma, id, true)
    await toggle(alma, id, false)
    await expect(asVisitor(get)).resolves.toMatchObject({ interview: { id, isActive: false } })
    await refuses('interview_closed', answer)
  })

  it('counts a citizen who left and came back once: what they answered went with them', async () => {
    const [alma, ben] = [await admin(), await aCitizen(nation.database)]
    const interview = await anInterview(nation.runtime, alma)
    await respond(nation.runtime, ben, interview)
    await deleteInterviewAnswers(nation.database.manager, ben.id)
    expect(await responsesTo(alma, interview.id)).toMatchObject({ responses: [], matching: 0 })
    await respond(nation.runtime, await aCitizen(nation.database), interview)
    expect(await responsesTo(alma, interview.id)).toMatchObject({ matching: 1, interview: { responseCount: 1 } })
  })

  it('can be opened and deleted twice, which changes nothing more', async () => {
    const alma = await admin()
    const { id } = await anInterview(nation.runtime, alma)
    await toggle(alma, id, true)
    const first = await remove(alma, id)
    nation.clock.set(new Date(nation.clock.now().getTime() + 60_000))
    const before = await fingerprint()
    expect(await remove(alma, id)).toEqual(first)
    expect(await fingerprint()).toEqual(before)
    // It was opened; it was deleted, which citizens and administrators are told apart.
    expect(before.journal).toHaveLength(3)
  })

  it('that is deleted is no longer shown; what was answered stays for those who asked and who answered', async () => {
    const [alma, ben] = [await admin(), await aCitizen(nation.database, { username: 'Ben' })]
    const interview = await anInterview(nation.runtime, alma)
    await respond(nation.runtime, ben, interview)
    await remove(alma, interview.id)
    await expect(asVisitor((ctx) => getInterview(ctx, { interviewId: interview.id }))).rejects.toMatchObject({
      code: 'interview_not_found',
    })
    await refuses('interview_not_found', () => toggle(alma, interview.id, true))
    expect((await reading(alma, (ctx) => allInterviews(ctx, {}))).interviews).toEqual([])
    expect((await reading(alma, (ctx) => allInterviews(ctx, { deleted: true }))).interviews).toMatchObject([
      { id: interview.id, isActive: false, responseCount: 1, deletedAt: nation.clock.now().getTime() },
    ])
    expect(await responsesTo(alma, interview.id)).toMatchObject({ responses: [{ username: 'Ben' }], matching: 1 })
    const own = await reading(ben, (ctx) => myResponses(ctx, { userId: undefined }))
    expect(own.responses).toMatchObject([{ interviewId: interview.id, deleted: true, isActive: false }])
  })

  it('comes before older ones, and pages lead through all of them', async () => {
    const alma = await admin()
    for (const title of ['A', 'B', 'C', 'D', 'E']) await anInterview(nation.runtime, alma, { title })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await asVisitor((ctx) => listInterviews(ctx, { limit: 2, cursor }))
      seen.push(...page.interviews.map(({ title }) => title))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(['E', 'D', 'C', 'B', 'A'])
  })
})

describe('A response', () => {
  it('is stored with every answer beside its question, and announced to its writer and to administrators alone', async () => {
    const [alma, ben] = [await admin(), await aCitizen(nation.database, { username: 'Ben' })]
    const interview = await anInterview(nation.runtime, alma)
    const { responseId } = await respond(nation.runtime, ben, interview, 'Quiet')
    const { responses } = await responsesTo(alma, interview.id)
    expect(responses).toEqual([
      {
        id: responseId,
        userId: ben.uid,
        username: 'Ben',
        submittedAt: nation.clock.now().getTime(),
        answers: answersTo(interview, 'Quiet'),
      },
    ])
    const own = await reading(ben, (ctx) => myResponses(ctx, { userId: undefined }))
    expect(own.responses[0]?.answers).toEqual([
      { questionId: interview.questions[0]?.id, question: 'What do you miss there?', answer: 'Quiet (1)' },
      { questionId: interview.questions[1]?.id, question: 'Who should pay for it?', answer: 'Quiet (2)' },
    ])
    const events = await rows("SELECT visibility, facts FROM journal WHERE kind <> 'interviews.created' ORDER BY id")
    expect(events.map(({ visibility }) => visibility)).toEqual(['admins', `citizen:${ben.uid}`])
    expect(JSON.stringify(events)).not.toContain('Quiet')
  })

  it('is taken once: a second one is refused and changes nothing', async () => {
    const [alma, ben, cara] = [await admin(), await aCitizen(nation.database), await aCitizen(nation.database)]
    const interview = await anInterview(nation.runtime, alma)
    await respond(nation.runtime, ben, interview, 'First')
    await refuses('interview_answered', () => respond(nation.runtime, ben, interview, 'Second'))
    await expect(respond(nation.runtime, cara, interview)).resolves.toMatchObject({ success: true })
  })

  it('is refused without an answer to every question, or with one to another interview’s', async () => {
    const [alma, ben] = [await admin(), await aCitizen(nation.database)]
    const interview = await anInterview(nation.runtime, alma)
    const other = await anInterview(nation.runtime, alma)
    const send = (answers: { questionId: string; answer: string }[]) => () =>
      as(nation.runtime, ben, (ctx) => submitResponse(ctx, { interviewId: interview.id, answers, userId: undefined }))
    const [one, two] = answersTo(interview) as [
      { questionId: string; answer: string },
      { questionId: string; answer: string },
    ]
    await refuses('interview_answers_missing', send([one]))
    await refuses('interview_answers_missing', send([one, { ...two, answer: '' }]))
    await refuses('interview_answers_stray', send([one, two, one]))
    await refuses('interview_answers_stray', send([one, ...answersTo(other).slice(0, 1)]))
    await expect(send([two, one])()).resolves.toMatchObject({ success: true })
  })

  it('is refused while the interview is closed, after it was deleted, and for one that never was', async () => {
    const [alma, ben] = [await admin(), await aCitizen(nation.database)]
    const interview = await anInterview(nation.runtime, alma)
    await toggle(alma, interview.id, false)
    await refuses('interview_closed', () => respond(nation.runtime, ben, interview))
    await refuses('interview_not_found', () => respond(nation.runtime, ben, { ...interview, id: ben.uid }))
    await toggle(alma, interview.id, true)
    await expect(respond(nation.runtime, ben, interview)).resolves.toMatchObject({ success: true })
    await remove(alma, interview.id)
    const cara = await aCitizen(nation.database)
    await refuses('interview_not_found', () => respond(nation.runtime, cara, interview))
  })

  it('of a citizen who left the nation a moment ago is refused', async () => {
    const [alma, ben] = [await admin(), await aCitizen(nation.database)]
    const interview = await anInterview(nation.runtime, alma)
    await nation.database.query('UPDATE citizens SET left_at = ? WHERE id = ?', [nation.clock.now(), ben.id])
    await refuses('session_ended', () => respond(nation.runtime, ben, interview))
    await nation.database.query('UPDATE citizens SET left_at = NULL WHERE id = ?', [ben.id])
    await expect(respond(nation.runtime, ben, interview)).resolves.toMatchObject({ success: true })
  })

  it('is found by a part of a name or an answer, and signs of a search are taken as they are', async () => {
    const alma = await admin()
    const interview = await anInterview(nation.runtime, alma)
    const people = { Ben: '50% more trees', Cara: 'more boats_here', Dan: 'nothing\\else' }
    for (const [username, text] of Object.entries(people))
      await respond(nation.runtime, await aCitizen(nation.database, { username }), interview, text)
    const found = async (search: string) => {
      const { responses, matching } = await responsesTo(alma, interview.id, { search })
      expect(matching).toBe(responses.length)
      return responses.map(({ username }) => username)
    }
    expect(await found('MORE')).toEqual(['Cara', 'Ben'])
    expect(await found('car')).toEqual(['Cara'])
    expect(await found('%')).toEqual(['Ben'])
    expect(await found('s_h')).toEqual(['Cara'])
    expect(await found('g\\e')).toEqual(['Dan'])
    expect(await found("' OR 1=1 -- ")).toEqual([])
    const page = await responsesTo(alma, interview.id, { search: 'more', limit: 1 })
    expect(page).toMatchObject({ matching: 2, responses: [{ username: 'Cara' }] })
    const next = await responsesTo(alma, interview.id, { search: 'more', limit: 1, cursor: page.nextCursor ?? '' })
    expect(next).toMatchObject({ matching: 2, responses: [{ username: 'Ben' }], nextCursor: null })
  })

  it('is not found in another interview', async () => {
    const [alma, ben] = [await admin(), await aCitizen(nation.database)]
    const [one, two] = [await anInterview(nation.runtime, alma), await anInterview(nation.runtime, alma)]
    await respond(nation.runtime, ben, one)
    expect(await responsesTo(alma, two.id)).toMatchObject({ responses: [], matching: 0 })
    const ask = (interviewId: string) => reading(ben, (ctx) => myResponses(ctx, { interviewId, userId: undefined }))
    expect((await ask(one.id)).responses).toHaveLength(1)
    expect((await ask(two.id)).responses).toEqual([])
  })
})

describe('Responses as a file', () => {
  const written = async (
    who: Citizen,
    interviewId: string,
    format: 'csv' | 'json',
    search?: string,
    atOnce?: number,
  ) => {
    const pieces = atOnce === undefined ? undefined : { least: atOnce, most: atOnce, characters: 0 }
    const file = await reading(who, (ctx) => exportResponses(ctx, { interviewId, format, search }, pieces))
    let text = ''
    for await (const part of file.parts) text += part
    return { ...file, text }
  }

  it('say what the screen says, over any number of pages, with the search, and run no formula', async () => {
    const alma = await admin()
    const interview = await anInterview(nation.runtime, alma, { title: 'The harbour: what now?' })
    for (const username of ['Ben', 'Cara', 'Dan', '=Eve', 'Fay'])
      await respond(nation.runtime, await aCitizen(nation.database, { username }), interview, `+${username}`)
    const shown = (await responsesTo(alma, interview.id)).responses
    const json = await written(alma, interview.id, 'json', undefined, 2)
    expect(json).toMatchObject({ name: 'the-harbour-what-now-responses.json', type: 'application/json' })
    const entries = JSON.parse(json.text) as { id: string; userId: string; answers: { answer: string }[] }[]
    expect(entries.map(({ id, userId, answers }) => [id, userId, answers.map(({ answer }) => answer)])).toEqual(
      shown.map(({ id, userId, answers }) => [id, userId, answers.map(({ answer }) => answer)]),
    )
    const csv = await written(alma, interview.id, 'csv', undefined, 2)
    expect(csv).toMatchObject({ name: 'the-harbour-what-now-responses.csv', type: 'text/csv; charset=utf-8' })
    const lines = csv.text.trim().split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[2]).toMatch(/,'=Eve,.*,'\+=Eve \(1\),'\+=Eve \(2\)$/)
    const found = JSON.parse((await written(alma, interview.id, 'json', 'CARA')).text) as { username: string }[]
    expect(found.map(({ username }) => username)).toEqual(['Cara'])
    expect((await written(alma, interview.id, 'json', 'nobody')).text).toBe('[]\n')
  })

  it('hold what was there when they were begun, without citizens who left meanwhile', async () => {
    const alma = await admin()
    const people = await Promise.all(['Ben', 'Cara', 'Dan'].map((username) => aCitizen(nation.database, { username })))
    const interview = await anInterview(nation.runtime, alma)
    for (const who of people) await respond(nation.runtime, who, interview)
    const file = await reading(alma, (ctx) =>
      exportResponses(ctx, { interviewId: interview.id, format: 'csv' }, { least: 1, most: 1, characters: 0 }),
    )
    const parts = file.parts[Symbol.asyncIterator]()
    const next = async () => String((await parts.next()).value ?? '')
    await next()
    expect(await next()).toContain('Dan')
    await respond(nation.runtime, await aCitizen(nation.database, { username: 'Eve' }), interview)
    await deleteInterviewAnswers(nation.database.manager, people[1]!.id)
    expect(await next()).toContain('Ben')
    expect(await parts.next()).toEqual({ done: true, value: undefined })
  })

  it('are read in larger pieces where they are short, and in smaller ones where they are long', async () => {
    const alma = await admin()
    const interview = await anInterview(nation.runtime, alma)
    const answers = ['short', 'short', 'short', 'short', 'l'.repeat(300), 'l'.repeat(300), 'l'.repeat(300)]
    for (const answer of answers.toReversed())
      await respond(nation.runtime, await aCitizen(nation.database), interview, answer)
    const pieces = { least: 1, most: 3, characters: 60 }
    const file = await reading(alma, (ctx) =>
      exportResponses(ctx, { interviewId: interview.id, format: 'csv' }, pieces),
    )
    const parts: number[] = []
    for await (const part of file.parts) parts.push(part.split('\r\n').length - 1)
    // The head of the table stands first.
    expect(parts).toEqual([1, 1, 2, 3, 1])
  })

  it('are there of an interview that was deleted, and of none that never was', async () => {
    const [alma, ben] = [await admin(), await aCitizen(nation.database, { username: 'Ben' })]
    const interview = await anInterview(nation.runtime, alma)
    await respond(nation.runtime, ben, interview)
    await remove(alma, interview.id)
    expect((await written(alma, interview.id, 'csv')).text).toContain(',Ben,')
    await expect(written(alma, ben.uid, 'csv')).rejects.toMatchObject({ code: 'interview_not_found' })
  })
})

describe('A citizen’s own data', () => {
  it('hold what they answered, beside what was asked, and nothing of other citizens', async () => {
    const [alma, ben, cara] = [await admin(), await aCitizen(nation.database), await aCitizen(nation.database)]
    const interview = await anInterview(nation.runtime, alma)
    await respond(nation.runtime, ben, interview, 'Quiet')
    await respond(nation.runtime, cara, interview, 'Loud')
    const { interviews } = await copyOfData(nation.database, ben)
    const of = { interview: interview.id, title: 'The harbour', submitted_at: nation.clock.now().toISOString() }
    expect(interviews).toEqual([
      { ...of, question: 'What do you miss there?', answer: 'Quiet (1)' },
      { ...of, question: 'Who should pay for it?', answer: 'Quiet (2)' },
    ])
  })
})

describe('What is yet to answer', () => {
  it('counts the open ones that this citizen has not answered', async () => {
    const [alma, ben] = [await admin(), await aCitizen(nation.database)]
    const [one, two] = [await anInterview(nation.runtime, alma), await anInterview(nation.runtime, alma)]
    await anInterview(nation.runtime, alma, { isActive: false })
    await respond(nation.runtime, ben, one)
    await respond(nation.runtime, ben, two)
    await toggle(alma, two.id, false)
    await anInterview(nation.runtime, alma)
    const figures = { active: 2, answered: 1, unanswered: 1 }
    expect(await interviewFigures(nation.database.manager, ben.id)).toEqual(figures)
    const { active, ...ownFigures } = figures
    expect(await reading(ben, ownInterviewStatus)).toEqual({ ...ownFigures, answeredIds: [one.id] })
    expect(await reading(ben, interviewStatus)).toMatchObject({ active })
    expect(await asVisitor(interviewStatus)).toEqual({
      success: true,
      active: 2,
      answered: null,
      unanswered: null,
      answeredIds: [],
    })
  })
})
