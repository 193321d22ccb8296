import type { MigrationInterface, QueryRunner } from 'typeorm'
import { createHash } from 'node:crypto'
import unhomoglyph from 'unhomoglyph'

const batchSize = 500

interface Term {
  readonly id: string
  readonly citizen_id: string
  readonly names: readonly (string | null)[]
}

/** The looks of the names by which officials of all terms are known (decision 90). Citizens who left have none. */
export class OfficialNames1700000000220 implements MigrationInterface {
  name = 'OfficialNames1700000000220'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS official_names (
      look CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      citizen_id BIGINT UNSIGNED NOT NULL,
      PRIMARY KEY (look, citizen_id),
      KEY ix_official_names_citizen (citizen_id)
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`)
    for (let last = '0'; ;) {
      const terms = await termsAfter(db, last)
      const rows = terms.flatMap(({ citizen_id: id, names }) =>
        names.flatMap((name) => (name ? [[lookKey(name), id]] : [])),
      )
      if (rows.length > 0) await db.query('INSERT IGNORE INTO official_names (look, citizen_id) VALUES ?', [rows])
      const end = terms.at(-1)
      if (!end || terms.length < batchSize) break
      last = end.id
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS official_names')
  }
}

async function termsAfter(db: QueryRunner, last: string): Promise<Term[]> {
  const rows = (await db.query(
    `SELECT t.id, t.citizen_id, IF(z.left_at IS NULL, z.username, NULL) AS username, IF(z.left_at IS NULL, z.handle, NULL) AS handle,
       IF(z.left_at IS NULL, k.display_name, NULL) AS stood_as
     FROM terms t JOIN citizens z ON z.id = t.citizen_id LEFT JOIN candidacies k ON k.id = t.candidacy_id
     WHERE t.id > ? ORDER BY t.id LIMIT ${batchSize}`,
    [last],
  )) as { id: string; citizen_id: string; username: string | null; handle: string | null; stood_as: string | null }[]
  return rows.map(({ id, citizen_id, username, handle, stood_as }) => ({
    id,
    citizen_id,
    names: [username, handle, stood_as],
  }))
}

// As `core/src/citizens/official-names.ts` had it when this was written: migrations import nothing of the product.

const lookKey = (name: string): string => createHash('sha256').update(skeletonOf(name)).digest('hex')

function skeletonOf(name: string): string {
  const letters = unhomoglyph(unhomoglyph(name.normalize('NFKD')).toLowerCase())
    .replace(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]/gu, '')
    .replaceAll('i', 'l')
  return letters || name.normalize('NFKD')
}
