import { randomUUID } from 'node:crypto'
import type { Citizen } from '@nation/core/citizens'
import { createPanelAccount } from '@nation/core/admin'
import { deriveKeys } from '@nation/core/auth'
import { change } from '@nation/core/platform'
import {
  aCandidate,
  aCitizen,
  anElection,
  anInterview,
  aPoll,
  aTask,
  publishGazette,
  writeGazetteRows,
} from '@nation/core/testing'
import { describe, expect, it } from 'vitest'
import { testSecret, useTestApi } from '../testing'

const api = useTestApi()
const get = (path: string, token?: string) => api.send('GET', path, token === undefined ? {} : { token })
const list = (query: string) => get(`/api/gazette/list?${query}`)
const publish = () => publishGazette(api.nation.runtime)
const admin = (facts: Partial<Citizen> = {}) =>
  aCitizen(api.nation.database, { isAdmin: true, username: 'Grace', ...facts })

interface Entry {
  readonly number: number
  readonly text: string
}
const entriesOf = (answer: { body: Record<string, unknown> }) => answer.body.entries as Entry[]

async function somePolls(count: number, question = 'Which bridge first?') {
  const grace = await admin()
  for (let n = 0; n < count; n++) await aPoll(api.nation.runtime, grace, { question })
  await publish()
  return grace
}

describe('The gazette over HTTP', () => {
  it('goes on where a page ended, also when something comes in between', async () => {
    const grace = await somePolls(5)
    const first = await list('limit=2&kind=polls')
    expect(entriesOf(first).map(({ number }) => number)).toEqual([5, 4])
    await aPoll(api.nation.runtime, grace)
    await publish()
    const second = await list(`limit=2&kind=polls&cursor=${String(first.body.nextCursor)}`)
    expect(entriesOf(second).map(({ number }) => number)).toEqual([3, 2])
  })

  it('answers what is not asked rightly with the right status and a sentence, and changes nothing', async () => {
    await somePolls(3)
    const { body } = await list('limit=1&kind=polls')
    const cursor = String(body.nextCursor)
    const wrong: [string, number, RegExp][] = [
      [`cursor=${cursor}`, 400, /not a cursor of this list/],
      [`kind=bank&cursor=${cursor}`, 400, /not a cursor of this list/],
      [`kind=polls&search=bridge&cursor=${cursor}`, 400, /not a cursor of this list/],
      ['cursor=nonsense', 400, /not a cursor of this list/],
      ['kind=coups', 400, /./],
      ['office=king', 400, /./],
      [`person=${randomUUID()}`, 404, /Profile not found/],
      ['person=grace', 400, /./],
      [`search=${'a'.repeat(10_000)}`, 400, /At most \d+ characters/],
      ['limit=0', 400, /./],
      ['limit=101', 400, /./],
      ['other=1', 400, /./],
    ]
    for (const [query, status, sentence] of wrong) {
      const answer = await list(query)
      expect([query.slice(0, 40), answer.status]).toEqual([query.slice(0, 40), status])
      expect(JSON.stringify(answer.body)).toMatch(sentence)
    }
    for (const number of ['4', '4503599627370495']) {
      const answer = await get(`/api/gazette/get?number=${number}`)
      expect([answer.status, answer.body.error]).toEqual([404, 'The gazette has no entry of this number.'])
    }
    for (const number of ['0', '-1', '1.5', 'one', '99999999999999999999']) {
      expect((await get(`/api/gazette/get?number=${number}`)).status).toBe(400)
    }
  })

  it.each(['%', '_', '%_%', 'bridge -first', '"bridge', '(bridge', 'bridge*', '@@', "bridge'--", '\\', '~<>'])(
    'takes no operator from a search: %j',
    async (search) => {
      await somePolls(1)
      const answer = await list(new URLSearchParams({ search }).toString())
      const words = search.replace(/[^a-z]/g, ' ').trim()
      expect(answer.status).toBe(200)
      expect(entriesOf(answer)).toHaveLength(words === '' ? 0 : 1)
    },
  )

  it('is a feed that feed readers can read, is cached for a minute, and is not sent twice', async () => {
    await somePolls(60, 'Is <b>1 < 2 & "3"</b> a ]]> question?')
    const response = await fetch(`${api.origin}/gazette.atom?kind=polls`)
    const text = await response.text()
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
      'public, max-age=60',
    ])
    expect(text.match(/<entry>/g)).toHaveLength(50)
    expect(text).toContain(`<id>${api.origin}/gazette/60</id>`)
    expect(text).toContain('Is &lt;b&gt;1 &lt; 2 &amp; &quot;3&quot;&lt;/b&gt; a ]]&gt; question?')
    expect(text).toContain('Is &amp;lt;b&amp;gt;')
    expect(text).not.toMatch(/<b>/)
    expect(Buffer.byteLength(text)).toBeLessThan(200_000)
    const again = await fetch(`${api.origin}/gazette.atom?kind=polls`, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await fetch(`${api.origin}/gazette.atom?kind=coups`)).status).toBe(400)
  })

  it('is a table that no spreadsheet runs, with a permanent address in each line', async () => {
    await somePolls(2, '=HYPERLINK("http://evil")')
    const response = await fetch(`${api.origin}/api/gazette/export`)
    const text = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(response.headers.get('content-disposition')).toContain('nation-gazette.csv')
    const [head, first] = text.split('\r\n')
    expect(head).toContain('number,at,kind,entry,address')
    expect(first).toMatch(/^2,2026-01-06T12:00:00.000Z,polls,".*",http:\/\/localhost:\d+\/gazette\/2$/)
  })
})

