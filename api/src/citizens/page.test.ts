import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Citizen } from '@nation/core/citizens'
import { advanceElections } from '@nation/core/elections'
import { aCandidate, aCitizen, anElection, vote } from '@nation/core/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi({ trustProxy: true })

const built = '<!doctype html><html><head><!--head--><title>Nation</title><!--/head--></head><body></body></html>'

beforeEach(async () => {
  await mkdir(api.webDir, { recursive: true })
  await writeFile(path.join(api.webDir, 'index.html'), built)
})

const numberOf = (citizen: Citizen) => citizen.uid.slice(-8).toUpperCase()

async function set(citizen: Citizen, shown: boolean): Promise<void> {
  const answer = await api.send('POST', '/api/user/set-page', {
    token: await api.tokenOf(citizen),
    body: { shown, userId: citizen.uid },
  })
  expect(answer.status).toBe(200)
}

const asked = (number: string) => api.send('GET', `/api/citizens/page?number=${number}`)

/** The page as a browser or a search engine requests it, with the ETag of its cached version. */
const pageAt = (where: string, etag?: string | null) =>
  fetch(`${api.origin}${where}`, etag ? { headers: { 'if-none-match': etag } } : {})

describe('A citizen’s public page', () => {
  it('is gone for everybody at once when its citizen closes it, also where it was cached', async () => {
    const ada = await aCitizen(api.nation.database, { username: 'Ada of the Harbour' })
    const number = numberOf(ada)
    await set(ada, true)
    const open = await pageAt(`/citizen/${number}`)
    expect([open.status, open.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(await open.text()).toContain(`<title>Ada of the Harbour, citizen No. ${number} · Nation</title>`)
    const answer = await fetch(`${api.origin}/api/citizens/page?number=${number}`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    await set(ada, false)
    expect(await asked(number)).toMatchObject({ status: 404, body: { code: 'citizen_not_found' } })
    const closed = await pageAt(`/citizen/${number}`, open.headers.get('etag'))
    expect(closed.status).toBe(404)
    const html = await closed.text()
    expect(html).toContain('noindex')
    expect(html).not.toContain('Ada of the Harbour')
  })

  it('answers alike where it is closed, where no citizen has the number, and where its citizen has left', async () => {
    const [closed, left] = [await aCitizen(api.nation.database), await aCitizen(api.nation.database)]
    await set(left, true)
    const token = await api.tokenOf(left)
    const gone = await api.send('POST', '/api/user/delete-account', { token, body: { confirm: left.handle } })
    expect(gone.status).toBe(200)
    const numbers = [numberOf(closed), numberOf(left), '00C0FFEE']
    const answers = await Promise.all(numbers.map(asked))
    const heads = await Promise.all(numbers.map((number) => pageAt(`/citizen/${number}`)))
    for (const [index, number] of numbers.entries()) {
      expect([number, answers[index]!.status]).toEqual([number, 404])
      expect({ ...answers[index]!.body, requestId: '' }).toEqual({ ...answers[2]!.body, requestId: '' })
      expect([number, heads[index]!.status]).toEqual([number, 404])
    }
    const pages = await Promise.all(heads.map((head) => head.text()))
    const alike = pages.map((html, index) =>
      html.replaceAll(numbers[index]!, '').replaceAll(numbers[index]!.toLowerCase(), ''),
    )
    expect(new Set(alike).size).toBe(1)
  })

  it.each(['ﷺﷺﷺﷺ', '____', '%25%25%25', 'f'.repeat(12), ' '])('is not found at %j', async (number) => {
    expect(await asked(number)).toMatchObject({ status: 404, body: { code: 'citizen_not_found' } })
  })

  it('is not told from one that is not there by trying numbers, whatever is asked for: sixty in a minute', async () => {
    const ada = await aCitizen(api.nation.database)
    await set(ada, true)
    const tried = (path: string, from: string) =>
      fetch(`${api.origin}${path}`, { headers: { 'x-forwarded-for': from } }).then(async (answer) => [
        answer.status,
        (await answer.text()).replaceAll(/[0-9A-F]{8}|"requestId":"[^"]*"|"retryAfter":\d+/g, ''),
      ])
    const doors = [(number: string) => `/citizen/${number}`, (number: string) => `/share/citizen/${number}.jpg`]
    for (const [at, door] of doors.entries()) {
      const from = `203.0.113.${at}`
      // Also when it was drawn for another reader before.
      expect((await tried(door(numberOf(ada)), `198.51.100.${at}`))[0]).toBe(200)
      for (let n = 0; n < 60; n++) expect((await tried(door(`00C0FF${10 + n}`), from))[0]).toBe(404)
      expect(await tried(door(numberOf(ada)), from)).toEqual(await tried(door('00C0FFEE'), from))
    }
  })

  it('is found whether its number is written large or small', async () => {
    const ada = await aCitizen(api.nation.database)
    await set(ada, true)
    expect((await asked(numberOf(ada).toLowerCase())).status).toBe(200)
    expect((await pageAt(`/citizen/${numberOf(ada).toLowerCase()}`)).status).toBe(200)
  })

  it('says that its citizen voted, and neither for whom nor for which office', async () => {
    await anElection(api.nation.runtime)
    const [ada, bob] = [
      await aCandidate(api.nation.runtime, 'president'),
      await aCandidate(api.nation.runtime, 'president'),
    ]
    const voter = await aCitizen(api.nation.database)
    await vote(api.nation.runtime, voter, ada.id)
    await vote(api.nation.runtime, bob.citizen, bob.id)
    await set(voter, true)
    expect((await asked(numberOf(voter))).body).toMatchObject({ page: { stamps: [] } })
    api.nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    await advanceElections(api.nation.runtime)
    const { body } = await asked(numberOf(voter))
    expect(body).toMatchObject({ page: { candidacies: [] } })
    const { stamps } = body.page as { stamps: object[] }
    expect(stamps.map((stamp) => Object.keys(stamp))).toEqual([['electionId', 'startsAt', 'endsAt']])
    for (const secret of [ada.id, bob.id, ada.citizen.uid, bob.citizen.uid, 'president'])
      expect(JSON.stringify(body)).not.toContain(secret)
  })

  it('is opened only by its citizen', async () => {
    const [ada, eve] = [await aCitizen(api.nation.database), await aCitizen(api.nation.database)]
    const answer = await api.send('POST', '/api/user/set-page', {
      token: await api.tokenOf(eve),
      body: { shown: true, userId: ada.uid },
    })
    expect(answer.status).toBe(403)
    expect((await asked(numberOf(ada))).status).toBe(404)
  })
})
