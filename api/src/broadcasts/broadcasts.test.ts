import { aCitizen } from '@nation/core/testing'
import { broadcastLimits } from '@nation/domain/broadcasts'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()

async function thePanel(): Promise<string> {
  return api.panelTokenOf(await aCitizen(api.nation.database, { username: 'Alma', isSuperAdmin: true }))
}

const create = (token: string | undefined, body: object) =>
  api.send('POST', '/api/broadcast?action=create', { ...(token !== undefined && { token }), body })

/** What readers get, as soon as the shared answer is a new one. */
const read = (path = '/api/broadcast/get-active') => expect.poll(async () => (await api.send('GET', path)).body)

/** What is on, from the database. */
const onAir = (): Promise<{ uid: string; message: string }[]> =>
  api.nation.database.query('SELECT uid, message FROM broadcasts WHERE archived_at IS NULL ORDER BY id DESC')

describe('Broadcasts over HTTP', () => {
  it('are sent, read by everybody and taken down, at both kinds of address, each as its contract says', async () => {
    const token = await thePanel()
    const created = await create(token, { message: 'The polls are open.', type: 'warning', createdBy: 'The President' })
    expect(created.body).toMatchObject({ success: true, broadcast: { type: 'warning', createdBy: 'Alma' } })
    const { id } = created.body.broadcast as { id: string }

    for (const path of ['/api/broadcast?action=get-active', '/api/broadcast/get-active']) {
      await read(path).toMatchObject({ messages: [{ id, message: 'The polls are open.', isActive: true }] })
    }

    const gone = await api.send('POST', '/api/broadcast/delete', { token, body: { messageId: id } })
    expect(gone.body).toEqual({ success: true, messageId: id })
    const listed = await api.send('GET', '/api/broadcast?action=get-messages&limit=5', { token })
    expect(listed.body).toMatchObject({ messages: [{ id, isActive: false, deletedBy: 'Alma' }], nextCursor: null })
    expect(await onAir()).toEqual([])
  })

  it('are the panel’s: an administrator’s own token sends none, takes none down and does not see the old ones', async () => {
    const panel = await thePanel()
    const sent = await create(panel, { message: 'The polls are open.' })
    const { id: messageId } = sent.body.broadcast as { id: string }
    const powerful = { isAdmin: true, isSuperAdmin: true, governmentRole: 'president' as const }
    const admin = await api.tokenOf(await aCitizen(api.nation.database, powerful))
    for (const [token, status, code] of [
      [admin, 403, 'panel_only'],
      [undefined, 401, 'unauthenticated'],
    ] as const) {
      const who = token === undefined ? {} : { token }
      for (const answer of [
        await create(token, { message: 'I won.' }),
        await api.send('POST', '/api/broadcast/delete', { ...who, body: { messageId } }),
        await api.send('GET', '/api/broadcast/get-messages', who),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([status, code])
      }
    }
    expect((await onAir()).map(({ uid }) => uid)).toEqual([messageId])
  })

  it('that are empty, of nothing visible, too long or of no known type are refused', async () => {
    const token = await thePanel()
    for (const message of ['', '  \n ', '\u200b\u202e\u2066']) {
      const { status, body } = await create(token, { message })
      expect([status, body.error, body.code]).toEqual([400, 'Please enter a message', 'broadcast_empty'])
    }
    const none = await create(token, {})
    expect(none.body).toMatchObject({ error: 'Please enter a message', code: 'broadcast_empty' })
    expect(none.body.details).toMatchObject([{ message: 'Please enter a message' }])
    const long = await create(token, { message: 'ß'.repeat(broadcastLimits.message + 1) })
    expect(long.body).toMatchObject({ code: 'invalid_input', details: [{ path: 'message' }] })
    const odd = await create(token, { message: 'Hello', type: 'shout' })
    expect(odd.body).toMatchObject({ code: 'invalid_input', details: [{ path: 'type' }] })
    expect(await onAir()).toEqual([])
    expect((await create(token, { message: 'ß'.repeat(broadcastLimits.message) })).status).toBe(200)
  })

  it('keep hostile text as the text that it is, on one line, without what turns or hides it', async () => {
    const token = await thePanel()
    const hostile = "<img src=x onerror=alert(1)>\n'; DROP TABLE broadcasts; --\t\u202eevil\u2066 👩‍🚀 {{7*7}}"
    const sent = await create(token, { message: hostile, type: 'error' })
    const stored = "<img src=x onerror=alert(1)> '; DROP TABLE broadcasts; -- evil 👩‍🚀 {{7*7}}"
    expect(sent.body).toMatchObject({ broadcast: { message: stored } })
    expect((await onAir()).map(({ message }) => message)).toEqual([stored])
    await read().toMatchObject({ messages: [{ message: stored }] })
  })

  it('are sent once, however often one presses the button', async () => {
    const token = await thePanel()
    const press = () =>
      api.send('POST', '/api/broadcast/create', {
        token,
        body: { message: 'Only once.' },
        headers: { 'idempotency-key': 'one-press' },
      })
    const [first, second] = [await press(), await press()]
    expect(second.body).toEqual(first.body)
    expect(await onAir()).toHaveLength(1)
  })
})
