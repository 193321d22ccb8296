import type { SignedIn } from '@nation/core/platform'
import { aCitizen } from '@nation/core/testing'
import { allCalls } from '@nation/domain/contract'
import { describe, expect, it } from 'vitest'
import { checkAccess } from '../frame/access'
import { useTestApi } from '../testing'

const api = useTestApi()
const post = (path: string, token: string, body: object) => api.send('POST', `/api/messenger/${path}`, { token, body })
const reportsOf = async (token: string, query = '') =>
  (await api.send('GET', `/api/messenger/get-reports${query}`, { token })).body as {
    reports: { id: string; reason: string; messages: { messageId: string; reported: boolean }[] }[]
    nextCursor: string | null
  }

describe('The panel’s sign-in', () => {
  it('makes no call of the messenger but those that moderate, and the admin chat', () => {
    const panel: SignedIn = {
      id: '1',
      uid: 'u',
      username: 'Alma',
      sessionId: '1',
      panel: true,
      role: 'admin',
      governmentRole: null,
      isAdmin: true,
      isSuperAdmin: true,
    }
    const open = allCalls.filter((call) => {
      if (!/^(messenger|government-chat|admin-chat)\./.test(call.id)) return false
      try {
        checkAccess(call, panel)
        return true
      } catch {
        return false
      }
    })
    expect(open.map(({ id }) => id).sort()).toEqual([
      'admin-chat.get-messages',
      'admin-chat.get-online-admins',
      'admin-chat.send-message',
      'messenger.delete-message',
      'messenger.get-mutes',
      'messenger.get-reports',
      'messenger.mute',
      'messenger.resolve-report',
      'messenger.unmute',
    ])
  })

  it('writes the admin chat, also of a citizen without powers on the site, who writes nothing there without it', async () => {
    const alma = await aCitizen(api.nation.database)
    const say = (token: string) => api.send('POST', '/api/admin-chat/send-message', { token, body: { message: 'Hi' } })
    const panel = await api.panelTokenOf(alma)
    expect(await say(panel)).toMatchObject({ status: 200, body: { number: 1 } })
    expect(await say(await api.tokenOf(alma))).toMatchObject({ status: 403, body: { code: 'panel_only' } })
    await api.send('POST', '/api/admin/logout', { token: panel, body: {} })
    expect(await say(panel)).toMatchObject({ status: 401, body: { code: 'session_ended' } })
  })

  it('deletes no direct message of its citizen’s, and theirs in a group as an administrator: the audit has it', async () => {
    const [alma, ben] = [
      await aCitizen(api.nation.database, { isAdmin: true, isSuperAdmin: true }),
      await aCitizen(api.nation.database),
    ]
    const [own, bens, panel] = [await api.tokenOf(alma), await api.tokenOf(ben), await api.panelTokenOf(alma)]
    const { conversationId } = (await post('start-conversation', own, { recipientId: ben.uid })).body
    const direct = (await post('send-message', own, { conversationId, message: 'Between us' })).body
    const remove = (token: string, { messageId }: Record<string, unknown>) =>
      post('delete-message', token, { messageId })
    expect(await remove(panel, direct)).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
    // Not where it was reported either: no administrator handles reports about themselves.
    await post('report', bens, { messageId: direct.messageId, reason: 'x' })
    expect(await remove(panel, direct)).toMatchObject({ status: 404 })
    expect(await remove(own, direct)).toMatchObject({ status: 200 })
    const audited = async () =>
      (await api.nation.database.query<object[]>(`SELECT id FROM journal WHERE kind = 'admin.deleted'`)).length
    const inGroup = (await post('send-group-message', own, { groupId: 'citizens', message: 'To all' })).body
    expect(await audited()).toBe(0)
    expect(await remove(panel, inGroup)).toMatchObject({ status: 200 })
    expect(await audited()).toBe(1)
    const theirs = (await post('send-message', bens, { conversationId, message: 'a threat' })).body
    expect(await remove(panel, theirs)).toMatchObject({ status: 404 })
    await post('report', own, { messageId: theirs.messageId, reason: 'x' })
    expect(await remove(panel, theirs)).toMatchObject({ status: 200 })
  })
})

it('A report is read, acted on, and closed over HTTP: in a closed room, by pages, with a mute and its end', async () => {
  const [minister, other, moderator] = [
    await aCitizen(api.nation.database, { role: 'government', governmentRole: 'raidMinister' }),
    await aCitizen(api.nation.database, { role: 'government', governmentRole: 'financeMinister' }),
    await aCitizen(api.nation.database, { role: 'moderator' }),
  ]
  const [speaks, reports, moderates] = [
    await api.tokenOf(minister),
    await api.tokenOf(other),
    await api.tokenOf(moderator),
  ]
  for (const message of ['one', 'two', 'three']) {
    const { body } = await post('send-group-message', speaks, { groupId: 'government', message })
    expect(await post('report', reports, { messageId: body.messageId, reason: `of ${message}` })).toMatchObject({ status: 200 }) // oxfmt-ignore
  }
  const first = await reportsOf(moderates, '?limit=2')
  const second = await reportsOf(moderates, `?limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`)
  expect([...first.reports, ...second.reports].map(({ reason }) => reason)).toEqual(['of one', 'of two', 'of three'])
  expect(second.nextCursor).toBeNull()
  const [one] = first.reports
  const messageId = one?.messages.find(({ reported }) => reported)?.messageId
  const key = { 'idempotency-key': crypto.randomUUID() }
  const remove = () =>
    api.send('POST', '/api/messenger/delete-message', { token: moderates, body: { messageId }, headers: key })
  const deleted = await remove()
  expect(deleted).toMatchObject({ status: 200, body: { message: { message: '', replyTo: null } } })
  expect((await remove()).body.message).toEqual(deleted.body.message)
  const page = await api.send('GET', '/api/messenger/get-group-messages?groupId=government', { token: moderates })
  expect(page).toMatchObject({ status: 403, body: { code: 'group_forbidden' } })
  expect(await post('mute', moderates, { citizenId: minister.uid, hours: 1, reason: 'Insults.' })).toMatchObject({ status: 200 }) // oxfmt-ignore
  const say = () => post('send-group-message', speaks, { groupId: 'government', message: 'again' })
  expect(await say()).toMatchObject({ status: 403, body: { code: 'muted' } })
  for (const _ of [1, 2])
    expect(await post('unmute', moderates, { citizenId: minister.uid })).toMatchObject({ status: 200 })
  expect(await say()).toMatchObject({ status: 200 })
  const resolve = () => post('resolve-report', moderates, { reportId: one?.id, resolution: 'Deleted.' })
  expect([(await resolve()).status, (await resolve()).body.code]).toEqual([200, 'report_resolved'])
  expect((await reportsOf(moderates, '?status=resolved')).reports).toMatchObject([{ id: one?.id }])
})
