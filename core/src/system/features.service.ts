import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allFeaturesOn, featureNames, panelSwitches, type FeatureName, type Features } from '@nation/domain/system'
import type { EntityManager } from 'typeorm'
import { callerNow } from '../auth'
import { type CitizenContext, type Context, column, readFirst, readRows } from '../platform'

/** What is on now. */
export async function readFeatures(tx: Pick<EntityManager, 'query'>): Promise<Features> {
  const rows = await readRows(
    tx,
    { name: column.oneOf(featureNames), enabled: column.flag },
    'SELECT name, enabled FROM feature_flags',
  )
  return { ...allFeaturesOn, ...Object.fromEntries(rows.map((row) => [row.name, row.enabled])) }
}

/** Switches a feature, for the panel or (`by` null) for the operator's command. Says nothing when it is so already. */
export async function switchFeature(
  ctx: Omit<Context, 'caller'>,
  name: FeatureName,
  enabled: boolean,
  by: { readonly id: string; readonly uid: string } | null,
): Promise<void> {
  const row = await readFirst(
    ctx.tx,
    { enabled: column.flag },
    'SELECT enabled FROM feature_flags WHERE name = ? FOR UPDATE',
    [name],
  )
  if ((row === undefined || row.enabled) === enabled) return
  await ctx.tx.query(
    `INSERT INTO feature_flags (name, enabled, changed_at, changed_by) VALUES (?)
     ON DUPLICATE KEY UPDATE enabled = VALUES(enabled), changed_at = VALUES(changed_at), changed_by = VALUES(changed_by)`,
    [[name, enabled, ctx.now(), by?.id ?? null]],
  )
  ctx.journal.add({
    kind: 'system.feature-switched',
    actor: by?.uid ?? null,
    subject: name,
    facts: { feature: name, enabled },
  })
}

/** `system.features`: what can be switched, what is on, and who switched it last. */
export async function listFeatures(ctx: Pick<Context, 'tx'>): Promise<CallOutput<'system.features'>> {
  const rows = await readRows(
    ctx.tx,
    {
      name: column.oneOf(featureNames),
      enabled: column.flag,
      changed_at: column.instant,
      username: column.text.nullable,
    },
    `SELECT f.name, f.enabled, f.changed_at, c.username FROM feature_flags f LEFT JOIN citizens c ON c.id = f.changed_by`,
  )
  const changeable: readonly FeatureName[] = panelSwitches
  return {
    success: true,
    features: featureNames.map((feature) => {
      const row = rows.find((one) => one.name === feature)
      return {
        feature,
        enabled: row === undefined || row.enabled,
        changeable: changeable.includes(feature),
        changedAt: row?.changed_at.getTime() ?? null,
        changedBy: row?.username ?? null,
      }
    }),
  }
}

/**
 * `system.set-feature`: switches a feature for everybody.
 * @throws NationError `session_ended` for an administrator whose powers were taken away meanwhile
 */
export async function setFeature(
  ctx: CitizenContext,
  input: CallInput<'system.set-feature'>,
): Promise<CallOutput<'system.set-feature'>> {
  await switchFeature(ctx, input.feature, input.enabled, await callerNow(ctx))
  return listFeatures(ctx)
}
