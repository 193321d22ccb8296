import { governmentRoles } from '@nation/domain/permissions'
import { askedOfGazette, entryWords, gazetteKindNames, mentionsOf } from '@nation/domain/gazette'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { entriesAfter, rewind } from '../journal'
import { read } from '../platform'
import { aCitizen, emptyTables, useTestNation } from '../testing'
import { gazettePage, gazetteProjection, type GazetteFilter } from '.'
import { entryTextOf } from './entry-text'
import { gazetteTables, publish, writeRows, type WrittenRow } from './testing'

const nation = useTestNation()

const names = ['Ada Lovelace', 'Ada Byron', 'Grace Hopper', 'Zoë Adams']
const offices = governmentRoles.slice(0, 4)
const person = fc.nat(names.length - 1)
const office = fc.constantFrom(...offices)

/** Something that happens, by the places of people in the list. */
type Happening = (people: readonly Citizen[]) => WrittenRow

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc
    .tuple(fc.constantFrom('government.appointed', 'government.removed'), office, person, fc.option(person))
    .map(([kind, office, who, by]): Happening => (people) => ({
      kind,
      actor: by === null ? null : people[by]!.uid,
      subject: people[who]!.uid,
      facts: { office, userId: people[who]!.uid },
    })),
  fc
    .tuple(fc.array(fc.tuple(office, person), { maxLength: 3 }), office)
    .map(([seats, vacant]): Happening => (people) => ({
      kind: 'government.seated',
      facts: {
        electionId: '01890a5d-ac96-774b-bcce-b302099a8060',
        seats: seats.map(([office, who]) => ({ office, userId: people[who]!.uid })),
        vacant: [vacant],
      },
    })),
  fc.tuple(person, fc.nat(99_999)).map(([by, cents]): Happening => (people) => ({
    kind: 'bank.total-changed',
    actor: people[by]!.uid,
    facts: { totalCents: String(cents) },
  })),
  person.map((who): Happening => (people) => ({
    kind: 'elections.voted',
    visibility: 'listed',
    facts: { electionId: people[who]!.uid, position: 'president', audience: { [people[who]!.uid]: {} } },
  })),
  fc.constant((): WrittenRow => ({ kind: 'system.feature-switched', facts: { feature: 'voting', enabled: false } })),
)

const asked = fc.record({
  kind: fc.option(fc.constantFrom(...gazetteKindNames), { nil: undefined }),
  office: fc.option(office, { nil: undefined }),
  person: fc.option(person, { nil: undefined }),
  search: fc.option(
    fc
      .array(
        fc.constantFrom('ada', 'love', 'a', 'pres', 'office', 'secretary', 'zoe', 'switched', '100', 'the', 'hopper%'),
        {
          minLength: 1,
          maxLength: 3,
        },
      )
      .map((words) => words.join(' ')),
    { nil: undefined },
  ),
})

/** An entry as a fold over the journal makes it. */
interface Folded {
  readonly number: number
  readonly text: string
  readonly finds: (filter: GazetteFilter) => boolean
}

const wordsOfName = (name: string) => entryWords(name)

/** The gazette by its definition: every public entry that has a line, in the order of the journal. */
async function fold(people: readonly Citizen[], views: ReadonlyMap<number, string>): Promise<Folded[]> {
  const nameOf = new Map(people.map(({ uid, username, handle }) => [uid, [username, handle]]))
  const texts = (await entriesAfter(nation.database, 0, 10_000)).flatMap((entry) => entryTextOf(entry) ?? [])
  return texts.map(({ kind, sentence }, place) => {
    const number = place + 1
    const mentions = mentionsOf(sentence)
    const named = new Set(mentions.flatMap(({ person }) => person ?? []))
    const words = [
      ...entryWords(views.get(number) ?? ''),
      ...[...named].flatMap((uid) => nameOf.get(uid)!.flatMap(wordsOfName)),
    ]
    const finds = (filter: GazetteFilter) =>
      (filter.kind === undefined || filter.kind === kind) &&
      ((filter.office === undefined && filter.person === undefined) ||
        mentions.some(
          (one) =>
            (filter.office === undefined || one.office === filter.office) &&
            (filter.person === undefined || one.person === filter.person),
        )) &&
      (filter.search === undefined ||
        (askedOfGazette(filter.search).length > 0 &&
          askedOfGazette(filter.search).every((beginning) => words.some((word) => word.startsWith(beginning)))))
    return { number, text: views.get(number) ?? '', finds }
  })
}

async function allOf(filter: GazetteFilter, limit: number): Promise<[number, string][]> {
  const found: [number, string][] = []
  let cursor: string | undefined
  for (;;) {
    const page = await read(nation.runtime, null, (ctx) => gazettePage(ctx, { ...filter, limit, cursor }))
    found.push(...page.entries.map(({ number, text }): [number, string] => [number, text]))
    if (page.nextCursor === null) return found
    cursor = page.nextCursor
  }
}

it('The gazette of any history is a fold over the journal, by any filter and in pages of any size; a rebuild changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(happening, fc.boolean()), { maxLength: 40 }),
      fc.array(asked, { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 1, max: 7 }),
      async (history, filters, limit) => {
        await emptyTables(nation.database)
        const people = await Promise.all(names.map((username) => aCitizen(nation.database, { username })))
        for (const [happens, published] of history) {
          await writeRows(nation.database, [happens(people)], nation.clock.now())
          if (published) await publish(nation.runtime)
        }
        await publish(nation.runtime)
        const all = await allOf({}, limit)
        const folded = await fold(people, new Map(all))
        expect(all.map(([number]) => number)).toEqual(folded.map(({ number }) => number).toReversed())
        for (const { person: who, ...rest } of filters) {
          const filter = { ...rest, person: who === undefined ? undefined : people[who]!.uid }
          const wanted = folded.filter(({ finds }) => finds(filter)).map(({ number, text }) => [number, text])
          expect(await allOf(filter, limit)).toEqual(wanted.toReversed())
        }
        const stands = await gazetteTables(nation.database)
        await rewind(nation.runtime, gazetteProjection)
        await publish(nation.runtime)
        expect(await gazetteTables(nation.database)).toEqual(stands)
      },
    ),
    { numRuns: 25 },
  )
})
