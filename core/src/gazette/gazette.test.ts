import { randomUUID } from 'node:crypto'
import { allEvents, type EventDeclaration } from '@nation/domain/events'
import { office } from '@nation/domain/gazette'
import { gazetteTable, type FactsOf } from '@nation/domain/gazette-entries'
import { describe, expect, it } from 'vitest'
import { deriveKeys } from '../auth/keys'
import { deleteAccount } from '../membership/delete-account'
import { eraseReaction } from '../membership/erase'
import type { Citizen } from '../citizens/citizen.entity'
import { withdrawCandidate } from '../elections/candidates.service'
import { createBroadcast, deleteBroadcast } from '../broadcasts'
import { updateMemberRole } from '../government'
import { Reactions, rewind } from '../journal'
import { projectAll } from '../journal/projection'
import { read, readConfig } from '../platform'
import { closePoll, deletePoll, updatePoll } from '../polls'
import { aCandidate, aCitizen, anElection, aPoll, as, doWhatFollows, untilKilled, useTestNation } from '../testing'
import { gazetteEntry, gazetteFile, gazettePage, gazetteProjection, type GazetteFilter } from '.'
import { gazetteTables, publish, someFacts, writeRows } from './testing'

const nation = useTestNation({ poolSize: 8 })
const events = allEvents as readonly EventDeclaration[]
const page = (filter: GazetteFilter & { cursor?: string; limit?: number } = {}) =>
  read(nation.runtime, null, (ctx) => gazettePage(ctx, { limit: 30, ...filter }))
const texts = async (filter: GazetteFilter = {}) => (await page(filter)).entries.map(({ text }) => text)
const now = () => publish(nation.runtime)
const rows = <Row>(sql: string) => nation.database.query<Row[]>(sql)
const admin = (facts: Partial<Citizen> = {}) =>
  aCitizen(nation.database, { username: 'Grace Hopper', isAdmin: true, ...facts })

const appoint = (by: Citizen, citizen: Citizen, office: 'secretary' | 'raidMinister' | 'citizen') =>
  as(nation.runtime, by, (ctx) =>
    updateMemberRole(ctx, { userId: citizen.uid, role: 'government', governmentRole: office }),
  )

