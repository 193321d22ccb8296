import type { MigrationInterface, QueryRunner } from 'typeorm'

const options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const batchSize = 1_000

/** The words of names and handles, by whose beginnings citizens are found (decision 59). */
export class CitizenWords1700000000181 implements MigrationInterface {
  name = 'CitizenWords1700000000181'

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE IF NOT EXISTS citizen_words (
      word VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      citizen_id BIGINT UNSIGNED NOT NULL,
      PRIMARY KEY (word, citizen_id),
      KEY ix_citizen_words_citizen (citizen_id)
    ) ${options}`)
    for (let last = '0'; ;) {
      const citizens = (await db.query(
        `SELECT id, handle, username FROM citizens WHERE id > ? AND left_at IS NULL ORDER BY id LIMIT ${batchSize}`,
        [last],
      )) as { id: string; handle: string; username: string }[]
      const rows = citizens.flatMap((one) => wordsOf(one).map((word) => [word, one.id]))
      if (rows.length > 0) await db.query('INSERT IGNORE INTO citizen_words (word, citizen_id) VALUES ?', [rows])
      const end = citizens.at(-1)
      if (!end || citizens.length < batchSize) break
      last = end.id
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE IF EXISTS citizen_words')
  }
}

// As `domain/src/citizens/search.ts` had it when this was written: migrations import nothing of the product.

const mostWords = 24
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const between = /[\p{P}\p{Z}\p{C}]+/u
const betweenAllBut = /(?:(?!_)[\p{P}\p{Z}\p{C}])+/u
const symbols = /(\p{S}+)/u
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const partsOf = (text: string, separator: RegExp) =>
  text.split(separator).flatMap((word) => word.split(symbols).filter((part) => part !== ''))

function wordsOf({ handle, username }: { handle: string; username: string }): string[] {
  const parts = [plain(handle), plain(username)].flatMap((text) => [
    ...partsOf(text, betweenAllBut),
    ...partsOf(text, between),
  ])
  const ofSymbols = (part: string) => symbols.test(part)
  const forms = [...parts.filter((part) => !ofSymbols(part)), ...parts.filter(ofSymbols)].flatMap((word) => {
    const signs = [...word]
    const starts = unspaced.test(word) || symbols.test(word) ? signs.map((_, place) => place) : [0]
    return starts.map((start) => signs.slice(start, start + 64).join(''))
  })
  return [...new Set(forms)].slice(0, mostWords)
}
