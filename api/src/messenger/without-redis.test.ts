import { aCitizen } from '@nation/core/testing'
import { expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi({ redis: false })

it('Without Redis messages are written and read; no presence and no typing is sent', async () => {
  const [ada, ben] = [await aCitizen(api.nation.database, { isAdmin: true }), await aCitizen(api.nation.database)]
  const [adas, bens] = [await api.tokenOf(ada), await api.tokenOf(ben)]
  const post = (path: string, token: string, body: object) => api.send('POST', `/api/${path}`, { token, body })
  const { body } = await post('messenger/start-conversation', bens, { recipientId: ada.uid })
  expect(body).toMatchObject({ conversation: { otherUser: { isOnline: false } } })
  const { conversationId } = body
  for (const message of ['one', 'two']) {
    expect(await post('messenger/send-message', bens, { conversationId, message })).toMatchObject({ status: 200 })
  }
  expect(await post('messenger/typing', bens, { conversationId, typing: true })).toMatchObject({ status: 200 })
  const read = await api.send('GET', `/api/messenger/get-messages?conversationId=${String(conversationId)}`, {
    token: adas,
  })
  expect(read.body).toMatchObject({ messages: [{ message: 'one' }, { message: 'two' }] })
  expect(await api.send('GET', '/api/admin-chat/get-online-admins', { token: adas })).toMatchObject({
    status: 200,
    body: { admins: [] },
  })
})