describe('A file of more entries than any page holds', () => {
  const many = 2_600
  const linesOf = (text: string) => text.split('\r\n').slice(1, -1)
  const numbersOf = (lines: readonly string[]) => lines.map((line) => Number(line.split(',')[0]))

  it('has all entries of the gazette, each once, the newest first, and those of a search, too', async () => {
    const rows = Array.from({ length: many }, (_, n) => ({
      kind: 'bank.total-changed',
      facts: { totalCents: String(n % 2 === 0 ? 100 : 12_300) },
    }))
    await writeGazetteRows(api.nation.database, rows, api.nation.clock.now())
    await publish()
    const file = async (query: string) =>
      linesOf(await (await fetch(`${api.origin}/api/gazette/export?${query}`)).text())
    const all = Array.from({ length: many }, (_, n) => many - n)
    expect(numbersOf(await file(''))).toEqual(all)
    expect(numbersOf(await file('kind=bank'))).toEqual(all)
    expect(numbersOf(await file('search=123'))).toEqual(all.filter((number) => number % 2 === 0))
    expect(await file('search=%25')).toEqual([])
    expect((await fetch(`${api.origin}/api/gazette/export?person=${randomUUID()}`)).status).toBe(404)
  })

  it('has all entries of the audit, and is itself an entry in it', async () => {
    const grace = await admin()
    const facts = { problems: ['A line of the ledger is missing.'] }
    const rows = Array.from({ length: many }, () => ({ kind: 'bank.books-differ', visibility: 'admins', facts }))
    await writeGazetteRows(api.nation.database, rows, api.nation.clock.now())
    await publish()
    const token = await api.panelTokenOf(grace)
    const response = await fetch(`${api.origin}/api/admin/export-audit?kind=system`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="nation-audit-2026-01-06.csv"')
    const numbers = numbersOf(linesOf(await response.text()))
    expect(numbers).toHaveLength(many)
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => b - a))
    await publish()
    expect(entriesOf(await get('/api/admin/audit?kind=exports', token))).toMatchObject([
      { text: 'Grace took out the audit.' },
    ])
  })
})

