import type { Citizen } from '@nation/core/citizens'
import { aCitizen, anInterview, answersTo, respond } from '@nation/core/testing'
import { errorTable } from '@nation/domain/errors'
import { interviewLimits } from '@nation/domain/interviews'
import { describe, expect, it } from 'vitest'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()

type View = Awaited<ReturnType<typeof anInterview>>

const admin = () => aCitizen(api.nation.database, { username: 'Alma', isAdmin: true })
const citizen = () => aCitizen(api.nation.database, { username: 'Ben' })
const send = async (who: Citizen | null, method: string, path: string, body?: object): Promise<Answer> =>
  api.send(method, path, { ...(who && { token: await api.tokenOf(who) }), ...(body && { body }) })
const outcome = ({ status, body }: Answer) => (typeof body.code === 'string' ? `${status} ${body.code}` : `${status}`)
const questions = [{ question: 'What do you miss?' }]
const asked = { title: 'Harbour', description: 'What should become of it?', questions }

/** A resource of the second layer as the first layer would say it. */
const flat = ({ id, attributes }: { id: string; attributes: Record<string, unknown> }): Record<string, unknown> => ({
  id,
  ...Object.fromEntries(
    Object.entries(attributes).map(([name, value]) =>
      name.endsWith('At') && typeof value === 'string' ? [name, Date.parse(value)] : [name, value],
    ),
  ),
})

/** One call of either layer, about that interview. */
interface Door {
  readonly name: string
  readonly send: (who: Citizen | null, interview: View) => Promise<Answer>
}

const door = (method: string, path: (id: string) => string, body?: (interview: View) => object): Door => ({
  name: `${method} ${path('{id}')}`,
  send: (who, interview) => send(who, method, path(interview.id), body?.(interview)),
})

const creates: Door[] = ['/api/interviews?action=create', '/api/government/interviews', '/government/interviews'].map(
  (path) =>
    door(
      'POST',
      () => path,
      () => asked,
    ),
)
const manages: Door[] = [
  ...creates,
  door('GET', () => '/api/interviews?action=all'),
  door('GET', () => '/api/government/interviews'),
  door('GET', () => '/government/interviews?isActive=true'),
  door(
    'POST',
    () => '/api/interviews?action=update',
    ({ id }) => ({ interviewId: id, isActive: false }),
  ),
  ...['/api', ''].flatMap((root) => [
    door(
      'PUT',
      (id) => `${root}/government/interviews/${id}`,
      () => ({ isActive: false }),
    ),
    door('DELETE', (id) => `${root}/government/interviews/${id}`),
    door('GET', (id) => `${root}/government/interviews/${id}/responses`),
  ]),
  door(
    'POST',
    () => '/api/interviews?action=delete',
    ({ id }) => ({ interviewId: id }),
  ),
  door('GET', (id) => `/api/interviews?action=responses&interviewId=${id}`),
  door('GET', (id) => `/api/interviews?action=export&interviewId=${id}`),
]
const answersOf = (interview: View) => ({ interviewId: interview.id, answers: answersTo(interview) })
const answering: Door[] = [
  door('POST', () => '/api/interviews?action=submit', answersOf),
  door('POST', () => '/api/citizen/interviews/responses', answersOf),
  door('POST', () => '/citizen/interviews/responses', answersOf),
]
const own: Door[] = [
  door('GET', () => '/api/interviews?action=my-responses'),
  door('GET', () => '/api/citizen/interviews/responses/me'),
  door('GET', () => '/citizen/interviews/responses/me'),
]
const open: Door[] = [
  door('GET', () => '/api/interviews?action=list'),
  door('GET', () => '/api/interviews?action=status'),
  door('GET', (id) => `/api/interviews?action=get&interviewId=${id}`),
  ...['/api', ''].flatMap((root) => [
    door('GET', () => `${root}/citizen/interviews`),
    door('GET', (id) => `${root}/citizen/interviews/${id}`),
  ]),
]
const named = (doors: readonly Door[]) => doors.map((one) => [one.name, one] as const)

