import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { createPanelAccount, resetPanelAccount, revokePanelAccount, type MadePanelAccount } from '@nation/core/admin'
import { deriveKeys, type Keys } from '@nation/core/auth'
import { repairWords, wrongWords } from '@nation/core/citizens'
import {
  change,
  counterDifferences,
  repairCounters,
  moveClock,
  openClock,
  secondFactorRequired,
  type Context,
} from '@nation/core/platform'
import { openDatabase, counters } from '@nation/core/nation'
import { rebuildWords } from '@nation/core/messenger'
import { readFeatures, switchFeature } from '@nation/core/system'
import { featureNames } from '@nation/domain/system'
import type { DataSource } from 'typeorm'
import { parseClock } from './clock-argument'
import { readGazette } from './gazette-command'
import { migrations } from './migrations'
import { leaveAgain, markPaidAgain } from './restore-commands'
import { noServerRuns } from './no-server-runs'
import { schemaState, withSchemaLock } from './schema'
import { seed } from './seed'
import { writeEventRules } from './event-rules'
import { grantServing } from './serving-account'

/** Exit code that says: this database was used by a newer version of the product. */
const newerSchema = 3

const usage = `What to do with the database: migrate [--clock <instant | +3d | show>] | revert [--all] | status | seed | clock <instant | +3d | show> |
admin-create --username NAME --citizen HANDLE [--totp | --no-totp] (the password comes on standard input) |
admin-reset --username NAME [--totp | --no-totp] (the password comes on standard input) |
admin-revoke --username NAME | mark-paid --admin ID (the batch file comes on standard input) |
leave --citizen ID [--gives-up CENTS] | feature [NAME on|off] | counters [--mend] | gazette [--rebuild] | message-words`

type Command = (database: DataSource, args: readonly string[]) => Promise<void>

/** Commands that change the schema, or rows that the account which serves may not change. */
const ownersCommands = ['migrate', 'revert', 'status', 'seed', 'clock']

const commands: Record<string, Command> = {
  migrate,
  revert,
  status,
  seed: seedDemo,
  clock,
  'admin-create': adminCreate,
  'admin-reset': adminReset,
  'admin-revoke': adminRevoke,
  'mark-paid': markPaid,
  leave,
  feature,
  counters: checkCounters,
  gazette: async (database, args) => say(await readGazette(database, args, isProduction())),
  'message-words': async (database) => say(`${await rebuildWords(database)} messages were read.`),
}

/** With `--clock` it also moves or shows the clock: a start needs both, and a process costs a second. */
async function migrate(database: DataSource, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { clock: { type: 'string' } } })
  await updateSchema(database)
  if (values.clock !== undefined) await clock(database, [values.clock])
}

async function updateSchema(database: DataSource): Promise<void> {
  await withSchemaLock(database, async () => {
    const { done, pending } = await schemaState(database)
    if (isProduction() && done.length > 0 && pending.length > 0) await noServerRuns(database)
    await database.runMigrations({ transaction: 'none' })
    await writeEventRules(database)
    say(
      pending.length === 0
        ? 'The schema is up to date.'
        : `The schema is up to date: ${pending.length} migrations ran.`,
    )
    const { owner, serving } = accounts()
    if (owner === serving) return
    await grantServing(database, serving)
    say(`${new URL(serving).username} has the rights of the serving account.`)
  })
}

async function revert(database: DataSource, args: readonly string[]): Promise<void> {
  await withSchemaLock(database, async () => {
    const { done } = await schemaState(database)
    const count = args.includes('--all') ? done.length : Math.min(1, done.length)
    for (let i = 0; i < count; i++) await database.undoLastMigration({ transaction: 'none' })
    say(`${count} migrations were undone.`)
  })
}

async function status(database: DataSource): Promise<void> {
  const state = await schemaState(database)
  say(`${state.done.length} migrations ran, ${state.pending.length} are pending.`)
  for (const name of state.pending) say(`pending: ${name}`)
}