describe('What the gazette tells', () => {
  it('is every public event that has a line, once, and nothing that is not public', async () => {
    for (const event of events) {
      for (const audience of event.audiences) {
        const visibility = audience === 'citizen' ? `citizen:${randomUUID()}` : audience
        const facts = someFacts(event.kind, (_, { type, format }) =>
          format === 'uuid' ? randomUUID() : type === 'string' ? '1' : 1,
        )
        await writeRows(nation.database, [{ kind: event.kind, visibility, facts }], nation.clock.now())
      }
    }
    await now()
    const found = await rows<{ kind: string; visibility: string }>(
      'SELECT j.kind, j.visibility FROM gazette_entries e JOIN journal j ON j.seq = e.seq ORDER BY e.number',
    )
    const lines = Object.entries(gazetteTable).flatMap(([kind, line]) => ('leftOut' in line ? [] : [kind]))
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(lines.toSorted())
    expect(new Set(found.map(({ visibility }) => visibility))).toEqual(new Set(['public']))
  })

  it('is nothing of voting: no voter, no candidate, no option and no count is in any entry or in what it is found by', async () => {
    const voter = await aCitizen(nation.database, { username: 'Verena Voter' })
    const secret = randomUUID()
    // The event of the count has no actor and names no candidate; a removal names whom an administrator removed.
    const told = ['candidates.removed', 'elections.counted']
    const ofVoting = /vot|ballot|tally|candidate|option|weight|count|supporter/i
    for (const event of events) {
      const aboutVotes = ofVoting.test(event.kind) && !told.includes(event.kind)
      const facts = someFacts(event.kind, (name, { type, format }) => {
        if (type !== 'string') return ofVoting.test(name) ? 987_654 : 1
        if (ofVoting.test(name)) return secret
        return format === 'uuid' ? randomUUID() : '1'
      })
      const visibility = event.audiences.includes('public') ? 'public' : 'system'
      const who = aboutVotes ? { actor: voter.uid, subject: voter.uid } : {}
      const audience = event.audiences.includes('listed') ? { audience: { [voter.uid]: {} } } : {}
      await writeRows(
        nation.database,
        [{ kind: event.kind, visibility, ...who, facts: { ...facts, ...audience } }],
        nation.clock.now(),
      )
    }
    await now()
    const kinds = await rows<{ kind: string }>('SELECT j.kind FROM gazette_entries e JOIN journal j ON j.seq = e.seq')
    expect(
      kinds
        .map(({ kind }) => kind)
        .filter((kind) => ofVoting.test(kind))
        .toSorted(),
    ).toEqual(told)
    const all = JSON.stringify([(await page({ limit: 100 })).entries, await gazetteTables(nation.database)])
    for (const word of [secret, '987654', '987,654', voter.uid, 'Verena']) expect(all).not.toContain(word)
    expect(await rows('SELECT * FROM gazette_terms WHERE person <> 0')).toEqual([])
  })

  it('is stored for good, and holds no fact that is erased with a citizen', () => {
    for (const [kind, line] of Object.entries(gazetteTable)) {
      if ('leftOut' in line) continue
      const event = events.find((one) => one.kind === kind)
      expect([kind, event?.retentionDays, event?.personal]).toEqual([kind, undefined, []])
    }
  })

  it('says who did what, names officials and offices, and links to them', async () => {
    const grace = await admin()
    const ada = await aCitizen(nation.database, { username: 'Ada Lovelace' })
    await appoint(grace, ada, 'secretary')
    await appoint(grace, ada, 'citizen')
    const { uid } = await anElection(nation.runtime)
    const poll = await aPoll(nation.runtime, grace)
    await as(nation.runtime, grace, (ctx) => closePoll(ctx, { pollId: poll.id, userId: undefined }))
    await now()
    const { entries } = await page()
    expect(entries.map(({ number, kind, text }) => [number, kind, text])).toEqual([
      [5, 'polls', 'A poll was closed by Grace Hopper: “Which bridge first?”'],
      [4, 'polls', 'A poll was opened by Grace Hopper: “Which bridge first?”'],
      [3, 'elections', 'The election of Week 2, 2026 opened. It closes on Mon 12 Jan, 00:00 UTC.'],
      [2, 'removals', 'Ada Lovelace was removed from the office of Secretary of State by Grace Hopper.'],
      [1, 'appointments', 'Ada Lovelace was appointed to the office of Secretary of State by Grace Hopper.'],
    ])
    expect(entries.at(-1)?.parts).toEqual([
      { text: 'Ada Lovelace', href: `/gov-official/${ada.uid}`, person: ada.uid },
      { text: ' was appointed to the office of ', href: null },
      { text: 'Secretary of State', href: '/office/secretary' },
      { text: ' by ', href: null },
      { text: 'Grace Hopper', href: `/gazette?person=${grace.uid}`, person: grace.uid },
      { text: '.', href: null },
    ])
    expect(entries[2]?.parts[0]).toMatchObject({ href: `/elections/results/${uid}` })
  })

  it('says for which office and cycle a salary was paid, where the journal knows', () => {
    const line = gazetteTable['bank.payments-settled']
    const settled = { rail: 'ledger', payments: 1, amountCents: '125000' }
    const said = (facts: FactsOf<'bank.payments-settled'>) =>
      'leftOut' in line ? [] : line.say(facts, { actor: null, subject: null })
    const words = (parts: readonly unknown[]) => parts.map((part) => (typeof part === 'string' ? part : '…')).join('')
    expect(words(said(settled))).toBe('A salary of $1,250.00 was marked as paid.')
    const named = said({ ...settled, salary: { office: 'financeMinister', cycle: 2 } })
    expect(words(named)).toBe('A salary of $1,250.00 for the office of … in cycle 2 was marked as paid.')
    expect(named).toContainEqual(office('financeMinister'))
  })

  it('is numbered without holes, and each number leads to its entry and its neighbours', async () => {
    const grace = await admin()
    for (let n = 0; n < 3; n++) {
      await aPoll(nation.runtime, grace)
      await now()
    }
    const one = (number: number) => read(nation.runtime, null, (ctx) => gazetteEntry(ctx, { number }))
    expect(await one(2)).toMatchObject({ entry: { number: 2 }, older: 1, newer: 3 })
    expect(await one(1)).toMatchObject({ older: null, newer: 2 })
    expect(await one(3)).toMatchObject({ older: 2, newer: null })
    await expect(one(4)).rejects.toMatchObject({ code: 'gazette_entry_not_found', status: 404 })
  })

  it('is announced once, when there are new entries', async () => {
    await aPoll(nation.runtime, await admin())
    await now()
    await now()
    await now()
    expect(await rows(`SELECT visibility FROM journal WHERE kind = 'gazette.published'`)).toEqual([
      { visibility: 'public' },
    ])
  })

  it('is said by the summary of its event where another version wrote the facts', async () => {
    await writeRows(nation.database, [{ kind: 'polls.created', facts: { poll: 7 } }], nation.clock.now())
    await now()
    expect(await texts()).toEqual(['A poll was opened.'])
  })
})

