import { CitizenPage } from '@nation/core/citizens'
import { advanceElections } from '@nation/core/elections'
import { aCandidate, aCitizen, anElection, vote } from '@nation/core/testing'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { exampleCandidate } from '../testing/example-nation'
import { useTestApi } from '../testing'
import { dayShare, editionOf, shareKinds, weekShare } from './contents'

const api = useTestApi({ trustProxy: true })

const pictureAt = (path: string, headers: Record<string, string> = {}) => fetch(`${api.origin}${path}`, { headers })

const aPresident = (words: object = {}) => aCandidate(api.nation.runtime, 'president', words)

/** Citizens whose pages are open, with their numbers. */
async function openPages(count: number) {
  const citizens = await Promise.all(Array.from({ length: count }, () => aCitizen(api.nation.database)))
  const pages = citizens.map(({ id, uid }) => ({
    citizenId: id,
    number: uid.slice(-12).toUpperCase(),
    shownAt: api.nation.clock.now(),
  }))
  await api.nation.database.getRepository(CitizenPage).insert(pages)
  return pages.map(({ number }, place) => ({ number, citizen: citizens[place]! }))
}

describe('The picture of a shared link', () => {
  it('is a large JPEG that other sites may show, and is not sent again while it is the same', async () => {
    await anElection(api.nation.runtime)
    const { id } = await aPresident({ displayName: 'Ada of the Harbour', campaignSlogan: 'Open books & open doors' })
    const response = await pictureAt(`/share/candidate/${id}.jpg`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    const cached = { 'if-none-match': response.headers.get('etag')!, 'cache-control': 'max-age=0' }
    expect((await pictureAt(`/share/candidate/${id}.jpg`, cached)).status).toBe(304)
    const head = await fetch(`${api.origin}/share/candidate/${id}.jpg?v=old`, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag')]).toEqual([200, response.headers.get('etag')])
  })

  it('is another one where what is on it has changed', async () => {
    await anElection(api.nation.runtime)
    const { id } = await aPresident({ displayName: 'Ada' })
    const before = await pictureAt(`/share/candidate/${id}.jpg`)
    await api.nation.database.query("UPDATE candidacies SET display_name = 'Ben' WHERE uid = ?", [id])
    // No event was written: the stored answer has to grow old.
    await expect
      .poll(async () => (await pictureAt(`/share/candidate/${id}.jpg`)).headers.get('etag'), { timeout: 5_000 })
      .not.toBe(before.headers.get('etag'))
  })

  it.each(shareKinds)('is not found for a %s that does not exist', async (kind) => {
    const id = kind === 'citizen' ? '00C0FFEE' : exampleCandidate
    expect((await pictureAt(`/share/${kind}/${id}.jpg`)).status).toBe(404)
  })

  it.each([
    '/share/',
    '/share/candidate/x.jpg',
    `/share/emperor/${exampleCandidate}.jpg`,
    `/share/candidate/${exampleCandidate}.png`,
    `/share/candidate/..%2f..%2fetc.jpg`,
    '/share/citizen/%00.jpg',
    '/share/citizen/00c0ffee.jpg',
    '/share/day/tomorrow.jpg',
  ])('is not found at %s', async (path) => {
    expect((await pictureAt(path)).status).toBe(404)
  })

  it('is gone with the page of a citizen who closes it, and of a candidate who withdraws', async () => {
    const [page] = await openPages(1)
    const path = `/share/citizen/${page!.number}.jpg`
    const open = await pictureAt(path)
    expect([open.status, open.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    await api.nation.database.getRepository(CitizenPage).delete({ number: page!.number })
    expect((await pictureAt(path, { 'if-none-match': open.headers.get('etag')! })).status).toBe(404)

    await anElection(api.nation.runtime)
    const { id, citizen } = await aPresident()
    expect((await pictureAt(`/share/candidate/${id}.jpg`)).status).toBe(200)
    const withdrawn = await api.send('POST', '/api/candidates/delete', {
      token: await api.tokenOf(citizen),
      body: { candidateId: id },
    })
    expect(withdrawn.status).toBe(200)
    expect((await pictureAt(`/share/candidate/${id}.jpg`)).status).toBe(404)
  })

  it('of a week shows who won when the count is final, and no winner before', async () => {
    const election = await anElection(api.nation.runtime)
    const ada = await aPresident({ displayName: 'Ada' })
    await vote(api.nation.runtime, await aCitizen(api.nation.database), ada.id)
    const path = `/api/elections/results?electionId=${election.uid}`
    const read = async () => weekShare((await api.send('GET', path)).body as never, api.nation.clock.now())!
    const before = await read()
    expect(before.title).toBe('Nation elects its government')
    expect(before.seats.map(({ winner }) => winner)).toEqual(Array(9).fill(null))
    // The first three offices are voted on until Thursday, and the ministries from then on.
    const notes = ({ seats }: typeof before) => [seats[0], seats[8]].map((seat) => [seat?.open, seat?.note])
    expect(notes(before)).toEqual([
      [true, 'Vote until 8 Jan 2026'],
      [false, 'Opens 8 Jan 2026'],
    ])
    api.nation.clock.set(new Date('2026-01-09T00:00:00.000Z'))
    expect(notes(await read())).toEqual([
      [false, 'Closed'],
      [true, 'Vote until 11 Jan 2026'],
    ])
    api.nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    await advanceElections(api.nation.runtime)
    const after = await read()
    expect(after.title).toBe('Nation has elected its government')
    expect(after.line).toBe('50.0% of those who could vote did')
    expect(after.seats[0]).toMatchObject({ title: 'President', role: 'president', winner: { name: 'Ada' } })
    expect(editionOf(after)).not.toBe(editionOf(before))
    expect((await pictureAt(`/share/results/${election.uid}.jpg`)).status).toBe(200)
  })

  it('of the day shows who governs and until when one votes, and on the day after the count that they are new', async () => {
    await anElection(api.nation.runtime)
    const ada = await aPresident({ displayName: 'Ada' })
    await vote(api.nation.runtime, await aCitizen(api.nation.database), ada.id)
    const answer = async (path: string) => (await api.send('GET', path)).body as never
    const read = async () =>
      dayShare(
        await answer('/api/members/get-government'),
        await answer('/api/elections/current'),
        api.nation.clock.now(),
      )
    const before = await read()
    expect([before.title, before.week, before.line]).toEqual([
      'Who governs Nation',
      'Week 2, 2026',
      'President, Prime Minister and Secretary: voting closes Thu 8 Jan, 12:00 UTC',
    ])
    api.nation.clock.set(new Date('2026-01-09T00:00:00.000Z'))
    expect((await read()).line).toBe('Six ministries: voting closes Mon 12 Jan, 00:00 UTC')
    expect(before.seats.map(({ winner }) => winner)).toEqual(Array(9).fill(null))
    const monday = Date.UTC(2026, 0, 12)
    api.nation.clock.set(new Date(monday))
    await advanceElections(api.nation.runtime)
    const seated = await read()
    expect(seated).toMatchObject({ title: 'Nation has a new government', week: 'Week 3, 2026' })
    expect(seated.seats[0]).toMatchObject({ role: 'president', winner: { name: ada.citizen.username } })
    expect(seated.seats[1]?.winner).toBeNull()
    const picture = await pictureAt('/share/day/today.jpg')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(picture.headers.get('etag')).toBe(`"${editionOf(seated)}"`)
    api.nation.clock.set(new Date(monday + 86_400_000))
    const after = await read()
    expect(after.title).toBe('Who governs Nation')
    expect(after.seats).toEqual(seated.seats)
  })

  it('is drawn sixty times a minute for a network; what is drawn already costs nothing', async () => {
    await anElection(api.nation.runtime)
    const ids = (await Promise.all(Array.from({ length: 61 }, () => aPresident()))).map(({ id }) => id)
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const ask = async (id: string) => (await pictureAt(`/share/candidate/${id}.jpg`, from('203.0.113.7'))).status
    for (let at = 0; at < 60; at += 20)
      expect(await Promise.all(ids.slice(at, at + 20).map(ask))).toEqual(Array(20).fill(200))
    const refused = await pictureAt(`/share/candidate/${ids[60]}.jpg`, from('203.0.113.7'))
    expect([refused.status, refused.headers.get('etag')]).toEqual([429, null])
    expect(await Promise.all(ids.slice(0, 60).map(ask))).toEqual(Array(60).fill(200))
    expect((await pictureAt(`/share/candidate/${ids[60]}.jpg`, from('198.51.100.7'))).status).toBe(200)
  }, 180_000)

  it('of a citizen is asked for sixty times a minute by a network, also where it was drawn already', async () => {
    const [page] = await openPages(1)
    const ask = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await pictureAt(`/share/citizen/${page!.number}.jpg`, headers)).status
    }
    expect(await Promise.all(Array.from({ length: 60 }, () => ask('203.0.113.8')))).toEqual(Array(60).fill(200))
    expect([await ask('203.0.113.8'), await ask('198.51.100.8')]).toEqual([429, 200])
  })
})
