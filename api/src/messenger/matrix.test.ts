import type { Citizen } from '@nation/core/citizens'
import { aCitizen } from '@nation/core/testing'
import { governmentRoles } from '@nation/domain/permissions'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()

const groups = ['citizens', 'admins', 'executives', 'government'] as const
const places = [...groups, 'admin-chat'] as const
type Place = (typeof places)[number]

const executives: readonly string[] = ['president', 'primeMinister', 'secretary']
const official = (role: (typeof governmentRoles)[number]) => {
  const reads: readonly Place[] = [
    'citizens',
    'government',
    'admin-chat',
    ...(executives.includes(role) ? (['executives'] as const) : []),
  ]
  return [role, { facts: { role: 'government', governmentRole: role } as const, reads }] as const
}

interface Actor {
  readonly facts: Partial<Citizen>
  /** Which channels are open to them (requirements 2.6). */
  readonly reads: readonly Place[]
}

/** Everybody with a session of their own, and what is open to them. */
const actors: Readonly<Record<string, Actor>> = {
  citizen: { facts: {}, reads: ['citizens'] },
  candidate: { facts: { role: 'candidate' }, reads: ['citizens'] },
  moderator: { facts: { role: 'moderator' }, reads: ['citizens'] },
  ...Object.fromEntries(governmentRoles.map(official)),
  admin: { facts: { role: 'admin', isAdmin: true }, reads: places },
  superAdmin: { facts: { isSuperAdmin: true }, reads: places },
}

type Call = (place: Place, messageId: string) => readonly [method: 'GET' | 'POST', path: string, body?: object] | null

const onlyGroups = (place: Place) => place !== 'admin-chat'

/** Every call that reaches into a channel, or to a message of it. */
const calls: Readonly<Record<string, Call>> = {
  read: (place) => [
    'GET',
    place === 'admin-chat' ? 'admin-chat/get-messages' : `messenger/get-group-messages?groupId=${place}`,
  ],
  'read as government chat': (place) => (place === 'government' ? ['GET', 'government-chat/get-messages'] : null),
  send: (place) =>
    place === 'admin-chat'
      ? ['POST', 'admin-chat/send-message', { message: 'Hi' }]
      : ['POST', 'messenger/send-group-message', { groupId: place, message: 'Hi' }],
  mark: (place) => (onlyGroups(place) ? ['POST', 'messenger/mark-as-read', { conversationId: place }] : null),
  typing: (place) => (onlyGroups(place) ? ['POST', 'messenger/typing', { conversationId: place, typing: true }] : null),
  notice: (place) =>
    onlyGroups(place) ? ['POST', 'messenger/set-notice', { conversationId: place, notice: false }] : null,
  react: (_, messageId) => ['POST', 'messenger/react', { messageId, reaction: 'heart', on: true }],
  report: (_, messageId) => ['POST', 'messenger/report', { messageId, reason: 'It is rude.' }],
  edit: (_, messageId) => ['POST', 'messenger/edit-message', { messageId, message: 'Other words' }],
  delete: (_, messageId) => ['POST', 'messenger/delete-message', { messageId }],
}

/** What is answered of a call, by what the caller may do there. */
function expected(name: string, place: Place, { facts, reads }: Actor): string {
  const isAdministrator = facts.isAdmin === true || facts.isSuperAdmin === true
  if (place === 'admin-chat' && name === 'send') return '403 panel_only'
  if (!reads.includes(place)) {
    // A message that one may not read looks missing.
    if (['react', 'report', 'edit', 'delete'].includes(name)) return '404 message_not_found'
    return place === 'admin-chat' ? '403 forbidden' : '403 group_forbidden'
  }
  if (name === 'edit') return '403 message_not_yours'
  if (name === 'delete') {
    const moderates = facts.role === 'moderator' || facts.governmentRole === 'marketingMinister'
    const may = isAdministrator || (moderates && place !== 'admin-chat')
    return may ? '200' : '403 message_not_yours'
  }
  if (name === 'react' && place === 'admin-chat') return isAdministrator ? '200' : '403 group_forbidden'
  return '200'
}

let writer: string
/** The same administrator's sign-in to the panel, where alone the admin chat is written. */
let writerInPanel: string
beforeEach(async () => {
  const admin = await aCitizen(api.nation.database, { isSuperAdmin: true })
  writer = await api.tokenOf(admin)
  writerInPanel = await api.panelTokenOf(admin)
})

/** Every call into every channel, each with another citizen's message. */
const asked = places.flatMap((place) =>
  Object.entries(calls).flatMap(([name, call]) => (call(place, '') ? [{ place, name, call }] : [])),
)