describe('A file of the gazette', () => {
  it('is read in pages that lie below each other: what is published meanwhile is not in it, and nothing is left out', async () => {
    const grace = await admin()
    for (let n = 0; n < 7; n++) await aPoll(nation.runtime, grace)
    await now()
    const pages = await read(nation.runtime, null, (ctx) => gazetteFile(ctx, { kind: 'polls' }, 3))
    const found: number[][] = []
    for await (const page of pages) {
      found.push(page.map(({ number }) => number))
      await aPoll(nation.runtime, grace)
      await now()
    }
    expect(found).toEqual([[7, 6, 5], [4, 3, 2], [1]])
  })

  it('of a search that finds nothing for long gives empty pages, so that a reader who has gone is noticed', async () => {
    const rows = Array.from({ length: 700 }, (_, n) => ({
      kind: 'bank.total-changed',
      facts: { totalCents: n % 2 === 0 ? '10100' : '20200' },
    }))
    await writeRows(nation.database, rows, nation.clock.now())
    await now()
    const pages = await read(nation.runtime, null, (ctx) => gazetteFile(ctx, { search: '101 202' }))
    const found: number[] = []
    for await (const page of pages) found.push(page.length)
    expect(found).toEqual([0, 0])
  })
})

describe('Names in the gazette', () => {
  it('are those of now, and are found by as they are now', async () => {
    const [grace, ada] = [await admin(), await aCitizen(nation.database, { username: 'Ada Byron', handle: 'ada' })]
    await appoint(grace, ada, 'secretary')
    await now()
    expect(await texts({ search: 'byron' })).toHaveLength(1)
    const { applyProfile } = await import('../citizens/from-x')
    const { change } = await import('../platform')
    const { Citizen: Row } = await import('../citizens/citizen.entity')
    await change(nation.runtime, {}, async (ctx) => {
      const row = await ctx.tx.getRepository(Row).findOneByOrFail({ id: ada.id })
      const profile = {
        id: row.xId,
        handle: 'ada',
        name: 'Ada Lovelace',
        followers: 1,
        verified: false,
        createdAt: row.xCreatedAt,
        avatarUrl: null,
      }
      await applyProfile(ctx, row, profile, nation.clock.now())
    })
    await now()
    expect(await texts({ search: 'lovel secretary' })).toEqual([
      'Ada Lovelace was appointed to the office of Secretary of State by Grace Hopper.',
    ])
    expect(await texts({ search: 'byron' })).toEqual([])
  })

  it('go with a citizen who leaves: a former citizen is named nowhere, found by no word, and filtered by no more', async () => {
    const secret = 'a secret that only the tests of the nation know'
    const [grace, zoe] = [
      await admin(),
      await aCitizen(nation.database, { username: 'Zoë Unmistakable', handle: 'zoe_u' }),
    ]
    await appoint(grace, zoe, 'secretary')
    await now()
    expect(await texts({ person: zoe.uid })).toHaveLength(1)
    await as(nation.runtime, zoe, (ctx) => deleteAccount(ctx, deriveKeys(secret), { confirm: 'zoe_u' }))
    // At once, before the journal is read.
    expect(await texts()).toEqual([
      'A former citizen was appointed to the office of Secretary of State by Grace Hopper.',
    ])
    expect(await texts({ search: 'unmistakable' })).toEqual([])
    const config = readConfig({
      NATION_ENV: 'test',
      DATABASE_URL: nation.url,
      REDIS_URL: 'redis://127.0.0.1:1',
      NATION_SECRET: secret,
      X_CLIENT_ID: 'id',
      NATION_MEDIA_DIR: '/nowhere',
    })
    await doWhatFollows(nation.runtime, new Reactions([eraseReaction(config)]))
    await now()
    expect(await texts()).toEqual([
      'A former citizen left the office of Secretary of State.',
      'A former citizen was appointed to the office of Secretary of State by Grace Hopper.',
    ])
    const { entries } = await page()
    expect(JSON.stringify(entries)).not.toContain(zoe.uid)
    await expect(page({ person: zoe.uid })).rejects.toMatchObject({ code: 'citizen_not_found' })
    expect(
      await rows(`SELECT * FROM gazette_terms WHERE person = ${zoe.id} OR word LIKE 'unmis%' OR word LIKE 'zoe%'`),
    ).toEqual([])
    const stands = await gazetteTables(nation.database)
    await rewind(nation.runtime, gazetteProjection)
    await now()
    expect(await gazetteTables(nation.database)).toEqual(stands)
  })

  it('of removed candidacies say why, and who found them by it finds them no more once the candidate has left', async () => {
    const secret = 'a secret that only the tests of the nation know'
    const [grace, zoe] = [await admin(), await aCitizen(nation.database, { username: 'Zoë', handle: 'zoe_u' })]
    await anElection(nation.runtime)
    const { id } = await aCandidate(nation.runtime, 'secretary', {}, zoe)
    const reason = 'Pretends to be somebody'
    await as(nation.runtime, grace, (ctx) => withdrawCandidate(ctx, { candidateId: id, reason, userId: undefined }))
    await now()
    const line = (why: string, who = 'Zoë') =>
      new RegExp(
        `^The candidacy of ${who} for the office of Secretary of State in the election of .* was removed by Grace Hopper: ${why}\\.$`,
      )
    expect(await texts({ kind: 'removals' })).toEqual([expect.stringMatching(line('“Pretends to be somebody”'))])
    expect(await texts({ search: 'pretends' })).toHaveLength(1)
    expect(await texts({ person: zoe.uid })).toHaveLength(1)
    await as(nation.runtime, zoe, (ctx) => deleteAccount(ctx, deriveKeys(secret), { confirm: 'zoe_u' }))
    await now()
    const gone = line('the reason is no longer shown', 'a former citizen')
    expect(await texts({ kind: 'removals' })).toEqual([expect.stringMatching(gone)])
    expect(await texts({ search: 'pretends' })).toEqual([])
  })

  it('of polls are their questions as long as they are shown', async () => {
    const grace = await admin()
    const poll = await aPoll(nation.runtime, grace, { question: 'Build a lighthouse?' })
    await now()
    await as(nation.runtime, grace, (ctx) =>
      updatePoll(ctx, {
        pollId: poll.id,
        question: 'Build a harbour?',
        options: undefined,
        closesAt: undefined,
        userId: undefined,
      }),
    )
    await now()
    expect([await texts({ search: 'lighthouse' }), await texts({ search: 'harbour' })]).toEqual([
      [],
      ['A poll was opened by Grace Hopper: “Build a harbour?”'],
    ])
    await as(nation.runtime, grace, (ctx) => deletePoll(ctx, { pollId: poll.id, userId: undefined }))
    await now()
    expect(await texts()).toEqual([
      'A poll was taken down by Grace Hopper.',
      'A poll was opened by Grace Hopper: it is no longer shown.',
    ])
    expect(await rows(`SELECT * FROM gazette_terms WHERE word IN ('harbour', 'lighthouse')`)).toEqual([])
  })

  it('of messages are their words as long as they are on the air, also after a rebuild', async () => {
    const grace = await admin()
    const send = async (message: string) =>
      (await as(nation.runtime, grace, (ctx) => createBroadcast(ctx, { message, type: 'info' }))).broadcast.id
    const [stays, gone] = [await send('The harbour opens.'), await send('Zoë lives in Mill Lane.')]
    await now()
    expect(await texts({ search: 'mill' })).toHaveLength(1)
    await as(nation.runtime, grace, (ctx) => deleteBroadcast(ctx, { messageId: gone, reason: 'An address' }))
    // At once, before the journal is read.
    expect((await texts()).join()).not.toContain('Mill Lane')
    await now()
    expect(await texts()).toEqual([
      'A message was taken off the air by Grace Hopper.',
      'A message went out to all citizens by Grace Hopper: it is no longer shown.',
      'A message went out to all citizens by Grace Hopper: “The harbour opens.”',
    ])
    expect([await texts({ search: 'mill' }), (await texts({ search: 'harbour' })).length]).toEqual([[], 1])
    expect(await rows(`SELECT * FROM gazette_terms WHERE word IN ('mill', 'lane', 'zoe')`)).toEqual([])
    expect(await rows(`SELECT * FROM gazette_entries WHERE subject = '${stays}'`)).toHaveLength(1)
    const stands = await gazetteTables(nation.database)
    for (const table of ['facets', 'words', 'terms']) await nation.database.query(`DELETE FROM gazette_${table}`)
    await rewind(nation.runtime, gazetteProjection)
    await now()
    expect(await gazetteTables(nation.database)).toEqual(stands)
  })
})

