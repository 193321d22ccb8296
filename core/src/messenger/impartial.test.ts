import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { withdrawCandidate } from '../elections'
import { aCandidate, anElection } from '../elections/testing'
import { aCitizen, useTestNation } from '../testing'
import { deleteMessage, getMutes, getReports, mute, report, resolveReport, unmute } from '.'
import { talkIn } from './testing'

const nation = useTestNation()
const { change, reading, say } = talkIn(nation)

const code = (error: { code: string }) => error.code
const done = () => 'done'

const remove = (who: Citizen, messageId: string) =>
  change(who, (ctx) => deleteMessage(ctx, { messageId })).then(done, code)
const mutes = (who: Citizen, { uid: citizenId }: Citizen, messageId?: string) =>
  change(who, (ctx) => mute(ctx, { citizenId, hours: 1, reason: 'Insults.', messageId })).then(done, code)
const unmutes = (who: Citizen, { uid: citizenId }: Citizen) =>
  change(who, (ctx) => unmute(ctx, { citizenId })).then(done, code)
const resolve = async (who: Citizen, reporter: Citizen, messageId: string) => {
  await change(reporter, (ctx) => report(ctx, { messageId, reason: 'It is rude.' }))
  const open = { status: 'open' as const, cursor: undefined, limit: 20 }
  const { reports } = await reading(who, (ctx) => getReports(ctx, open))
  const reportId = reports.find(({ messages }) => messages.some((one) => one.messageId === messageId))?.id ?? ''
  return change(who, (ctx) => resolveReport(ctx, { reportId, resolution: 'Nothing.' })).then(done, code)
}
const mayEnd = async (who: Citizen) =>
  (await reading(who, (ctx) => getMutes(ctx, { cursor: undefined, limit: 20 }))).mutes.map((one) => one.mayEnd)

/** What a moderator is answered who does everything there is about a citizen. */
async function everythingAbout(moderator: Citizen, whom: Citizen, others: Citizen): Promise<string[]> {
  const { messageId } = await say(whom, 'Vote for me.')
  await mutes(others, whom)
  const answers = [await unmutes(moderator, whom), await mutes(moderator, whom)]
  answers.push(await resolve(moderator, others, messageId), await remove(moderator, messageId))
  await unmutes(others, whom)
  return answers
}

const four = (answer: string) => [answer, answer, answer, answer]

describe('A rival', () => {
  it.each([
    ['a moderator', { role: 'moderator' }],
    ['an administrator', { isAdmin: true }],
    ['a super administrator', { isSuperAdmin: true }],
  ] as const)(
    'is neither muted nor silenced otherwise by %s, and a candidate for another office is',
    async (_, facts) => {
      await anElection(nation.runtime)
      const [moderator, other] = [
        await aCitizen(nation.database, facts),
        await aCitizen(nation.database, { isSuperAdmin: true }),
      ]
      const [rival, twin] = [
        await aCandidate(nation.runtime, 'secretary'),
        await aCandidate(nation.runtime, 'president'),
      ]
      await aCandidate(nation.runtime, 'secretary', {}, moderator)
      // A candidate is one by their row; what they may do stays.
      await nation.database.query('UPDATE citizens SET role = ? WHERE id = ?', [moderator.role, moderator.id])
      expect(await everythingAbout(moderator, rival.citizen, other)).toEqual(four('moderator_rival'))
      expect(await everythingAbout(moderator, twin.citizen, other)).toEqual(four('done'))
    },
  )

  it('is one still of a moderator who withdrew, and is none when they themselves withdrew', async () => {
    await anElection(nation.runtime)
    const [moderator, other] = [
      await aCitizen(nation.database, { isAdmin: true }),
      await aCitizen(nation.database, { isSuperAdmin: true }),
    ]
    const rival = await aCandidate(nation.runtime, 'secretary')
    const own = await aCandidate(nation.runtime, 'secretary', {}, moderator)
    const withdraw = (who: Citizen, candidateId: string) =>
      change(who, (ctx) =>
        withdrawCandidate(ctx, { candidateId, reason: undefined, userId: undefined, adminId: undefined }),
      )
    await withdraw(moderator, own.id)
    expect(await everythingAbout(moderator, rival.citizen, other)).toEqual(four('moderator_rival'))
    await mutes(other, rival.citizen)
    expect([await mayEnd(moderator), await mayEnd(other)]).toEqual([[false], [true]])
    await unmutes(other, rival.citizen)
    await withdraw(rival.citizen, rival.id)
    expect(await everythingAbout(moderator, rival.citizen, other)).toEqual(four('done'))
  })

  it('deletes their own messages as ever', async () => {
    await anElection(nation.runtime)
    const moderator = await aCitizen(nation.database, { isAdmin: true })
    await aCandidate(nation.runtime, 'secretary', {}, moderator)
    expect(await remove(moderator, (await say(moderator, 'Vote for me.')).messageId)).toBe('done')
  })
})

describe('Criticism of a moderator', () => {
  const scene = async () => ({
    ada: await aCitizen(nation.database),
    moderator: await aCitizen(nation.database, { role: 'moderator', handle: 'mod' }),
    other: await aCitizen(nation.database, { isAdmin: true, handle: 'other' }),
  })

  it.each([
    ['mentions them', 'What does @mod do all day?', undefined],
    ['answers them', 'No, you are wrong.', 1],
  ])('that %s is deleted, and decided on, by another one alone', async (_, text, replyTo) => {
    const { ada, moderator, other } = await scene()
    await say(moderator, 'All is well.')
    await say(ada, 'Is it?')
    const { messageId } = await say(ada, text, { replyTo })
    expect(await remove(moderator, messageId)).toBe('moderator_criticised')
    expect(await mutes(moderator, ada, messageId)).toBe('moderator_criticised')
    expect(await resolve(moderator, moderator, messageId)).toBe('moderator_criticised')
    expect(await mutes(other, ada, messageId)).toBe('done')
    expect(await resolve(other, other, messageId)).toBe('done')
    expect(await remove(other, messageId)).toBe('done')
  })

  it('is no message that mentions or answers another one', async () => {
    const { ada, moderator, other } = await scene()
    await say(other, 'All is well.')
    const { messageId } = await say(ada, 'What does @other do all day?', { replyTo: 1 })
    expect(await mutes(moderator, ada, messageId)).toBe('done')
    expect(await resolve(moderator, moderator, messageId)).toBe('done')
    expect(await remove(moderator, messageId)).toBe('done')
  })
})