describe('Who may do what with interviews', () => {
  it.each(named(manages))(
    '%s is for administrators: those in office, citizens and visitors are refused',
    async (_, one) => {
      const interview = await anInterview(api.nation.runtime, await admin())
      const twin = { username: 'Twin' }
      const allowed = [{ isAdmin: true }, { isSuperAdmin: true }]
      const refused = [{}, { role: 'moderator' as const }, { governmentRole: 'president' as const }]
      expect(outcome(await one.send(null, interview))).toBe('401 unauthenticated')
      for (const facts of refused) {
        const who = await aCitizen(api.nation.database, { ...twin, ...facts })
        expect(outcome(await one.send(who, interview))).toBe('403 forbidden')
      }
      expect(await api.nation.database.query('SELECT is_active, archived_at FROM interviews')).toEqual([
        { is_active: 1, archived_at: null },
      ])
      for (const facts of allowed) {
        const again = await anInterview(api.nation.runtime, await admin())
        const who = await aCitizen(api.nation.database, { ...twin, ...facts })
        expect(outcome(await one.send(who, again))).toBe('200')
      }
    },
  )

  it.each(named(answering))('%s is for signed-in citizens, once', async (_, one) => {
    const interview = await anInterview(api.nation.runtime, await admin())
    const ben = await citizen()
    expect(outcome(await one.send(null, interview))).toBe('401 unauthenticated')
    expect(outcome(await one.send(ben, interview))).toBe('200')
    expect(outcome(await one.send(ben, interview))).toBe('409 interview_answered')
    const young = await aCitizen(api.nation.database, { xCreatedAt: new Date('2026-01-01T00:00:00.000Z') })
    expect(outcome(await one.send(young, interview))).toBe('200')
  })

  it.each(named(own))('%s shows only one’s own responses', async (_, one) => {
    const interview = await anInterview(api.nation.runtime, await admin())
    const [ben, cara] = [await citizen(), await citizen()]
    await respond(api.nation.runtime, ben, interview, 'Only Ben')
    expect(outcome(await one.send(null, interview))).toBe('401 unauthenticated')
    expect(JSON.stringify((await one.send(ben, interview)).body)).toContain('Only Ben')
    expect(JSON.stringify((await one.send(cara, interview)).body)).not.toContain('Only Ben')
  })

  it.each(named(open))('%s is for everybody', async (_, one) => {
    const interview = await anInterview(api.nation.runtime, await admin())
    for (const who of [null, await citizen(), await admin()])
      expect(outcome(await one.send(who, interview))).toBe('200')
  })

  it('no citizen answers in another citizen’s name', async () => {
    const interview = await anInterview(api.nation.runtime, await admin())
    const [ben, cara] = [await citizen(), await citizen()]
    const as = (userId: string) => send(ben, 'POST', '/api/interviews/submit', { ...answersOf(interview), userId })
    expect(outcome(await as(cara.uid))).toBe('403 not_yourself')
    expect(outcome(await as(ben.uid))).toBe('200')
  })
})

