import type { EntityManager } from 'typeorm'
import { lookKey, officialsNamed } from '../citizens'
import { column, distinct, readRows } from '../platform'

/** So many of each kind are looked at. */
const most = 300

const person = 'z.id, z.username, z.handle, NULL AS look'

/** Administrators and moderators, with the names that they are known by: bounded, each kind by an index. Officials by their looks. */
const known = `(SELECT ${person} FROM citizens z WHERE z.is_admin = TRUE LIMIT ${most})
  UNION ALL (SELECT ${person} FROM citizens z WHERE z.is_admin = FALSE AND z.is_super_admin = TRUE LIMIT ${most})
  UNION ALL (SELECT ${person} FROM citizens z WHERE z.role = 'moderator' LIMIT ${most})
  UNION ALL (SELECT n.citizen_id, NULL, NULL, n.look FROM ${officialsNamed})`

const knownRow = {
  id: column.key,
  username: column.text.nullable,
  handle: column.text.nullable,
  look: column.text.nullable,
}

interface Named {
  /** The citizen's row key. */
  readonly citizen_id: string
  readonly display_name: string
}

/**
 * Tells of these candidates whether their name looks like a name or handle of another citizen of weight: an administrator, a moderator, or
 * an official of any term (decision 90). One statement for all of them.
 */
export async function namesakes(
  tx: EntityManager,
  candidates: readonly Named[],
): Promise<(candidate: Named) => boolean> {
  if (candidates.length === 0) return () => false
  const looks = distinct(candidates.map((one) => lookOf(one.display_name)))
  const bearers = new Map<string, Set<string>>()
  for (const { id, username, handle, look } of await readRows(tx, knownRow, known, [looks])) {
    const borne = look === null ? [username, handle].flatMap((name) => (name === null ? [] : [lookOf(name)])) : [look]
    for (const one of borne) bearers.set(one, (bearers.get(one) ?? new Set()).add(id))
  }
  return ({ citizen_id: own, display_name: name }) => [...(bearers.get(lookOf(name)) ?? [])].some((id) => id !== own)
}

/** Keys of looks that were compared: the same few hundred are, again and again. */
const looks = new Map<string, string>()
const mostLooks = 5_000

function lookOf(name: string): string {
  const before = looks.get(name)
  if (before !== undefined) return before
  if (looks.size >= mostLooks) looks.clear()
  const look = lookKey(name)
  looks.set(name, look)
  return look
}
