import type { EntityManager } from 'typeorm'
import { column, readRows } from '../platform'
import { skeletonOf } from './name-key'

/** So many of the latest terms are looked at (the officials of about half a year), and so many of each other kind. */
const most = 300

const person = 'z.id, z.username, z.handle'

/** Citizens of weight, with the names that they are known by: bounded, each kind by an index. */
const known = `(SELECT ${person}, NULL AS stood_as FROM citizens z WHERE z.is_admin = TRUE LIMIT ${most})
  UNION ALL (SELECT ${person}, NULL FROM citizens z WHERE z.is_admin = FALSE AND z.is_super_admin = TRUE LIMIT ${most})
  UNION ALL (SELECT ${person}, NULL FROM citizens z WHERE z.role = 'moderator' LIMIT ${most})
  UNION ALL (SELECT ${person}, k.display_name FROM (SELECT citizen_id, candidacy_id FROM terms ORDER BY started_at DESC LIMIT ${most}) t
    JOIN citizens z ON z.id = t.citizen_id LEFT JOIN candidacies k ON k.id = t.candidacy_id)`

const knownRow = {
  id: column.key,
  username: column.text,
  handle: column.text,
  stood_as: column.text.nullable,
}

interface Named {
  /** The citizen's row key. */
  readonly citizen_id: string
  readonly display_name: string
}

/**
 * Tells of candidates whether their name looks like a name or handle of another citizen of weight: an administrator, a moderator, an
 * official, or one of the last half year (decision 90). One statement for all of them.
 */
export async function namesakes(tx: EntityManager): Promise<(candidate: Named) => boolean> {
  const bearers = new Map<string, Set<string>>()
  for (const { id, username, handle, stood_as: stoodAs } of await readRows(tx, knownRow, known, [])) {
    for (const name of [username, handle, stoodAs]) {
      if (!name) continue
      const look = lookOf(name)
      bearers.set(look, (bearers.get(look) ?? new Set()).add(id))
    }
  }
  return ({ citizen_id: own, display_name: name }) => [...(bearers.get(lookOf(name)) ?? [])].some((id) => id !== own)
}

/** Skeletons of names that were compared: the same few hundred are, again and again. */
const looks = new Map<string, string>()
const mostLooks = 5_000

function lookOf(name: string): string {
  const before = looks.get(name)
  if (before !== undefined) return before
  if (looks.size >= mostLooks) looks.clear()
  const look = skeletonOf(name)
  looks.set(name, look)
  return look
}
