import type { MigrationInterface, QueryRunner } from 'typeorm'
import { createHash } from 'node:crypto'
import unhomoglyph from 'unhomoglyph'

const batchSize = 500

interface Official {
  readonly id: string
  readonly username: string
  readonly handle: string
}

/** The looks of the present names of officials: a sign-in under a new name did not add it. The names that are known stay. */
export class OfficialNamesAtSignIn1700000000233 implements MigrationInterface {
  name = 'OfficialNamesAtSignIn1700000000233'

  async up(db: QueryRunner): Promise<void> {
    for (let last = '0'; ;) {
      const officials = (await db.query(
        `SELECT z.id, z.username, z.handle FROM citizens z
         JOIN (SELECT DISTINCT citizen_id FROM official_names WHERE citizen_id > ? ORDER BY citizen_id LIMIT ${batchSize}) AS n
           ON n.citizen_id = z.id
         ORDER BY z.id`,
        [last],
      )) as Official[]
      const rows = officials.flatMap(({ id, username, handle }) =>
        [username, handle].map((name) => [lookKey(name), id]),
      )
      if (rows.length > 0) await db.query('INSERT IGNORE INTO official_names (look, citizen_id) VALUES ?', [rows])
      const end = officials.at(-1)
      if (!end) break
      last = end.id
    }
  }

  async down(): Promise<void> {
    // A known name protects its official under the version before, too.
  }
}

// As `core/src/citizens/official-names.ts` had it when this was written: migrations import nothing of the product.

const lookKey = (name: string): string => createHash('sha256').update(skeletonOf(name)).digest('hex')

function skeletonOf(name: string): string {
  const letters = unhomoglyph(unhomoglyph(name.normalize('NFKD')).toLowerCase())
    .replace(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]/gu, '')
    .replaceAll('i', 'l')
  return letters || name.normalize('NFKD')
}
