import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { advanceElections } from '@nation/core/elections'
import { openRedis, redisReady } from '@nation/core/platform'
import { aCandidate, aCitizen, anElection, testRedisUrl, vote } from '@nation/core/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'
import { escapeHtml, shorten } from './head'

const api = useTestApi({ trustProxy: true })

const built = '<!doctype html><html><head><!--head--><title>Nation</title><!--/head--></head><body></body></html>'

beforeEach(async () => {
  await mkdir(api.webDir, { recursive: true })
  await writeFile(path.join(api.webDir, 'index.html'), built)
})

const get = (where: string, headers: Record<string, string> = {}) => fetch(`${api.origin}${where}`, { headers })
const headAt = async (where: string) => /<head>([\s\S]*)<\/head>/.exec(await (await get(where)).text())?.[1] ?? ''
const content = (head: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1]

/** Uses up what a network may have read of heads in a minute. */
async function useUp(limit: string, points: number, network: string): Promise<void> {
  const redis = openRedis(testRedisUrl())
  try {
    expect(await redisReady(redis)).toBe(true)
    const [key] = await redis.keys(`limit:*:${limit}:narrow:${network}`)
    expect(key).toBeDefined()
    await redis.set(key!, points, 'EX', 60)
  } finally {
    redis.disconnect()
  }
}

