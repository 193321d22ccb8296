import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import {
  canSetLimit,
  initialLimits,
  limitNames,
  limitRules,
  type LimitName,
  type Limits,
  type SocialLink,
} from '@nation/domain/system'
import { column, readFirst, readRows, type CitizenContext, type Context, type Queries } from '../platform'

/** Where else the nation is found is one setting; each limit is another. */
const linksName = 'links'

type PanelSettings = CallOutput<'system.panel-settings'>

const valueRow = { name: column.text, value: column.text.nullable }

/** What holds now, for what is decided and for what is shown. */
export async function readLimits(tx: Queries): Promise<Limits> {
  return limitsOf(await readRows(tx, valueRow, 'SELECT name, value FROM settings WHERE name IN (?)', [limitNames]))
}

/** The limits, and the links that an operator set; null where none were set, and those of the environment are shown. */
export interface NationSettings {
  readonly limits: Limits
  readonly links: readonly SocialLink[] | null
}

/** All settings in one look. */
export async function readSettings(tx: Queries): Promise<NationSettings> {
  const rows = await readRows(tx, valueRow, 'SELECT name, value FROM settings')
  return { limits: limitsOf(rows), links: linksOf(rows.find(({ name }) => name === linksName)?.value ?? null) }
}

interface Stored {
  readonly name: string
  readonly value: string | null
}

const limitsOf = (rows: readonly Stored[]): Limits => ({
  ...initialLimits,
  ...Object.fromEntries(
    rows.flatMap(({ name, value }) => {
      const limit = limitNames.find((one) => one === name)
      return limit === undefined || value === null ? [] : [[limit, Number(value)]]
    }),
  ),
})

const linksOf = (value: string | null): readonly SocialLink[] | null =>
  value === null ? null : (JSON.parse(value) as readonly SocialLink[])

/** `system.panel-settings`: each setting with its bounds, its default and its last change. `configured`: the links of NATION_LINKS. */
export async function panelSettings(
  { tx }: Pick<Context, 'tx'>,
  configured: readonly SocialLink[],
): Promise<PanelSettings> {
  const rows = await readRows(
    tx,
    {
      name: column.text,
      value: column.text.nullable,
      version: column.integer,
      changed_at: column.instant.nullable,
      username: column.text.nullable,
    },
    `SELECT s.name, s.value, s.version, s.changed_at, c.username FROM settings s LEFT JOIN citizens c ON c.id = s.changed_by`,
  )
  const lastChange = (name: string) => {
    const row = rows.find((one) => one.name === name)
    return {
      version: row?.version ?? 0,
      changedAt: row?.changed_at?.getTime() ?? null,
      changedBy: row?.username ?? null,
    }
  }
  const limits = limitsOf(rows)
  const links = linksOf(rows.find(({ name }) => name === linksName)?.value ?? null)
  const [given, shown] = [configured, links ?? configured].map((list) => list.map((link) => ({ ...link })))
  return {
    success: true,
    limits: limitNames.map((limit) => ({
      limit,
      value: limits[limit],
      ...limitRules[limit],
      ...lastChange(limit),
    })),
    links: { list: shown ?? [], configured: given ?? [], set: links !== null, ...lastChange(linksName) },
  }
}

/**
 * `system.set-limit`: changes a limit for everybody, from now on; null brings its default back. Present candidates stay.
 * @throws NationError `setting_changed`, `limit_out_of_bounds`
 */
export async function setLimit(ctx: CitizenContext, { limit, value, version }: LimitChange): Promise<void> {
  if (value !== null) allow(canSetLimit(limit, value))
  const before = await lockSetting(ctx, limit, version)
  const { initial } = limitRules[limit]
  const [from, to] = [before === null ? initial : Number(before), value ?? initial]
  if (from === to && (before === null) === (value === null)) return
  await writeSetting(ctx, limit, value === null ? null : String(value))
  // To set the default as a number, or to remove such a number, changes nothing.
  if (from === to) return
  ctx.journal.add({
    kind: 'system.limit-changed',
    actor: ctx.caller.uid,
    subject: limit,
    facts: { limit, from, to },
  })
}

type LimitChange = Pick<CallInput<'system.set-limit'>, 'limit' | 'value' | 'version'>

/**
 * `system.set-links`: says where else the nation is found, or (null) leaves it to the environment again.
 * @throws NationError `setting_changed`
 */
export async function setLinks(
  ctx: CitizenContext,
  { links, version }: Pick<CallInput<'system.set-links'>, 'links' | 'version'>,
  configured: readonly SocialLink[],
): Promise<void> {
  const before = await lockSetting(ctx, linksName, version)
  const value = links && JSON.stringify(links.map(({ name, url }) => ({ name, url })))
  if (before === value) return
  await writeSetting(ctx, linksName, value)
  const shown = (links ?? configured).map(({ name, url }) => ({ name, url }))
  ctx.journal.add({ kind: 'system.links-changed', actor: ctx.caller.uid, facts: { links: shown } })
}

/** Locks a setting, and answers its value. @throws NationError `setting_changed` where it is not the version that was seen */
async function lockSetting(
  { tx }: Context,
  name: LimitName | typeof linksName,
  version: number,
): Promise<string | null> {
  // The row is there from the first change on; this way two first changes wait for each other.
  await tx.query('INSERT INTO settings (name, version) VALUES (?, 0) ON DUPLICATE KEY UPDATE name = name', [name])
  const row = await readFirst(
    tx,
    { value: column.text.nullable, version: column.integer },
    'SELECT value, version FROM settings WHERE name = ? FOR UPDATE',
    [name],
  )
  if (!row || row.version !== version) throw new NationError('setting_changed')
  return row.value
}

async function writeSetting(ctx: CitizenContext, name: string, value: string | null): Promise<void> {
  await ctx.tx.query(
    'UPDATE settings SET value = ?, version = version + 1, changed_at = ?, changed_by = ? WHERE name = ?',
    [value, ctx.now(), ctx.caller.id, name],
  )
}
