import type { MigrationInterface, QueryRunner } from 'typeorm'

const word = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`

/** An election keeps how its roll was read and in which slot: its page tells it. Of past ones the journal's entry of the opening knows. */
export class HowRollsWereRead1700000000232 implements MigrationInterface {
  name = 'HowRollsWereRead1700000000232'

  async up(db: QueryRunner): Promise<void> {
    if (!(await db.hasColumn('elections', 'roll_method'))) {
      await db.query(
        `ALTER TABLE elections ADD COLUMN roll_method ${word(16)} NULL, ADD COLUMN roll_slot ${word(20)} NULL`,
      )
    }
    // A null in JSON is unquoted to the word.
    const fact = (name: string) => `NULLIF(JSON_UNQUOTE(JSON_EXTRACT(j.facts, '$.${name}')), 'null')`
    await db.query(`UPDATE elections e
      JOIN journal j FORCE INDEX (ix_journal_kind) ON j.kind = 'elections.opened' AND j.subject = e.uid
      SET e.roll_method = ${fact('rollMethod')}, e.roll_slot = ${fact('rollSlot')}`)
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE elections DROP COLUMN roll_slot, DROP COLUMN roll_method')
  }
}
