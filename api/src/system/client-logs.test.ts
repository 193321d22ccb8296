import { aCitizen } from '@nation/core/testing'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()

const entry = { level: 'error', message: 'The map could not be drawn', page: '/', at: 1_770_303_600_000 }

interface LogRecord {
  level: number
  source?: string
  caller?: string
  client?: { message: string; detail?: string; level: string }
}

const clientRecords = () =>
  api.logLines.map((line) => JSON.parse(line) as LogRecord).filter(({ source }) => source === 'client')

const tell = (body: unknown, token?: string) => api.send('POST', '/api/logs', { body, ...(token && { token }) })

describe('What browsers tell of their troubles', () => {
  it('is written to the log as theirs, and wakes no operator', async () => {
    const answer = await tell({ entries: [entry, { ...entry, level: 'warn', detail: 'at a\n  at b', times: 3 }] })
    expect(answer).toMatchObject({ status: 200, body: { success: true, taken: 2 } })
    expect(clientRecords()).toMatchObject([
      { level: 40, client: { level: 'error', message: entry.message, at: entry.at, times: 1 } },
      { level: 30, client: { level: 'warn', detail: 'at a\n  at b', times: 3 } },
    ])
  })

  it('says who it was by the token alone', async () => {
    const ada = await aCitizen(api.nation.database)
    await tell({ entries: [entry] }, await api.tokenOf(ada))
    expect(clientRecords()).toMatchObject([{ caller: ada.uid }])
    expect((await tell({ entries: [{ ...entry, caller: ada.uid }] })).status).toBe(400)
  })

  it('shows no secret and breaks no line', async () => {
    await tell({ entries: [{ ...entry, message: 'Bearer abc.def.ghi\n{"level":60,"fake":true}\u001b[31m' }] })
    const [record] = clientRecords()
    expect(record?.client?.message).toBe('Bearer [secret] {"level":60,"fake":true}[31m')
    expect(api.logLines.join('')).not.toContain('abc.def')
  })

  it.each([
    ['no entries', { entries: [] }],
    ['too many entries', { entries: Array.from({ length: 21 }, () => entry) }],
    ['an entry that is too long', { entries: [{ ...entry, message: 'x'.repeat(501) }] }],
    ['a level of the server’s own', { entries: [{ ...entry, level: 'fatal' }] }],
  ])('is refused when it has %s', async (_, body) => {
    expect((await tell(body)).body).toMatchObject({ success: false, code: 'invalid_input' })
    expect(clientRecords()).toEqual([])
  })

  it('is taken from one address only so often', async () => {
    // Tests count with fifty times the limit of production, which is 12 a minute.
    const answers = []
    for (let sent = 0; sent < 601; sent++) answers.push(await tell({ entries: [entry] }))
    // Other tests of this file count, too: the limit knows addresses, not tests.
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(600)
    expect(answers[0]?.status).toBe(200)
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  })
})