describe('A page that is asked for', () => {
  it('says what it is', async () => {
    const head = await headAt('/elections?position=president')
    expect(head).toContain('<title>Elections · Nation</title>')
    expect(content(head, 'og:title')).toBe('Elections')
    expect(content(head, 'og:url')).toBe(`${api.origin}/elections`)
    expect(content(head, 'og:image')).toBe(`${api.origin}/og.jpg`)
    expect(content(head, 'robots')).toBeUndefined()
    expect(JSON.parse(content(head, 'nation:links')!.replaceAll('&quot;', '"'))).toEqual([
      { name: 'X', url: 'https://x.com/nation' },
    ])
  })

  it('is named after itself', async () => {
    const head = await headAt('/')
    expect(head).toContain('<title>Nation: a government elected every week</title>')
    expect(content(head, 'og:title')).toBe('Nation: a government elected every week')
  })

  it('at the front door bears the drawn picture of the day', async () => {
    await anElection(api.nation.runtime)
    const head = await headAt('/')
    const picture = content(head, 'og:image') ?? ''
    expect(picture).toMatch(new RegExp(`^${api.origin}/share/day/today\\.jpg\\?v=[\\w-]{16}$`))
    expect(content(head, 'og:image:alt')).toBe('Who governs Nation')
    expect((await get(picture.slice(api.origin.length))).headers.get('content-type')).toBe('image/jpeg')
  })

  it.each([
    ['a place that does not exist', '/no-such-place', 'Page not found'],
    ['a candidate who does not exist', '/elections/candidate/01890a5d-ac96-774b-bcce-b302099a8057', 'Candidate'],
    ['an official who does not exist', '/gov-official/01890a5d-ac96-774b-bcce-b302099a8057', 'Official'],
    ['an interview that does not exist', '/interviews/01890a5d-ac96-774b-bcce-b302099a8057', 'Interview'],
    ['an election that never was', '/elections/results/01890a5d-ac96-774b-bcce-b302099a8057', 'Results'],
    ['an office that is on no ballot', '/elections/ballot/emperor', 'Page not found'],
    ['an address that is no id', '/elections/results/last-week', 'Page not found'],
  ])('is sent, as not found and not listed, for %s', async (_, where, title) => {
    const response = await get(where)
    const page = await response.text()
    expect([response.status, content(page, 'robots')]).toEqual([404, 'noindex'])
    expect(page).toContain(`<title>${title} · Nation</title>`)
    expect((await get(where, { 'if-none-match': response.headers.get('etag')! })).status).toBe(404)
  })

  it('is not read for a network that asks for hundreds in a minute, and is there all the same', async () => {
    await anElection(api.nation.runtime)
    const ada = await aCandidate(api.nation.runtime, 'president')
    const page = `/elections/candidate/${ada.id}`
    const from = { 'x-forwarded-for': '203.0.113.77' }
    const titleFor = async (headers: Record<string, string>) =>
      /<title>([^<]*)</.exec(await (await get(page, headers)).text())?.[1]
    const own = await titleFor(from)
    expect(own).not.toBe('Candidate · Nation')
    const unknown = '/elections/candidate/01890a5d-ac96-774b-bcce-b302099a8057'
    await useUp('page-heads', 600, '203.0.113.77')
    expect(await titleFor(from)).toBe('Candidate · Nation')
    expect((await get(page, from)).status).toBe(200)
    expect(await titleFor({ 'x-forwarded-for': '203.0.113.78' })).toBe(own)
    // Nothing is known of the others' addresses, so that their page is the same for all of them.
    const others = ['/elections/candidate/01890a5d-ac96-774b-bcce-b302099a8058', unknown].map((where) =>
      get(where, from),
    )
    const etags = (await Promise.all(others)).map(({ headers }) => headers.get('etag'))
    expect(new Set(etags).size).toBe(1)
  })

  it('is found where there is one', async () => {
    for (const where of [
      '/',
      '/rules',
      '/vote',
      '/profile',
      '/elections/',
      '/elections/ballot/president',
      '/elections/ballot/done',
    ])
      expect([where, (await get(where)).status]).toEqual([where, 200])
  })

  it('bears a candidate’s own name, words and picture', async () => {
    await anElection(api.nation.runtime)
    const { id } = await aCandidate(api.nation.runtime, 'president', {
      displayName: 'Ada of the Harbour',
      campaignSlogan: 'Open books, open doors',
    })
    const head = await headAt(`/elections/candidate/${id}`)
    expect(head).toContain('<title>Ada of the Harbour, candidate for President · Nation</title>')
    expect(content(head, 'og:description')).toMatch(/^Open books, open doors\. /)
    const picture = content(head, 'og:image') ?? ''
    expect(picture).toMatch(new RegExp(`^${api.origin}/share/candidate/${id}\\.jpg\\?v=[\\w-]{16}$`))
    expect((await get(picture.slice(api.origin.length))).headers.get('content-type')).toBe('image/jpeg')
    expect(content(head, 'twitter:card')).toBe('summary_large_image')
    expect(content(head, 'og:type')).toBe('profile')
  })

  it('bears an official’s own name and office', async () => {
    await anElection(api.nation.runtime)
    const ada = await aCandidate(api.nation.runtime, 'president', { vision: 'A nation that ships.' })
    await vote(api.nation.runtime, await aCitizen(api.nation.database), ada.id)
    api.nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    await advanceElections(api.nation.runtime)
    const head = await headAt(`/gov-official/${ada.citizen.uid}`)
    expect(head).toContain(`<title>${ada.citizen.username}, President · Nation</title>`)
    expect(content(head, 'description')).toBe('A nation that ships.')
  })

  it('bears the week of an election, and says how far its count is', async () => {
    const election = await anElection(api.nation.runtime)
    const response = await get(`/elections/results/${election.uid}`)
    const head = await response.text()
    expect(response.status).toBe(200)
    expect(head).toContain('<title>Standings of Week 2, 2026 · Nation</title>')
    expect(content(head, 'og:description')).toMatch(/^How the candidates stand in the election of Week 2, 2026: /)
    expect(content(head, 'robots')).toBeUndefined()
  })

  it('shows whatever a candidate writes as text, and never as markup', async () => {
    await anElection(api.nation.runtime)
    const { id } = await aCandidate(api.nation.runtime, 'president', {
      displayName: '"><script>alert(1)</script>',
      campaignSlogan: `' onload='x $& $1 <!--/head--> </title>`,
    })
    const head = await headAt(`/elections/candidate/${id}`)
    expect(head).not.toContain('<script')
    expect(head.match(/<\/title>/g)).toHaveLength(1)
    expect(content(head, 'og:title')).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;, candidate for President')
    expect(content(head, 'description')).toContain('&#39; onload=&#39;x $&amp; $1 &lt;!--/head--&gt; &lt;/title&gt;')
  })

  it('is not sent again while it is the same', async () => {
    const first = await get('/rules')
    // As a browser asks that has it: `fetch` alone would ask for no cached answer.
    const cached = { 'if-none-match': first.headers.get('etag')!, 'cache-control': 'max-age=0' }
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect((await get('/rules', cached)).status).toBe(304)
    await writeFile(path.join(api.webDir, 'index.html'), built.replace('<body>', '<body>new'))
    expect((await get('/rules', cached)).status).toBe(200)
  })

  it('is still sent when the database is away', async () => {
    await api.nation.database.query('RENAME TABLE candidacies TO candidacies_away')
    try {
      const response = await get('/elections/candidate/01890a5d-ac96-774b-bcce-b302099a8057')
      expect(response.status).toBe(200)
    } finally {
      await api.nation.database.query('RENAME TABLE candidacies_away TO candidacies')
    }
  })
})

describe('A text in a head', () => {
  it('is escaped', () => {
    expect(escapeHtml(`<a href="x" title='y'>&amp;`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;')
  })

  it('is cut at a word, on one line', () => {
    expect(shorten('one two\nthree four', 15)).toBe('one two three…')
    expect(shorten('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`)
    expect(shorten('short', 10)).toBe('short')
  })
})