async function aMessageIn(place: Place): Promise<string> {
  const [, path, body] = calls.send!(place, '')!
  const token = place === 'admin-chat' ? writerInPanel : writer
  const { body: answer } = await api.send('POST', `/api/${path}`, { token, body })
  return String(answer.messageId)
}

/** What is answered to these tokens, in their order. */
async function answersTo(tokens: readonly (string | undefined)[]): Promise<Record<string, string>[]> {
  const answers = tokens.map((): Record<string, string> => ({}))
  for (const { place, name, call } of asked) {
    for (const [who, token] of tokens.entries()) {
      const messageId = ['edit', 'delete', 'react', 'report'].includes(name) ? await aMessageIn(place) : ''
      const [method, path, body] = call(place, messageId)!
      const answer = await api.send(method, `/api/${path}`, { ...(token && { token }), ...(body && { body }) })
      const code = typeof answer.body.code === 'string' ? ` ${answer.body.code}` : ''
      answers[who]![`${name} ${place}`] = `${answer.status}${code}`
    }
  }
  return answers
}

const everyAnswer = (of: (name: string, place: Place) => string) =>
  Object.fromEntries(asked.map(({ name, place }) => [`${name} ${place}`, of(name, place)]))

describe('Every call into every channel', () => {
  it.each(Object.entries(actors))('answers %s as requirements 2.6 say', async (_, actor) => {
    const token = await api.tokenOf(await aCitizen(api.nation.database, actor.facts))
    const [answers] = await answersTo([token])
    expect(answers).toEqual(everyAnswer((name, place) => expected(name, place, actor)))
  })

  it('is refused to visitors, to whom left, and, but for the admin chat and deletions, to the panel', async () => {
    const admin = await aCitizen(api.nation.database, { isAdmin: true })
    const leaving = await aCitizen(api.nation.database, { handle: 'ada_leaves' })
    const token = await api.tokenOf(leaving)
    const left = await api.send('POST', '/api/user/delete-account', { token, body: { confirm: 'ada_leaves' } })
    expect(left.status).toBe(200)
    const [visitor, departed, panel] = await answersTo([undefined, token, await api.panelTokenOf(admin)])
    expect(visitor).toEqual(everyAnswer(() => '401 unauthenticated'))
    expect(departed).toEqual(everyAnswer(() => '401 session_ended'))
    const isPanels = (name: string, place: Place) =>
      name === 'delete' || (place === 'admin-chat' && ['read', 'send'].includes(name))
    expect(panel).toEqual(everyAnswer((name, place) => (isPanels(name, place) ? '200' : '403 panel_administers')))
  })
})

describe('A direct conversation', () => {
  const direct = (conversationId: string, messageId: string) =>
    [
      ['GET', `messenger/get-messages?conversationId=${conversationId}`],
      ['POST', 'messenger/send-message', { conversationId, message: 'Hi' }],
      ['POST', 'messenger/mark-as-read', { conversationId }],
      ['POST', 'messenger/typing', { conversationId, typing: true }],
      ['POST', 'messenger/set-notice', { conversationId, notice: false }],
      ['POST', 'messenger/accept-request', { conversationId }],
      ['POST', 'messenger/react', { messageId, reaction: 'heart', on: true }],
      ['POST', 'messenger/report', { messageId, reason: 'It is rude.' }],
      ['POST', 'messenger/edit-message', { messageId, message: 'Other words' }],
      ['POST', 'messenger/delete-message', { messageId }],
    ] as const

  it('and its messages look missing in every call to everybody else, whatever their office', async () => {
    const [ada, ben] = [await aCitizen(api.nation.database), await aCitizen(api.nation.database, { isAdmin: true })]
    const [adas, bens] = [await api.tokenOf(ada), await api.tokenOf(ben)]
    const post = (token: string, path: string, body: object) =>
      api.send('POST', `/api/messenger/${path}`, { token, body })
    const { body } = await post(adas, 'start-conversation', { recipientId: ben.uid })
    const conversationId = String(body.conversationId)
    await post(bens, 'send-message', { conversationId, message: 'Hello.' })
    for (const [name, { facts }] of Object.entries(actors)) {
      const sent = await post(adas, 'send-message', { conversationId, message: 'Hello.' })
      const token = await api.tokenOf(await aCitizen(api.nation.database, facts))
      const codes: string[] = []
      for (const [method, path, input] of direct(conversationId, String(sent.body.messageId))) {
        const answer = await api.send(method, `/api/${path}`, { token, ...(input && { body: input }) })
        codes.push(typeof answer.body.code === 'string' ? answer.body.code : String(answer.status))
      }
      const missing = [
        ...Array<string>(6).fill('conversation_not_found'),
        ...Array<string>(4).fill('message_not_found'),
      ]
      expect([name, ...codes]).toEqual([name, ...missing])
    }
  })
})
