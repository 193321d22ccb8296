import { messageLimits } from '@nation/domain/messenger'
import { aCitizen, anUpload } from '@nation/core/testing'
import type { Citizen } from '@nation/core/citizens'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()

const unknown = '01890a5d-ac96-774b-bcce-b302099a8999'
const post = (token: string, path: string, body: object) => api.send('POST', `/api/messenger/${path}`, { token, body })

/** Ada, who talks with Ben; each has said something to the other, and Ada something to all. */
async function aTalk() {
  const { database } = api.nation
  const [ada, ben] = [await aCitizen(database), await aCitizen(database, { handle: 'ben_leaves' })]
  const [adas, bens] = [await api.tokenOf(ada), await api.tokenOf(ben)]
  const { body } = await post(adas, 'start-conversation', { recipientId: ben.uid })
  const conversationId = String(body.conversationId)
  await post(adas, 'send-message', { conversationId, message: 'Hello, Ben.' })
  await post(bens, 'send-message', { conversationId, message: 'Hello, Ada.' })
  const said = await post(adas, 'send-group-message', { groupId: 'citizens', message: 'Good morning.' })
  return { ada, ben, adas, bens, conversationId, messageId: String(said.body.messageId) }
}

type Talk = Awaited<ReturnType<typeof aTalk>>

async function anImage(owner: Citizen): Promise<string> {
  const url = await anUpload(api.nation.database, owner)
  await api.nation.database.query('UPDATE media SET width = 640, height = 480 WHERE name = ?', [
    url.slice('/media/'.length),
  ])
  return url
}

const group = { groupId: 'citizens' } as const
const empty = 'Please enter a message'
const missing = 'There is no such conversation.'

type Refused = readonly [path: string, body: object, status: number, code: string, sentence: string | RegExp]

/** What is wrong, what is sent then, and how it is answered. */
const wrong: Readonly<Record<string, (talk: Talk) => Refused | Promise<Refused>>> = {
  'no message': () => ['send-group-message', group, 400, 'message_empty', empty],
  'an empty message': () => ['send-group-message', { ...group, message: '' }, 400, 'message_empty', empty],
  'a blank message': () => ['send-group-message', { ...group, message: ' \n\t ' }, 400, 'message_empty', empty],
  'a message of what is not seen': () => [
    'send-group-message',
    { ...group, message: '\u200B\u2060\uFEFF\u00AD' },
    400,
    'message_empty',
    empty,
  ],
  'a blank direct message': ({ conversationId }) => [
    'send-message',
    { conversationId, message: ' ' },
    400,
    'message_empty',
    empty,
  ],
  'an edit to nothing': ({ messageId }) => ['edit-message', { messageId, message: ' ' }, 400, 'message_empty', empty],
  'more than 2,000 characters': () => [
    'send-group-message',
    { ...group, message: 'a'.repeat(messageLimits.text + 1) },
    400,
    'invalid_input',
    /2,?000/,
  ],
  'an edit to more than 2,000 characters': ({ messageId }) => [
    'edit-message',
    { messageId, message: 'a'.repeat(messageLimits.text + 1) },
    400,
    'invalid_input',
    /2,?000/,
  ],
  'five images': async ({ ada }) => [
    'send-group-message',
    { ...group, message: 'Look', images: await Promise.all(Array.from({ length: 5 }, () => anImage(ada))) },
    400,
    'invalid_input',
    /4/,
  ],
  'the upload of another': async ({ ben }) => [
    'send-group-message',
    { ...group, message: 'Look', images: [await anImage(ben)] },
    403,
    'picture_not_yours',
    /./,
  ],
  'the upload of another in a direct conversation': async ({ ben, conversationId }) => [
    'send-message',
    { conversationId, message: 'Look', images: [await anImage(ben)] },
    403,
    'picture_not_yours',
    /./,
  ],
  'a foreign userId': ({ ben }) => [
    'send-group-message',
    { ...group, message: 'Hi', userId: ben.uid },
    403,
    'not_yourself',
    /./,
  ],
  'a foreign senderId': ({ ben, conversationId }) => [
    'send-message',
    { conversationId, message: 'Hi', senderId: ben.uid },
    403,
    'not_yourself',
    /./,
  ],
  'a group without the right': () => [
    'send-group-message',
    { groupId: 'government', message: 'Hi' },
    403,
    'group_forbidden',
    'This group is not open to you.',
  ],
  'a conversation that is not one’s own': async ({ ben }) => {
    const other = await api.tokenOf(await aCitizen(api.nation.database))
    const { body } = await post(other, 'start-conversation', { recipientId: ben.uid })
    return [
      'send-message',
      { conversationId: body.conversationId, message: 'Hi' },
      404,
      'conversation_not_found',
      missing,
    ]
  },
  'a conversation that is not there': () => [
    'send-message',
    { conversationId: unknown, message: 'Hi' },
    404,
    'conversation_not_found',
    missing,
  ],
  'a conversation with oneself': ({ ada }) => [
    'start-conversation',
    { recipientId: ada.uid },
    400,
    'conversation_with_oneself',
    'Please choose another citizen to write to.',
  ],
  'a conversation with an unknown citizen': () => [
    'start-conversation',
    { recipientId: unknown },
    404,
    'citizen_not_found',
    /./,
  ],
  'a request beyond twenty': async ({ adas }) => {
    const strangers = Array.from({ length: messageLimits.openRequests + 1 }, () => aCitizen(api.nation.database))
    const [another, ...others] = await Promise.all(strangers)
    for (const { uid } of others) await post(adas, 'start-conversation', { recipientId: uid })
    return [
      'start-conversation',
      { recipientId: another!.uid },
      409,
      'requests_full',
      /^You have 20 requests that wait/,
    ]
  },
  'a conversation with a former citizen': async ({ ben, bens }) => {
    await leave(bens)
    return ['start-conversation', { recipientId: ben.uid }, 404, 'citizen_not_found', /./]
  },
  'a message to a former citizen': async ({ bens, conversationId }) => {
    await leave(bens)
    return [
      'send-message',
      { conversationId, message: 'Hi' },
      409,
      'recipient_gone',
      'This citizen has left the nation.',
    ]
  },
  'an edit after 15 minutes': async (talk) => {
    const { ada, messageId } = talk
    later(messageLimits.editMs)
    // Bearers live no longer.
    talk.adas = await api.tokenOf(ada)
    return [
      'edit-message',
      { messageId, message: 'Late' },
      409,
      'message_edit_too_late',
      'A message can be edited for 15 minutes.',
    ]
  },
  'an edit of a deleted message': async ({ adas, messageId }) => {
    expect(await post(adas, 'delete-message', { messageId })).toMatchObject({ status: 200 })
    return ['edit-message', { messageId, message: 'Back' }, 409, 'message_deleted', 'This message was deleted.']
  },
  'one client id with two texts': async ({ adas }) => {
    const clientId = crypto.randomUUID()
    await post(adas, 'send-group-message', { ...group, message: 'Once', clientId })
    return [
      'send-group-message',
      { ...group, message: 'Twice', clientId },
      409,
      'message_id_reused',
      'Another message was already sent under this id.',
    ]
  },
  'a read marker ahead of the last number': () => [
    'mark-as-read',
    { conversationId: 'citizens', number: 2 },
    409,
    'read_marker_ahead',
    'There is no message with this number yet.',
  ],
  'a read marker ahead of the last number of two': ({ conversationId }) => [
    'mark-as-read',
    { conversationId, number: 3 },
    409,
    'read_marker_ahead',
    'There is no message with this number yet.',
  ],
}

