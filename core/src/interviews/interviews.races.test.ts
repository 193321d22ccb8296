import { describe, expect, it } from 'vitest'
import { aCitizen, as, runningLike, useTestNation } from '../testing'
import { deleteInterview, updateInterview } from '.'
import { anInterview, respond } from './testing'

const nation = useTestNation()
const count = async (sql: string, values: unknown[] = []) => {
  const rows: { n: string }[] = await nation.database.query(sql, values)
  return Number(rows[0]?.n)
}
const codeOf = (outcome: PromiseSettledResult<unknown>): string =>
  outcome.status === 'fulfilled' ? 'taken' : String((outcome.reason as { code?: string }).code)

describe('Many at once', () => {
  it('leave one response of each citizen, whole, however often each sends it', async () => {
    const alma = await aCitizen(nation.database, { isAdmin: true })
    const interview = await anInterview(nation.runtime, alma)
    const crowd = await Promise.all(Array.from({ length: 20 }, () => aCitizen(nation.database)))
    const sent = await Promise.allSettled(
      Array.from({ length: 5 }, () => crowd)
        .flat()
        .map((who) => respond(nation.runtime, who, interview)),
    )
    const codes = sent.map(codeOf)
    expect(codes.filter((code) => code === 'taken')).toHaveLength(20)
    expect(new Set(codes)).toEqual(new Set(['taken', 'interview_answered']))
    expect(await count('SELECT COUNT(*) AS n FROM interview_responses')).toBe(20)
    expect(await count('SELECT COUNT(*) AS n FROM interview_answers')).toBe(40)
    expect(await count("SELECT COUNT(*) AS n FROM journal WHERE kind = 'interviews.responded'")).toBe(20)
  })

  it.each(['closed', 'deleted'] as const)(
    'lose no response that was taken when the interview is %s among them, and none is taken after it',
    async (how) => {
      const alma = await aCitizen(nation.database, { isAdmin: true })
      const interview = await anInterview(nation.runtime, alma)
      const crowd = await Promise.all(Array.from({ length: 40 }, () => aCitizen(nation.database)))
      const end = () =>
        as<unknown>(nation.runtime, alma, (ctx) =>
          how === 'closed'
            ? updateInterview(ctx, { interviewId: interview.id, isActive: false })
            : deleteInterview(ctx, { interviewId: interview.id }),
        )
      const sent = crowd.map((who, index) => {
        const ended = index === 20 ? end() : undefined
        return Promise.all([respond(nation.runtime, who, interview), ended])
      })
      const codes = (await Promise.allSettled(sent)).map(codeOf)
      const taken = codes.filter((code) => code === 'taken').length
      expect(await count('SELECT COUNT(*) AS n FROM interview_responses')).toBe(taken)
      expect(await count('SELECT COUNT(*) AS n FROM interview_answers')).toBe(2 * taken)
      const refusal = how === 'closed' ? 'interview_closed' : 'interview_not_found'
      expect(codes.every((code) => code === 'taken' || code === refusal)).toBe(true)
      const last = await aCitizen(nation.database)
      await expect(respond(nation.runtime, last, interview)).rejects.toMatchObject({ code: refusal })
    },
  )

  it('wait for each other: a closing that is under way holds an answer back, which is then refused', async () => {
    const [alma, ben] = [await aCitizen(nation.database, { isAdmin: true }), await aCitizen(nation.database)]
    const interview = await anInterview(nation.runtime, alma)
    const order: string[] = []
    let submitting: Promise<unknown> = Promise.resolve()
    await as(nation.runtime, alma, async (ctx) => {
      await updateInterview(ctx, { interviewId: interview.id, isActive: false })
      submitting = respond(nation.runtime, ben, interview).then(
        () => order.push('taken'),
        (error: { code: string }) => order.push(error.code),
      )
      await expect.poll(waitingForInterview).toBe(1)
      order.push('closed')
    })
    await submitting
    expect(order).toEqual(['closed', 'interview_closed'])
    expect(await count('SELECT COUNT(*) AS n FROM interview_responses')).toBe(0)
  })
})

/** How many answers stand before the interview's row, waiting to read it. */
const waitingForInterview = () =>
  runningLike(nation.database, /^SELECT id, is_active, opened_at, archived_at FROM interviews.*LOCK IN SHARE MODE$/s)