describe('The audit', () => {
  const enter = (username: string, password: string) =>
    api.send('POST', '/api/admin?action=authenticate', { body: { username, password } })

  it('tells of sign-ins, also of those that failed, and of no password, typed name or address', async () => {
    const grace = await admin()
    const username = `grace.${process.pid}.${Date.now()}`
    const keys = deriveKeys(testSecret)
    await change(api.nation.runtime, {}, (ctx) =>
      createPanelAccount(ctx, keys, {
        username,
        password: 'a long enough password',
        handle: grace.handle,
        withTotp: false,
      }),
    )
    await enter(username, 'a wrong secret')
    await enter('my-password-in-the-wrong-field', 'a wrong secret')
    const { token } = (await enter(username, 'a long enough password')).body as { token: string }
    await publish()
    const answer = await get('/api/admin/audit?kind=sign-ins', token)
    expect(entriesOf(answer).map(({ text }) => text)).toEqual([
      'Grace opened the panel, without a second factor.',
      expect.stringMatching(/^A sign-in to an account that does not exist failed, from network [\w-]{8}\.$/),
      expect.stringMatching(new RegExp(`^A sign-in to the panel account ${username} failed`)),
    ])
    const stored = JSON.stringify([answer.body, await api.nation.database.query('SELECT * FROM journal')])
    for (const secret of ['wrong secret', 'wrong-field', '127.0.0.1']) expect(stored).not.toContain(secret)
  })

  it('tells of roles, deletions with their reason, and exports, and is itself exported into', async () => {
    const grace = await admin()
    const ada = await aCitizen(api.nation.database, { username: 'Ada' })
    const token = await api.panelTokenOf(grace)
    const poll = await aPoll(api.nation.runtime, grace)
    const own = await api.tokenOf(grace)
    await api.send('POST', '/api/admin/update-role', { token, body: { userId: ada.uid, isAdmin: true } })
    expect((await get(`/api/polls/export?pollId=${poll.id}&format=csv`, own)).status).toBe(200)
    await api.send('POST', '/api/polls/delete', { token: own, body: { pollId: poll.id, reason: 'It was spam' } })
    await publish()
    const headers = { authorization: `Bearer ${token}` }
    const file = await fetch(`${api.origin}/api/admin/export-audit`, { headers })
    await publish()
    const { body } = await get('/api/admin/audit', token)
    expect(entriesOf({ body }).map(({ text }) => text)).toEqual([
      'Grace took out the audit.',
      `Grace deleted a poll (${poll.id}), for this reason: “It was spam”.`,
      `Grace took out the results of a poll (${poll.id}).`,
      'Ada is an administrator and is not a moderator now, changed by Grace.',
    ])
    expect(await file.text()).toMatch(/Deletions,.*It was spam/)
    const adas = await get(`/api/admin/audit?person=${ada.uid}`, token)
    expect(entriesOf(adas).map(({ text }) => text)).toEqual([expect.stringMatching(/^Ada is an administrator/)])
    const first = await get('/api/admin/audit?limit=1', token)
    const cursor = String(first.body.nextCursor)
    expect(entriesOf(await get(`/api/admin/audit?limit=1&cursor=${cursor}`, token))).toHaveLength(1)
    expect((await get(`/api/admin/audit?kind=roles&cursor=${cursor}`, token)).status).toBe(400)
    // What is public of it says no reason.
    expect(JSON.stringify((await list('')).body)).not.toContain('spam')
  })

  it('tells each deletion with its reason, a task’s with its title, and the public reads only a candidacy’s', async () => {
    const grace = await admin()
    const [token, own] = [await api.panelTokenOf(grace), await api.tokenOf(grace)]
    await anElection(api.nation.runtime)
    const candidate = await aCandidate(api.nation.runtime, 'secretary')
    const task = await aTask(api.nation.runtime, grace, { title: 'Count the boats' })
    const send = (path: string, body: object, by = own) => api.send('POST', path, { token: by, body })
    const created = await send('/api/broadcast/create', { message: 'Hello', type: 'info' }, token)
    const broadcast = created.body.broadcast as { id: string }
    const deletions: [string, Record<string, string>, string?][] = [
      ['/api/interviews/delete', { interviewId: (await anInterview(api.nation.runtime, grace)).id }],
      ['/api/candidates/delete', { candidateId: candidate.id }],
      ['/api/broadcast/delete', { messageId: broadcast.id }, token],
      ['/api/government-tasks/delete-task', { taskId: task.id }],
    ]
    for (const [path, body, by] of deletions) {
      const reason = `Reason of ${path}`
      expect([path, (await send(path, { ...body, reason: 'x'.repeat(201) }, by)).status]).toEqual([path, 400])
      expect([path, (await send(path, { ...body, reason }, by)).status]).toEqual([path, 200])
    }
    await publish()
    const { body } = await get('/api/admin/audit?kind=deletions', token)
    expect(entriesOf({ body }).map(({ text }) => text)).toEqual([
      'Grace deleted a task: “Count the boats”, for this reason: “Reason of /api/government-tasks/delete-task”.',
      `Grace deleted a broadcast (${broadcast.id}), for this reason: “Reason of /api/broadcast/delete”.`,
      `Grace deleted a candidacy (${candidate.id}), for this reason: “Reason of /api/candidates/delete”.`,
      expect.stringMatching(/^Grace deleted an interview \(.*“Reason of \/api\/interviews\/delete”\.$/),
    ])
    // A candidacy is the public's own matter: whoever voted for it reads who ended it, and why.
    const said = entriesOf(await list('')).map(({ text }) => text)
    expect(said.filter((text) => text.includes('candidacy'))).toEqual([
      expect.stringMatching(
        /^The candidacy of .+ for the office of Secretary of State in the election of .+ was removed by Grace: “Reason of \/api\/candidates\/delete”\.$/,
      ),
    ])
    const rest = said.filter((text) => !text.includes('candidacy'))
    expect(JSON.stringify(rest)).not.toMatch(/Reason of|boats|Hello/)
  })

  it('is for the panel alone: not for an administrator’s own sign-in, nor for other callers', async () => {
    for (const call of ['audit', 'export-audit']) {
      expect((await get(`/api/admin/${call}`)).status).toBe(401)
      expect((await get(`/api/admin/${call}`, await api.tokenOf(await admin()))).status).toBe(403)
    }
  })
})