async function seedDemo(database: DataSource): Promise<void> {
  if (isProduction()) throw new Error('The demo nation cannot be created in production.')
  await seed(database, { mediaDir: process.env.NATION_MEDIA_DIR ?? 'media', say })
}

async function clock(database: DataSource, args: readonly string[]): Promise<void> {
  const [to = 'show'] = args
  if (isProduction() && to !== 'show') throw new Error('The clock cannot be moved in production.')
  if (to === 'show') {
    const current = await openClock(database, false)
    say(current.now().toISOString())
    current.close()
    return
  }
  say((await moveClock(database, parseClock(to))).toISOString())
}

/** What is switched on; with a name and `on` or `off`, switches it. The panel can only be switched here. */
async function feature(database: DataSource, args: readonly string[]): Promise<void> {
  const [name, state] = args
  if (name !== undefined) {
    const known = featureNames.find((one) => one === name)
    if (!known || (state !== 'on' && state !== 'off')) {
      throw new Error(`feature needs one of ${featureNames.join(', ')}, and on or off.`)
    }
    const current = await openClock(database, isProduction())
    const runtime = { database, clock: current, nudge: () => undefined }
    await change(runtime, {}, (ctx) => switchFeature(ctx, known, state === 'on', null))
    current.close()
  }
  const features = await readFeatures(database)
  for (const one of featureNames) say(`${one}: ${features[one] ? 'on' : 'off'}`)
}

/** Compares the stored figures with a count of the rows, and citizens' words with their names; `--mend` corrects them. */
async function checkCounters(database: DataSource, args: readonly string[]): Promise<void> {
  const mend = args.includes('--mend')
  const found = await (mend ? repairCounters : counterDifferences)(database, counters)
  for (const { topic, subject, kept, counted } of found) {
    say(`${topic} ${subject}: stored ${kept}, counted ${counted}${mend ? ', corrected' : ''}`)
  }
  say(found.length === 0 ? 'Every counter is right.' : `${found.length} counters ${mend ? 'were' : 'are'} wrong.`)
  const words = await (mend ? repairWords : wrongWords)(database)
  for (const { uid } of words) say(`citizen ${uid}: the search words do not fit the name${mend ? ', corrected' : ''}`)
  say(
    words.length === 0
      ? 'The words of every citizen are right.'
      : `The words of ${words.length} citizens ${mend ? 'were' : 'are'} wrong.`,
  )
  if (found.length + words.length > 0 && !mend) process.exitCode = 1
}

async function adminRevoke(database: DataSource, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { username: { type: 'string' } } })
  const { username } = values
  if (!username) throw new Error('admin-revoke needs --username.')
  const current = await openClock(database, isProduction())
  await change({ database, clock: current, nudge: () => undefined }, {}, (ctx) => revokePanelAccount(ctx, username))
  current.close()
  say(`The panel account '${username}' is revoked.`)
}

async function markPaid(database: DataSource, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { admin: { type: 'string' } } })
  const { admin } = values
  if (!admin) throw new Error('mark-paid needs --admin, the id of an administrator.')
  const csv = await text(process.stdin)
  say(await changing(database, (ctx) => markPaidAgain(ctx, admin, csv)))
}

async function leave(database: DataSource, args: readonly string[]): Promise<void> {
  const options = { citizen: { type: 'string' }, 'gives-up': { type: 'string', default: '0' } } as const
  const { citizen, 'gives-up': cents } = parseArgs({ args: [...args], options }).values
  if (!citizen || !/^\d{1,12}$/.test(cents))
    throw new Error('leave needs --citizen, an id; --gives-up is in whole cents.')
  say(await changing(database, (ctx, keys) => leaveAgain(ctx, keys, citizen, Number(cents))))
}

const credentialOptions = {
  username: { type: 'string' },
  totp: { type: 'boolean' },
  'password-stdin': { type: 'boolean', default: true },
} as const

