import type { CallInput } from '@nation/domain/contract'
import type { MediaType } from '@nation/domain/media'
import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { aCitizen, useTestNation } from '../testing'
import { createCandidate, updateCandidate, withdrawCandidate } from './candidates.service'
import { createElection } from './elections.service'
import { advanceElections } from './rollover'
import { runAgain } from './run-again'
import { aCandidate, anElection, anUpload, as, campaign, vote } from './testing'

/*
 * Every refusal of standing, editing, standing again and planning, beside the twin that is allowed: the two differ in the
 * one fact that the name tells.
 */

const nation = useTestNation()
const rows = (sql: string) => nation.database.query<Record<string, unknown>[]>(sql)
const at = (iso: string) => nation.clock.set(new Date(iso))
const day = 86_400_000

/** The code that a deed is refused with; null when it is done. */
const codeOf = (deed: Promise<unknown>): Promise<string | null> =>
  deed.then(
    () => null,
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

interface Stand {
  readonly position?: CallInput<'candidates.create'>['position']
  /** Types of the uploads that are attached, in order. */
  readonly types?: readonly MediaType[]
  readonly label?: string
  readonly foreign?: boolean
  readonly facts?: Partial<Citizen>
  readonly at?: string
  readonly standing?: boolean
  readonly link?: string
}

const stats = 'PnLs & Stats'

/** Stands as the facts say; a minister of finance with one picture unless they say otherwise. */
async function stand(
  facts: Stand,
): Promise<{ code: string | null; attachments?: Record<string, string[]>; urls: string[] }> {
  const { uid: electionId } = await anElection(nation.runtime)
  const who = await aCitizen(nation.database, facts.facts)
  const owner = facts.foreign ? await aCitizen(nation.database) : who
  const urls: string[] = []
  for (const type of facts.types ?? ['image/png']) urls.push(await anUpload(nation.database, owner, type))
  if (facts.link) urls.push(facts.link)
  if (facts.standing) await aCandidate(nation.runtime, 'president', {}, who)
  if (facts.at) at(facts.at)
  const profile = campaign(facts.position ?? 'minister_finance', {
    electionId,
    attachments: urls.length > 0 ? { [facts.label ?? stats]: urls } : {},
  })
  const done = as(nation.runtime, who, (ctx) => createCandidate(ctx, profile))
  const code = await codeOf(done)
  return code === null ? { code, attachments: (await done).candidate.attachments, urls } : { code, urls }
}

const pdf = 'application/pdf'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const standing: readonly [fact: string, refusal: string, refused: Stand, allowed: Stand][] = [
  ['the file that the position asks for', 'invalid_input', { types: [] }, {}],
  ['a type that the position takes', 'invalid_input', { types: ['video/mp4'] }, { types: [xlsx] }],
  ['every one of the types', 'invalid_input', { types: [pdf, 'image/gif'] }, { types: [pdf, 'image/jpeg'] }],
  ['a label that the position knows', 'invalid_input', { label: 'Gallery' }, { label: 'stats' }],
  [
    'an upload in place of a link',
    'invalid_input',
    { types: [], link: 'https://example.org/books.pdf' },
    { types: [pdf] },
  ],
  ['an upload of one’s own', 'picture_not_yours', { foreign: true }, { foreign: false }],
  ['a hundred followers', 'candidacy_not_eligible', { facts: { followers: 99 } }, { facts: { followers: 100 } }],
  [
    'a linked wallet',
    'candidacy_not_eligible',
    { facts: { walletAddress: null } },
    { facts: { walletAddress: 'linked' } },
  ],
  [
    '50,000 $ON to the last base unit',
    'candidacy_not_eligible',
    { facts: { tokenBalance: '49999999999999' } },
    { facts: { tokenBalance: '50000000000000' } },
  ],
  [
    'the last millisecond before the phase closes',
    'candidacies_closed',
    { at: '2026-01-12T00:00:00.000Z' },
    { at: '2026-01-11T23:59:59.999Z' },
  ],
  [
    'a phase that is still open',
    'candidacies_closed',
    { at: '2026-01-08T12:00:00.000Z', position: 'president', types: [] },
    { at: '2026-01-08T11:59:59.999Z', position: 'president', types: [] },
  ],
  ['no other candidacy', 'candidate_exists', { standing: true }, { standing: false }],
]

describe('Standing needs', () => {
  it.each(standing)('%s', async (_, refusal, refused, allowed) => {
    expect((await stand(refused)).code).toBe(refusal)
    await nation.database.query('DELETE FROM published_tallies')
    await nation.database.query('DELETE FROM tally_publications')
    await nation.database.query('DELETE FROM tallies')
    await nation.database.query('DELETE FROM candidacies')
    await nation.database.query('DELETE FROM roll_entries')
    await nation.database.query('DELETE FROM elections')
    at('2026-01-06T12:00:00.000Z')
    expect((await stand(allowed)).code).toBeNull()
  })

  it('names each wrong field and says why', async () => {
    await anElection(nation.runtime)
    const who = await aCitizen(nation.database)
    const film = await anUpload(nation.database, who, 'video/mp4')
    const profile = campaign('minister_finance', { attachments: { [stats]: [film], Gallery: [film] } })
    await expect(as(nation.runtime, who, (ctx) => createCandidate(ctx, profile))).rejects.toMatchObject({
      code: 'invalid_input',
      details: [
        { path: 'attachments.Gallery', message: 'This position does not ask for this.' },
        { path: `attachments.${stats}.0`, message: 'Please choose one of: pdf, xlsx, png, jpg.' },
      ],
    })
    const none = campaign('minister_finance')
    await expect(as(nation.runtime, who, (ctx) => createCandidate(ctx, none))).rejects.toMatchObject({
      details: [{ path: `attachments.${stats}`, message: 'This attachment is required' }],
    })
  })

  it('keeps the latest five of seven files, each once', async () => {
    const { attachments, urls } = await stand({ types: Array<MediaType>(7).fill('image/png') })
    expect(attachments).toEqual({ [stats]: urls.slice(2) })
  })
})

describe('Editing', () => {
  it('moves to another position before the first vote, with the files that it asks for, and not after it', async () => {
    await anElection(nation.runtime)
    const { citizen, id } = await aCandidate(nation.runtime, 'president')
    const edit = (input: Partial<CallInput<'candidates.update'>>) =>
      as(nation.runtime, citizen, (ctx) => updateCandidate(ctx, { candidateId: id, userId: undefined, ...input }))
    expect(await codeOf(edit({ position: 'minister_finance' }))).toBe('invalid_input')
    const books = await anUpload(nation.database, citizen, pdf)
    await expect(edit({ position: 'minister_finance', attachments: { [stats]: [books] } })).resolves.toMatchObject({
      candidate: { position: 'minister_finance', attachments: { [stats]: [books] } },
    })
    // What may stay under one label is not what another position takes under another.
    const sheet = await anUpload(nation.database, citizen, xlsx)
    expect(await codeOf(edit({ attachments: { [stats]: [sheet] } }))).toBeNull()
    expect(await codeOf(edit({ position: 'minister_creativity', attachments: { Gallery: [sheet] } }))).toBe(
      'invalid_input',
    )
    await expect(edit({ position: 'secretary' })).resolves.toMatchObject({
      candidate: { position: 'secretary', attachments: {} },
    })
    await vote(nation.runtime, await aCitizen(nation.database), id)
    expect(await codeOf(edit({ position: 'president' }))).toBe('position_locked')
    expect(await codeOf(edit({ position: 'secretary', bio: 'The same position is no change' }))).toBeNull()
  })

  it('keeps what is shown already, and takes nothing new that is not an upload of one’s own', async () => {
    await anElection(nation.runtime)
    const { citizen, id } = await aCandidate(nation.runtime, 'minister_finance')
    const old = 'https://example.org/shown-since-the-first-week.pdf'
    await nation.database.query('UPDATE candidacies SET attachments = ?', [JSON.stringify({ [stats]: [old] })])
    const show = (urls: string[]) =>
      codeOf(
        as(nation.runtime, citizen, (ctx) =>
          updateCandidate(ctx, { candidateId: id, attachments: { [stats]: urls }, userId: undefined }),
        ),
      )
    expect(await show([old, 'https://example.org/new.pdf'])).toBe('invalid_input')
    expect(await show([old, await anUpload(nation.database, citizen, pdf)])).toBeNull()
  })
})

describe('Standing again', () => {
  /** An archived candidacy of a citizen, and this week’s election open. */
  async function archived() {
    await anElection(nation.runtime)
    const { citizen, id } = await aCandidate(nation.runtime, 'minister_finance', {
      title: 'Bookkeeper',
      goals: ['One'],
    })
    at('2026-01-13T12:00:00.000Z')
    await advanceElections(nation.runtime)
    return { citizen, id }
  }
  const again = (citizen: Citizen, candidateId: string, position?: 'president') =>
    as(nation.runtime, citizen, (ctx) =>
      runAgain(ctx, { candidateId, position, electionId: undefined, userId: undefined }),
    )

  it('copies everything that was said and shown, and begins at zero', async () => {
    const { citizen, id } = await archived()
    const { candidate, candidateId } = await again(citizen, id)
    expect(candidateId).not.toBe(id)
    const [before] = await rows(`SELECT * FROM candidacies WHERE uid = '${id}'`)
    expect(candidate).toMatchObject({
      position: 'minister_finance',
      title: 'Bookkeeper',
      goals: ['One'],
      votes: 0,
      status: 'active',
      displayName: before!.display_name,
      may: { runAgain: false, changePosition: true },
    })
    expect(Object.keys(candidate.attachments)).toEqual([stats])
    expect(candidate.electionId).not.toBe((await rows(`SELECT uid FROM elections ORDER BY id LIMIT 1`))[0]!.uid)
  })

  it('for another position leaves behind what that one does not ask for', async () => {
    const { citizen, id } = await archived()
    await expect(again(citizen, id, 'president')).resolves.toMatchObject({
      candidate: { position: 'president', attachments: {} },
    })
  })

  it('is the owner’s, once, of a candidacy that is over and was not withdrawn, and needs what standing needs', async () => {
    const { citizen, id } = await archived()
    expect(await codeOf(again(await aCitizen(nation.database), id))).toBe('candidate_not_yours')
    await nation.database.query('UPDATE citizens SET followers = 99 WHERE id = ?', [citizen.id])
    expect(await codeOf(again(citizen, id))).toBe('candidacy_not_eligible')
    await nation.database.query('UPDATE citizens SET followers = 100 WHERE id = ?', [citizen.id])
    const { candidateId } = await again(citizen, id)
    expect(await codeOf(again(citizen, id))).toBe('candidate_exists')
    expect(await codeOf(again(citizen, candidateId))).toBe('candidacy_running')
    await as(nation.runtime, citizen, (ctx) => withdrawCandidate(ctx, { candidateId }))
    expect(await codeOf(again(citizen, candidateId))).toBe('candidate_withdrawn')
    expect(await codeOf(again(citizen, id))).toBeNull()
    expect(await codeOf(again(citizen, '01890a5d-ac96-774b-bcce-b302099a8058'))).toBe('candidate_not_found')
  })
})

describe('Planning an election needs', () => {
  const start = Date.parse('2026-02-02T00:00:00.000Z')
  const plan = async (startsAt: number, endsAt: number, phaseTwoAt?: number) => {
    const president = await aCitizen(nation.database, { role: 'government', governmentRole: 'president' })
    return codeOf(as(nation.runtime, president, (ctx) => createElection(ctx, { startsAt, endsAt, phaseTwoAt })))
  }
  // The clock stands at 2026-01-06 12:00: 28 days later is 2026-02-03 12:00.
  const latest = Date.parse('2026-02-03T12:00:00.000Z')
  const now = Date.parse('2026-01-06T12:00:00.000Z')

  it.each([
    ['at most 14 days', [start, start + 14 * day + 1], [start, start + 14 * day]],
    ['at least a day', [start, start + day - 2], [start, start + day]],
    ['to begin within 28 days', [latest + 1, latest + day], [latest, latest + day]],
    ['a day of notice', [now + day - 1, now + 3 * day], [now + day, now + 3 * day]],
    [
      'half a day of phase one',
      [start, start + 2 * day, start + day / 2 - 1],
      [start, start + 2 * day, start + day / 2],
    ],
    [
      'half a day of phase two',
      [start, start + 2 * day, start + 1.5 * day + 1],
      [start, start + 2 * day, start + 1.5 * day],
    ],
  ] as const)('%s', async (_, refused, allowed) => {
    expect(await plan(refused[0], refused[1], refused[2])).toBe('election_dates_invalid')
    expect(await rows('SELECT id FROM elections')).toEqual([])
    expect(await plan(allowed[0], allowed[1], allowed[2])).toBeNull()
  })

  it('no instant that another election has, and may begin in the millisecond in which that one ends', async () => {
    expect(await plan(start - 7 * day, start)).toBeNull()
    expect(await plan(start - 1, start + day)).toBe('election_overlaps')
    expect(await plan(start, start + day)).toBeNull()
  })
})
