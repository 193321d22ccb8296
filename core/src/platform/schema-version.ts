import { allEvents, type EventDeclaration } from '@nation/domain/events'
import type { DataSource } from 'typeorm'
import { column } from './columns'
import { readOne, readRows } from './read-rows'

/**
 * The migrations that this version of the product needs, oldest first. A process does not start when its database has others. Add
 * the name of a new migration here; a test compares this list with the migrations.
 */
export const schemaMigrations: readonly string[] = [
  'Foundation1700000000001',
  'Elections1700000000010',
  'Broadcasts1700000000020',
  'LongWork1700000000030',
  'Wallets1700000000031',
  'BalanceScans1700000000032',
  'CitizensAndMedia1700000000040',
  'ElectionFigures1700000000050',
  'FeatureFlags1700000000051',
  'Polls1700000000060',
  'Interviews1700000000070',
  'Bank1700000000080',
  'UploadAttempts1700000000090',
  'CancelledElections1700000000110',
  'SharedAnswers1700000000120',
  'BoundedReplays1700000000130',
  'PublishedTallies1700000000135',
  'PanelSignIn1700000000140',
  'ServingAccount1700000000150',
  'JournalRules1700000000170',
  'JournalOfOne1700000000171',
  'SessionsEndAlone1700000000172',
  'Tasks1700000000173',
  'TaskReminders1700000000174',
  'ErasureSteps1700000000175',
  'EndedTerms1700000000177',
  'Counters1700000000180',
  'CitizenWords1700000000181',
  'Standings1700000000182',
  'ListIndexes1700000000183',
  'WaitingPayments1700000000184',
  'ErasureIndexes1700000000185',
  'Gazette1700000000186',
  'ReasonsForgotten1700000000187',
  'Messenger1700000000190',
  'MessageContent1700000000191',
  'MessageWords1700000000192',
  'MessengerSafety1700000000193',
  'MessengerEvidence1700000000194',
  'MutesInForce1700000000197',
  'Jobs1700000000200',
  'SecondFactorSetup1700000000201',
  'NationIdentity1700000000205',
  'AdminCommands1700000000206',
  'NamesApart1700000000207',
  'Promises1700000000211',
  'CitizenPages1700000000212',
  'Settings1700000000213',
  'BroadcastEnds1700000000216',
  'PublishedVoters1700000000217',
  'LiveTurnout1700000000218',
  'EvidenceImages1700000000219',
  'OfficialNames1700000000220',
  'ProgrammeVersions1700000000221',
  'PollPublications1700000000222',
  'CandidacyWallets1700000000223',
  'HealthDays1700000000224',
  'RemovedCandidacies1700000000226',
  'CopiesInParts1700000000227',
  'RemovalsOfFiles1700000000228',
  'RunsOfReactions1700000000229',
  'BalancesDue1700000000231',
  'HowRollsWereRead1700000000232',
  'OfficialNamesAtSignIn1700000000233',
  'SeenGenerations1700000000235',
]

/** The database has another schema than this version of the product needs. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch'
}

/**
 * Checks that the database has the schema that this version needs.
 * @throws SchemaMismatch with a plain sentence when it is older, newer, or not a nation's
 */
export async function requireSchema(database: DataSource, expected = schemaMigrations): Promise<void> {
  const tables = await readOne(
    database,
    { n: column.integer },
    "SELECT COUNT(*) AS n FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'migrations'",
  )
  const found =
    tables.n === 0 ? [] : await readRows(database, { name: column.text }, 'SELECT name FROM migrations ORDER BY id')
  const done = new Set(found.map(({ name }) => name))
  const unknown = [...done].filter((name) => !expected.includes(name))
  if (unknown.length > 0) {
    throw new SchemaMismatch(
      `This database was used by a newer version of Nation (${unknown.join(', ')}). Run that version, or undo its ` +
        'migrations with it first.',
    )
  }
  const missing = expected.filter((name) => !done.has(name))
  if (missing.length > 0) {
    throw new SchemaMismatch(
      `This database is older than this version of Nation: ${missing.length} migrations have not run ` +
        `(${missing[0]} is the first). Run \`node db-migrations/dist/cli.js migrate\` and start again.`,
    )
  }
}

/**
 * Checks that the database contains the rules of every declared event. Erasure and retention use these rules.
 * @throws SchemaMismatch with a plain sentence when `migrate` has not written those of this version
 */
export async function requireEventRules(database: DataSource): Promise<void> {
  const known = await readRows(
    database,
    { kind: column.text, path: column.text.nullable },
    'SELECT k.kind, p.path FROM journal_kinds k LEFT JOIN journal_personal p ON p.kind = k.kind',
  )
  const has = new Set(known.flatMap(({ kind, path }) => [kind, `${kind} ${path}`]))
  const missing = (allEvents as readonly EventDeclaration[]).filter(
    ({ kind, personal }) => !has.has(kind) || personal.some((name) => !has.has(`${kind} $.${name}`)),
  )
  if (missing.length > 0) {
    throw new SchemaMismatch(
      `This database does not know the rules of ${missing.length} events of this version of Nation ` +
        `(${missing[0]?.kind} is the first). Run \`node db-migrations/dist/cli.js migrate\` and start again.`,
    )
  }
}
