import { errorTable } from '@nation/domain/errors'
import { describe, expect, it } from 'vitest'
import { change, read } from '../platform'
import { aCitizen, as, signedIn, useTestNation } from '../testing'
import { activeBroadcasts, allBroadcasts, broadcastsDueAt, createBroadcast, deleteBroadcast, endDueBroadcasts } from '.'

const nation = useTestNation()

const say = (who: Awaited<ReturnType<typeof aCitizen>>, message: string, endsAt?: number) =>
  as(nation.runtime, who, (ctx) => createBroadcast(ctx, { message, type: 'info', endsAt }))
const takeDown = (who: Awaited<ReturnType<typeof aCitizen>>, messageId: string) =>
  as(nation.runtime, who, (ctx) => deleteBroadcast(ctx, { messageId }))
const active = () => read(nation.runtime, null, activeBroadcasts)
const all = (input: { limit?: number; cursor?: string } = {}) =>
  read(nation.runtime, null, (ctx) => allBroadcasts(ctx, input))
const journal = () =>
  nation.database.query<object[]>('SELECT kind, actor, subject, visibility FROM journal ORDER BY id')

describe('A broadcast', () => {
  it('is on as soon as it is sent, under its author’s name, and everybody hears of it', async () => {
    const alma = await aCitizen(nation.database, { username: 'Alma' })
    const { broadcast } = await say(alma, 'Voting is open.')
    expect(broadcast).toMatchObject({ message: 'Voting is open.', type: 'info', isActive: true, createdBy: 'Alma' })
    expect((await active()).messages).toEqual([broadcast])
    expect(await journal()).toEqual([
      { kind: 'broadcasts.created', actor: alma.uid, subject: broadcast.id, visibility: 'public' },
    ])
  })

  it('that says nothing is refused, and changes nothing', async () => {
    const alma = await aCitizen(nation.database)
    await expect(say(alma, '')).rejects.toMatchObject({ code: 'broadcast_empty', message: 'Please enter a message' })
    expect(errorTable.broadcast_empty[0]).toBe(400)
    expect((await all()).messages).toEqual([])
    expect(await journal()).toEqual([])
  })

  it('that is taken down is no longer active, stays on record with who did it, and can be taken down again', async () => {
    const [alma, boris] = [await aCitizen(nation.database), await aCitizen(nation.database, { username: 'Boris' })]
    const { broadcast } = await say(alma, 'Voting is open.')
    nation.clock.set(new Date('2026-01-06T13:00:00.000Z'))
    await takeDown(boris, broadcast.id)
    expect((await active()).messages).toEqual([])
    const { messages } = await all()
    expect(messages).toEqual([
      { ...broadcast, isActive: false, deletedBy: 'Boris', deletedAt: Date.parse('2026-01-06T13:00:00.000Z') },
    ])

    nation.clock.set(new Date('2026-01-06T14:00:00.000Z'))
    await takeDown(alma, broadcast.id)
    expect((await all()).messages).toEqual(messages)
    expect(await journal()).toMatchObject([
      { kind: 'broadcasts.created', visibility: 'public' },
      { kind: 'broadcasts.deleted', visibility: 'public' },
      { kind: 'admin.deleted', visibility: 'admins' },
    ])
    expect(await journal()).toContainEqual({
      kind: 'broadcasts.deleted',
      actor: boris.uid,
      subject: broadcast.id,
      visibility: 'public',
    })
  })

  it('leaves at its end, before a worker has stored that, and the end is announced once', async () => {
    const alma = await aCitizen(nation.database)
    const end = nation.clock.now().getTime() + 60_000
    const { broadcast: older } = await say(alma, 'Voting is open.')
    const { broadcast } = await say(alma, 'The harbour opens at noon.', end)
    expect(broadcast).toMatchObject({ isActive: true, endsAt: end })
    expect((await active()).messages).toEqual([broadcast, older])
    expect(await broadcastsDueAt(nation.database)).toEqual(new Date(end))

    nation.clock.set(new Date(end - 1))
    await endDueBroadcasts(nation.runtime)
    expect((await active()).messages).toHaveLength(2)
    nation.clock.set(new Date(end))
    expect((await active()).messages).toEqual([older])
    await Promise.all([endDueBroadcasts(nation.runtime), endDueBroadcasts(nation.runtime)])
    expect(await broadcastsDueAt(nation.database)).toBeNull()
    expect((await all()).messages[0]).toEqual({ ...broadcast, isActive: false, deletedAt: null, deletedBy: null })
    const endings = (await journal()).filter((entry) => (entry as { kind: string }).kind === 'broadcasts.ended')
    expect(endings).toEqual([{ kind: 'broadcasts.ended', actor: null, subject: broadcast.id, visibility: 'public' }])
  })

  it('that has ended can be taken down: it is quoted no more', async () => {
    const alma = await aCitizen(nation.database, { username: 'Alma' })
    const end = nation.clock.now().getTime() + 60_000
    const { broadcast } = await say(alma, 'The harbour opens at noon.', end)
    nation.clock.set(new Date(end))
    await endDueBroadcasts(nation.runtime)
    await takeDown(alma, broadcast.id)
    expect((await all()).messages).toMatchObject([{ id: broadcast.id, isActive: false, deletedBy: 'Alma' }])
  })

  it('cannot end before it begins', async () => {
    const alma = await aCitizen(nation.database)
    const late = say(alma, 'Voting is open.', nation.clock.now().getTime())
    await expect(late).rejects.toMatchObject({ code: 'broadcast_end_invalid' })
    expect((await all()).messages).toEqual([])
  })

  it('is not sent by a panel whose sign-in was ended after its call was admitted', async () => {
    const alma = await aCitizen(nation.database)
    const ended = signedIn(alma, { panel: true, isSuperAdmin: true })
    const sent = change(nation.runtime, { caller: ended }, (ctx) =>
      createBroadcast({ ...ctx, caller: ended }, { message: 'Voting is open.', type: 'info' }),
    )
    await expect(sent).rejects.toMatchObject({ code: 'session_ended' })
    expect((await all()).messages).toEqual([])
  })

  it('that is not there cannot be taken down', async () => {
    const alma = await aCitizen(nation.database)
    const { broadcast } = await say(alma, 'Voting is open.')
    const other = broadcast.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    await expect(takeDown(alma, other)).rejects.toMatchObject({ code: 'broadcast_not_found' })
    expect((await active()).messages).toHaveLength(1)
  })

  it('comes before older ones, also within one millisecond, and pages lead through all of them', async () => {
    const alma = await aCitizen(nation.database)
    for (const number of ['1', '2', '3', '4', '5']) await say(alma, `News ${number}`)
    expect((await active()).messages.map(({ message }) => message)).toEqual(
      ['5', '4', '3', '2', '1'].map((number) => `News ${number}`),
    )
    const read: string[] = []
    let cursor: string | undefined
    do {
      const page = await all({ limit: 2, ...(cursor !== undefined && { cursor }) })
      expect(page.messages.length).toBeLessThanOrEqual(2)
      read.push(...page.messages.map(({ message }) => message))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(read).toEqual(['5', '4', '3', '2', '1'].map((number) => `News ${number}`))
  })
})