describe('Both layers', () => {
  it('say the same of what is open: lists, pages and single interviews', async () => {
    const alma = await admin()
    for (const title of ['One', 'Two', 'Three']) await anInterview(api.nation.runtime, alma, { title })
    const first = await send(null, 'GET', '/api/interviews?action=list&limit=2')
    const { nextCursor } = first.body
    expect(nextCursor).toEqual(expect.any(String))
    for (const root of ['/api', '']) {
      const second = await send(null, 'GET', `${root}/citizen/interviews?limit=2`)
      const { data, meta } = second.body as { data: Parameters<typeof flat>[0][]; meta: object }
      expect(data.map(flat)).toEqual(first.body.interviews)
      expect(meta).toEqual({ nextCursor })
      const { id } = data[0] as { id: string }
      const one = await send(null, 'GET', `${root}/citizen/interviews/${id}`)
      const same = await send(null, 'GET', `/api/interviews/get?interviewId=${id}`)
      expect(flat(one.body.data as Parameters<typeof flat>[0])).toEqual(same.body.interview)
      expect(one.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('carry an interview from its first word to its last response, each step seen by the other', async () => {
    const [alma, ben, cara] = [await admin(), await citizen(), await citizen()]
    const created = await send(alma, 'POST', '/government/interviews', {
      ...asked,
      questions: [{ question: 'Second', order: 2 }, { question: '  ', order: 3 }, 'First of no place'],
    })
    const { id, attributes } = created.body.data as { id: string; attributes: View }
    expect(attributes.questions.map(({ question, order }) => [question, order])).toEqual([
      ['Second', 1],
      ['First of no place', 2],
    ])
    expect(attributes).toMatchObject({ isActive: true, responseCount: 0, deletedAt: null, createdBy: 'Alma' })
    const interview = { ...attributes, id }
    await send(ben, 'POST', '/api/interviews?action=submit', answersOf(interview))
    await send(cara, 'POST', '/citizen/interviews/responses', answersOf(interview))

    const plain = await send(alma, 'GET', `/api/interviews/responses?interviewId=${id}`)
    const resources = await send(alma, 'GET', `/government/interviews/${id}/responses`)
    const listed = (resources.body.data as Parameters<typeof flat>[0][]).map(flat)
    expect(listed.map(({ id: response }) => response)).toEqual(
      (plain.body.responses as { id: string }[]).map(({ id: response }) => response),
    )
    expect(listed).toMatchObject(plain.body.responses as object[])
    expect([resources.body.meta, plain.body.matching]).toEqual([{ matching: 2, nextCursor: null }, 2])
    expect(listed.every(({ interviewId }) => interviewId === id)).toBe(true)

    const mine = await send(ben, 'GET', '/api/interviews/my-responses')
    const me = await send(ben, 'GET', '/citizen/interviews/responses/me')
    expect((me.body.data as Parameters<typeof flat>[0][]).map(flat)).toEqual(mine.body.responses)

    const closed = await send(alma, 'PUT', `/api/government/interviews/${id}`, { isActive: false })
    expect(closed.body.data).toMatchObject({ id, attributes: { isActive: false, responseCount: 2 } })
    expect((await send(alma, 'GET', '/api/interviews/all?isActive=false')).body.interviews).toMatchObject([{ id }])
    expect((await send(alma, 'GET', '/government/interviews?isActive=true')).body.data).toEqual([])
    const opened = await send(alma, 'POST', '/api/interviews/update', { interviewId: id, isActive: true })
    expect(opened.body.interview).toMatchObject({ id, isActive: true })

    const gone = await send(alma, 'DELETE', `/government/interviews/${id}`)
    const again = await send(alma, 'POST', '/api/interviews/delete', { interviewId: id })
    expect(flat(gone.body.data as Parameters<typeof flat>[0])).toEqual({ id, deletedAt: again.body.deletedAt })
    await expect
      .poll(async () => outcome(await send(null, 'GET', `/citizen/interviews/${id}`)))
      .toBe('404 interview_not_found')
    expect((await send(alma, 'GET', '/government/interviews?deleted=true')).body.data).toMatchObject([{ id }])
    expect((await send(alma, 'GET', `/government/interviews/${id}/responses`)).body.data).toHaveLength(2)
  })

  it('refuse the same things with the same words', async () => {
    const alma = await admin()
    const paths = ['/api/interviews?action=create', '/government/interviews']
    for (const path of paths) {
      const create = (body: object) => send(alma, 'POST', path, { ...asked, ...body })
      for (const blank of [{ title: ' ' }, { description: '\n\u200b' }]) {
        const answer = await create(blank)
        expect(answer).toMatchObject({ status: 400, body: { error: 'Title and description are required' } })
      }
      for (const none of [[], [{ question: ' ' }], ['', '\t']]) {
        const answer = await create({ questions: none })
        expect(answer).toMatchObject({ status: 400, body: { error: 'At least one question is required' } })
      }
      const many = Array.from({ length: interviewLimits.questions + 1 }, () => 'Why?')
      expect((await create({ questions: many })).body).toMatchObject({ details: [{ path: 'questions' }] })
      expect((await create({ questions: many.slice(1) })).status).toBe(200)
      const long = 'ß'.repeat(interviewLimits.title + 1)
      expect((await create({ title: long })).body).toMatchObject({ details: [{ path: 'title' }] })
      expect((await create({ title: long.slice(1) })).status).toBe(200)
    }
    expect(errorTable.interview_incomplete[0]).toBe(400)
  })

  it('take no other method, and are no page, at their paths outside /api', async () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8059'
    for (const [method, path, allow] of [
      ['POST', '/citizen/interviews', 'GET'],
      ['POST', `/government/interviews/${id}`, 'PUT, DELETE'],
      ['DELETE', '/government/interviews', 'GET, POST'],
    ] as const) {
      const answer = await api.send(method, path)
      expect([path, outcome(answer), answer.headers.get('allow')]).toEqual([path, '405 wrong_method', allow])
    }
    const odd = await send(await admin(), 'GET', '/government/interviews/not-an-id/responses')
    expect(odd.body).toMatchObject({
      code: 'invalid_input',
      details: expect.arrayContaining([expect.objectContaining({ path: 'id' })]) as unknown,
    })
  })
})

describe('The longest answers', () => {
  it('to the most questions fit into one request, in any script', async () => {
    const alma = await admin()
    const interview = await anInterview(api.nation.runtime, alma, {
      questions: Array.from({ length: interviewLimits.questions }, () => ({ question: 'Why?' })),
    })
    const answers = interview.questions.map(({ id }) => ({
      questionId: id,
      answer: '国'.repeat(interviewLimits.answer),
    }))
    const whole = await send(await citizen(), 'POST', '/api/interviews/submit', { interviewId: interview.id, answers })
    expect(outcome(whole)).toBe('200')
    const more = answers.map((one, index) => (index === 0 ? { ...one, answer: `${one.answer}国` } : one))
    const over = await send(await citizen(), 'POST', '/api/interviews/submit', {
      interviewId: interview.id,
      answers: more,
    })
    expect(over.body).toMatchObject({ code: 'invalid_input', details: [{ path: 'answers.0.answer' }] })
  })

  it('are stored as the text that they are', async () => {
    const interview = await anInterview(api.nation.runtime, await admin(), { questions: [{ question: 'Why?' }] })
    const hostile = "=cmd|' /C calc'!A0 <img src=x onerror=alert(1)>\r\n'; DROP TABLE interviews; -- \u202eevil 👩‍🚀"
    const [question] = interview.questions
    const answers = [{ questionId: question?.id, answer: hostile }]
    const ben = await citizen()
    await send(ben, 'POST', '/api/interviews/submit', { interviewId: interview.id, answers })
    expect((await send(ben, 'GET', '/api/interviews/my-responses')).body).toMatchObject({
      responses: [
        {
          answers: [
            { answer: "=cmd|' /C calc'!A0 <img src=x onerror=alert(1)>\n'; DROP TABLE interviews; -- evil 👩‍🚀" },
          ],
        },
      ],
    })
  })
})

describe('Responses as a file', () => {
  it('are a download with a safe name, read piece by piece, and not cached', async () => {
    const alma = await admin()
    const interview = await anInterview(api.nation.runtime, alma, { title: 'Harbour "\u00e9t\u00e9"' })
    for (let number = 0; number < 3; number++)
      await respond(api.nation.runtime, await citizen(), interview, `Number ${number}`)
    const headers = { authorization: `Bearer ${await api.tokenOf(alma)}` }
    const file = await fetch(`${api.origin}/api/interviews/export?interviewId=${interview.id}&format=json`, { headers })
    expect(file.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="harbour-ete-responses.json"')
    expect([file.headers.get('cache-control'), file.headers.get('x-content-type-options')]).toEqual([
      'no-store',
      'nosniff',
    ])
    expect(await file.json()).toHaveLength(3)
    const path = `/api/interviews?action=export&interviewId=${interview.id}&format=xlsx`
    expect(outcome(await send(alma, 'GET', path))).toBe('400 invalid_input')
  })
})

describe('A press of the button', () => {
  it.each(['/api/interviews/submit', '/citizen/interviews/responses'])(
    'that is sent again to %s after a lost answer counts once, and is answered the same',
    async (path) => {
      const interview = await anInterview(api.nation.runtime, await admin())
      const token = await api.tokenOf(await citizen())
      const press = (key: string) =>
        api.send('POST', path, { token, body: answersOf(interview), headers: { 'idempotency-key': key } })
      const first = await press('one-press')
      expect(outcome(first)).toBe('200')
      expect((await press('one-press')).body).toEqual(first.body)
      expect(outcome(await press('another-press'))).toBe('409 interview_answered')
      expect(await api.nation.database.query('SELECT uid FROM interview_responses')).toHaveLength(1)
    },
  )
})
