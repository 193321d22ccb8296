import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { runBatch } from '../platform'
import { aCitizen, useTestNation } from '../testing'
import { adminPosts, deletedAgain, deleteMessage, getReports, mute, report, unmute } from '.'
import { talkIn } from './testing'

const nation = useTestNation()
const { change, reading, say, sayTo, start, texts } = talkIn(nation)

const remove = (who: Citizen, messageId: string) => change(who, (ctx) => deleteMessage(ctx, { messageId }))
const reports = (who: Citizen, messageId: string) => change(who, (ctx) => report(ctx, { messageId, reason: 'x' }))
const code = (error: { code: string }) => error.code
const deletions = async () =>
  Number((await nation.database.query<{ n: string }[]>(`SELECT COUNT(*) AS n FROM journal WHERE kind = 'admin.deleted'`))[0]?.n) // oxfmt-ignore

describe('Who moderates', () => {
  it('deletes what was reported in a room that is closed to them, and learns nothing else of it', async () => {
    const [minister, other, moderator] = [
      await aCitizen(nation.database, { governmentRole: 'raidMinister', role: 'government' }),
      await aCitizen(nation.database, { governmentRole: 'financeMinister', role: 'government' }),
      await aCitizen(nation.database, { role: 'moderator' }),
    ]
    const inGovernment = { groupId: 'government' as const }
    await say(other, 'a secret of state', inGovernment)
    const { messageId } = await say(minister, 'an insult', { ...inGovernment, replyTo: 1 })
    for (let n = 0; n < 6; n++) await say(other, `later ${n}`, inGovernment)
    const far = await say(minister, 'not reported', inGovernment)
    expect(await remove(moderator, messageId).catch(code)).toBe('message_not_found')
    await reports(other, messageId)
    const found = (await reading(moderator, (ctx) => getReports(ctx, { status: 'open', cursor: undefined, limit: 5 }))).reports[0] // oxfmt-ignore
    const { message } = await remove(moderator, found?.messages.find(({ reported }) => reported)?.messageId ?? '')
    expect(message).toMatchObject({ id: messageId, message: '', replyTo: null, images: [], reactions: [] })
    expect(message.deletedAt).not.toBeNull()
    expect((await remove(moderator, messageId)).message).toEqual(message)
    expect((await reading(moderator, (ctx) => deletedAgain(ctx, messageId))).message).toEqual(message)
    expect(await deletions()).toBe(1)
    expect(await remove(moderator, far.messageId).catch(code)).toBe('message_not_found')
    const told = await nation.database.query<object[]>(
      `SELECT visibility FROM journal WHERE kind = 'messenger.changed'`,
    )
    expect(told).toEqual([{ visibility: 'officials' }])
  })

  it('deletes a direct message that was reported, for both who talk, and no other one', async () => {
    const [ada, ben, moderator, citizen] = [
      await aCitizen(nation.database),
      await aCitizen(nation.database, { isAdmin: true }),
      await aCitizen(nation.database, { role: 'moderator' }),
      await aCitizen(nation.database),
    ]
    const conversationId = await start(ada, ben)
    const { messageId } = await sayTo(ben, conversationId, 'a threat')
    expect(await remove(moderator, messageId).catch(code)).toBe('message_not_found')
    await reports(ada, messageId)
    expect(await remove(citizen, messageId).catch(code)).toBe('message_not_found')
    expect(await remove(ada, messageId).catch(code)).toBe('message_not_yours')
    await remove(moderator, messageId)
    expect([await texts(ada, conversationId), await texts(ben, conversationId)]).toEqual([[''], ['']])
    const [{ facts }] = await nation.database.query<[{ facts: unknown }]>(
      `SELECT facts FROM journal WHERE kind = 'messenger.changed-directly'`,
    )
    for (const { uid } of [ada, ben]) expect(JSON.stringify(facts)).toContain(uid)
  })

  it('is the Minister of Marketing as long as they hold the office, and not in the admin chat', async () => {
    const [ada, admin, minister] = [
      await aCitizen(nation.database),
      await aCitizen(nation.database, { isAdmin: true }),
      await aCitizen(nation.database, { role: 'government', governmentRole: 'marketingMinister' }),
    ]
    const [first, second] = [await say(ada, 'an insult'), await say(ada, 'another one')]
    await remove(minister, first.messageId)
    await change(minister, (ctx) => mute(ctx, { citizenId: ada.uid, hours: 1, reason: 'Insults.' }))
    const announced = await change(admin, async (ctx) => {
      const input = { message: 'The banner is up.', clientId: undefined }
      const [outcome] = await runBatch(ctx, adminPosts, [{ caller: ctx.caller, input }])
      return outcome?.answer?.messageId ?? ''
    })
    expect(await remove(minister, announced).catch(code)).toBe('message_not_yours')
    // The caller as the API knew them: the office is asked for behind the lock.
    await nation.database.query('UPDATE citizens SET government_role = NULL, role = ? WHERE id = ?', [
      'citizen',
      minister.id,
    ])
    expect(await remove(minister, second.messageId).catch(code)).toBe('message_not_yours')
    const unmuting = change(minister, (ctx) => unmute(ctx, { citizenId: ada.uid }))
    expect(await unmuting.then(() => 'done', code)).toBe('forbidden')
  })

  it('learns nothing from a report about themselves', async () => {
    const [ada, mod] = [
      await aCitizen(nation.database, { governmentRole: 'raidMinister', role: 'government' }),
      await aCitizen(nation.database, { role: 'moderator', governmentRole: 'financeMinister' }),
    ]
    const inGovernment = { groupId: 'government' as const }
    const near = await say(ada, 'what was said before', inGovernment)
    await reports(ada, (await say(mod, 'an insult', inGovernment)).messageId)
    await nation.database.query('UPDATE citizens SET government_role = NULL WHERE id = ?', [mod.id])
    expect(await remove({ ...mod, governmentRole: null }, near.messageId).catch(code)).toBe('message_not_found')
  })
})