describe('The projection', () => {
  const history = async (events: number) => {
    const grace = await admin()
    const people = await Promise.all([1, 2, 3].map((n) => aCitizen(nation.database, { username: `Person ${n}` })))
    const offices = ['president', 'secretary', 'raidMinister'] as const
    const written = Array.from({ length: events }, (_, n) => {
      const userId = people[n % 3]!.uid
      const facts = { office: offices[n % 3]!, userId }
      return n % 5 === 4
        ? { kind: 'citizens.joined', subject: userId, facts: { username: 'x' } }
        : { kind: n % 2 ? 'government.removed' : 'government.appointed', actor: grace.uid, subject: userId, facts }
    })
    await writeRows(nation.database, written, nation.clock.now())
  }
  const whole = async () => {
    const tables = await gazetteTables(nation.database)
    const found = await rows<{ number: string; seq: string }>(
      `SELECT e.number, e.seq FROM journal j LEFT JOIN gazette_entries e ON e.seq = j.seq
       WHERE j.kind LIKE 'government.%' ORDER BY j.seq`,
    )
    return { tables, numbers: found.map(({ number }) => Number(number)) }
  }
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

  it('that is killed before any of its statements leaves nothing half done, and goes on where it was', async () => {
    await history(10)
    await publish({ ...nation.runtime, database: nation.runtime.database })
    const stands = await gazetteTables(nation.database)
    for (let fatal = 1; ; fatal++) {
      for (const table of ['entries', 'facets', 'words', 'terms'])
        await nation.database.query(`DELETE FROM gazette_${table}`)
      await nation.database.query('DELETE FROM journal_projections')
      const nothing = await gazetteTables(nation.database)
      const ended = await untilKilled(nation.url, fatal, (database) =>
        projectAll({ ...nation.runtime, database }, gazetteProjection),
      )
      if (ended === 'killed') expect([nothing, stands]).toContainEqual(await gazetteTables(nation.database))
      await projectAll(nation.runtime, gazetteProjection)
      expect(await gazetteTables(nation.database)).toEqual(stands)
      if (ended !== 'killed') {
        expect(fatal).toBeGreaterThan(10)
        return
      }
    }
  })

  it('that several processes do at once tells each entry once, in order and without holes', async () => {
    for (let round = 0; round < 5; round++) {
      await history(450)
      await Promise.all([1, 2, 3, 4].map(() => publish(nation.runtime)))
      await now()
    }
    const { numbers } = await whole()
    expect(numbers).toEqual(upTo(5 * 360))
    const found = await rows<{ facts: unknown }>(
      `SELECT facts FROM journal WHERE kind = 'gazette.published' ORDER BY id`,
    )
    const ranges = found.map(
      ({ facts }) => (typeof facts === 'string' ? JSON.parse(facts) : facts) as { from: number; to: number },
    )
    expect(ranges.flatMap(({ from, to }) => upTo(to).slice(from - 1))).toEqual(upTo(5 * 360))
  })

  it('gives the same again from the beginning, and no entry another number when more kinds are listed than before', async () => {
    await history(20)
    await now()
    const stands = await whole()
    await rewind(nation.runtime, gazetteProjection)
    await now()
    expect(await whole()).toEqual(stands)
    for (const table of ['facets', 'words', 'terms']) await nation.database.query(`DELETE FROM gazette_${table}`)
    await rewind(nation.runtime, gazetteProjection)
    await now()
    expect(await whole()).toEqual(stands)
    // An entry that was left out when it was read, as by an earlier version that did not tell its kind.
    const grace = await admin()
    await writeRows(
      nation.database,
      [{ kind: 'polls.created', actor: grace.uid, facts: { pollId: randomUUID() } }],
      nation.clock.now(),
    )
    await history(1)
    await now()
    await nation.database.query(
      `DELETE e FROM gazette_entries e JOIN journal j ON j.seq = e.seq WHERE j.kind = 'polls.created'`,
    )
    await rewind(nation.runtime, gazetteProjection)
    await now()
    expect((await whole()).numbers.slice(0, 16)).toEqual(stands.numbers)
    expect(await rows('SELECT COUNT(*) AS n, MAX(number) AS last FROM gazette_entries')).toEqual([
      { n: '17', last: '18' },
    ])
  })
})