async function adminCreate(database: DataSource, args: readonly string[]): Promise<void> {
  const options = { ...credentialOptions, citizen: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options, allowNegative: true })
  const { username, citizen } = values
  if (!username || !citizen) throw new Error('admin-create needs --username and --citizen (an X handle).')
  const input = { ...(await credentialsOf(username, values.totp)), handle: citizen }
  const made = await changing(database, (ctx, keys) => createPanelAccount(ctx, keys, input))
  say(`The panel account '${username}' is ready; it is bound to @${citizen.replace(/^@/, '')}.`)
  sayCodes(made)
}

async function adminReset(database: DataSource, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: credentialOptions, allowNegative: true })
  const { username } = values
  if (!username) throw new Error('admin-reset needs --username.')
  const input = await credentialsOf(username, values.totp)
  const made = await changing(database, (ctx, keys) => resetPanelAccount(ctx, keys, input))
  say(`The panel account '${username}' has a new password. Its sessions are ended and its known devices are deleted.`)
  sayCodes(made)
}

async function credentialsOf(username: string, totp: boolean | undefined) {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  return { username, password, withTotp: totp === true, needsTotp: totp ?? secondFactorRequired() }
}

async function changing<Result>(
  database: DataSource,
  service: (ctx: Context, keys: Keys) => Promise<Result>,
): Promise<Result> {
  const keys = deriveKeys(secretOf(process.env.NATION_SECRET))
  const current = await openClock(database, isProduction())
  const result = await change({ database, clock: current, nudge: () => undefined }, {}, (ctx) => service(ctx, keys))
  current.close()
  return result
}

function sayCodes({ totpAddress, recoveryCodes }: MadePanelAccount): void {
  if (totpAddress) say(`Add this to an authenticator app: ${totpAddress}`)
  if (recoveryCodes.length === 0) return
  say('Store these recovery codes. Each replaces the authenticator once. They are not shown again:')
  for (const code of recoveryCodes) say(`  ${code}`)
}

function secretOf(secret: string | undefined): string {
  if (!secret || secret.length < 32) throw new Error('NATION_SECRET must have at least 32 characters.')
  return secret
}

/** The address for the account that owns the schema, and for the one that serves; the same where only one is given. */
function accounts(): { owner: string; serving: string } {
  const serving = process.env.DATABASE_URL
  if (!serving) throw new Error('DATABASE_URL is not set.')
  const owner = process.env.MIGRATION_DATABASE_URL || serving
  if (owner !== serving && new URL(owner).username === new URL(serving).username) {
    throw new Error('DATABASE_URL and MIGRATION_DATABASE_URL must name two accounts.')
  }
  return { owner, serving }
}

function isProduction(): boolean {
  return (
    process.env.NATION_ENV === 'production' ||
    (process.env.NATION_ENV === undefined && process.env.NODE_ENV === 'production')
  )
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function main(): Promise<number> {
  const [name = '', ...args] = process.argv.slice(2)
  const command = commands[name]
  if (!command) throw new Error(usage)
  const { owner, serving } = accounts()
  if (isProduction() && owner === serving && (name === 'migrate' || name === 'revert')) {
    throw new Error(
      'MIGRATION_DATABASE_URL is not set: in production one account changes the schema, and another one, that of ' +
        'DATABASE_URL, serves. docs/operations.md tells how to make them.',
    )
  }
  const url = ownersCommands.includes(name) ? owner : serving
  const database = await openDatabase({ url, poolSize: 4, migrations })
  try {
    const { unknown, pending } = await schemaState(database)
    if (unknown.length > 0) {
      process.stderr.write(
        `This data belongs to a newer version of Nation (it has ${unknown.join(', ')}). Use that version, or another data folder.\n`,
      )
      return newerSchema
    }
    if (pending.length > 0 && name !== 'migrate' && name !== 'status' && name !== 'revert') {
      throw new Error('The schema is not up to date: run migrate first.')
    }
    await command(database, args)
    return 0
  } finally {
    await database.destroy()
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