const later = (ms: number) => api.nation.clock.set(new Date(api.nation.clock.now().getTime() + ms))

async function leave(token: string): Promise<void> {
  const left = await api.send('POST', '/api/user/delete-account', { token, body: { confirm: 'ben_leaves' } })
  expect(left.status).toBe(200)
}

/** All that conversations hold, and up to where it was read. */
const stored = (): Promise<unknown> =>
  api.nation.database
    .query(`SELECT v.id, v.last_number, m.number, m.text, r.citizen_id, r.read_number FROM conversations v
    LEFT JOIN messages m ON m.conversation_id = v.id LEFT JOIN conversation_readers r ON r.conversation_id = v.id
    ORDER BY v.id, m.number, r.citizen_id`)

describe('Bad input is refused over HTTP, and changes nothing', () => {
  it.each(Object.entries(wrong))('%s', async (_, of) => {
    const talk = await aTalk()
    const [path, body, status, code, sentence] = await of(talk)
    const before = await stored()
    const answer = await post(talk.adas, path, body)
    const [detail] = (answer.body.details ?? []) as { message: string }[]
    const said = code === 'invalid_input' ? detail?.message : answer.body.error
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(said).toMatch(sentence)
    expect(await stored()).toEqual(before)
  })

  it('but a block is not disclosed: a blocked citizen begins, writes and reads as ever', async () => {
    const { ada, ben, adas, bens, conversationId } = await aTalk()
    const asBen = async () => {
      const started = await post(bens, 'start-conversation', { recipientId: ada.uid })
      const sent = await post(bens, 'send-message', { conversationId, message: 'Are you there?' })
      const read = await api.send('GET', `/api/messenger/get-messages?conversationId=${conversationId}`, {
        token: bens,
      })
      const found = await api.send('GET', `/api/messenger/search-users?query=${ada.handle}`, { token: bens })
      return [started, sent, read, found].map(({ status, body }) => [status, ...Object.keys(body)])
    }
    const before = await asBen()
    expect(await post(adas, 'block', { citizenId: ben.uid })).toMatchObject({ status: 200 })
    expect(await asBen()).toEqual(before)
    expect(before.map(([status]) => status)).toEqual([200, 200, 200, 200])
  })

  it('and 2,000 characters, four images and one client id twice are no bad input', async () => {
    const { ada, adas } = await aTalk()
    const images = await Promise.all(Array.from({ length: 4 }, () => anImage(ada)))
    const body = { ...group, message: '🌍'.repeat(messageLimits.text / 2), images, clientId: crypto.randomUUID() }
    const first = await post(adas, 'send-group-message', body)
    expect(first).toMatchObject({ status: 200, body: { number: 2 } })
    expect(await post(adas, 'send-group-message', body)).toMatchObject({ status: 200, body: { number: 2 } })
    const read = await api.send('GET', '/api/messenger/get-group-messages?groupId=citizens', { token: adas })
    expect((read.body.messages as { images: unknown[] }[]).map((one) => one.images.length)).toEqual([0, 4])
  })
})
