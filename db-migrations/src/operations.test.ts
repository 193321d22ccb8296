import fs from 'node:fs'
import path from 'node:path'
import { useTestNation } from '@nation/core/testing'
import { allEvents } from '@nation/domain/events'
import { describe, expect, it } from 'vitest'

const nation = useTestNation()
const operations = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8')

/** Statements of the document that read or change rows: those of its SQL, and those that a shell passes to MySQL. */
const statements = [...operations.matchAll(/^ *```sql\n(.*?)^ *```$|<<'SQL'\n(.*?)^ *SQL$/gms)]
  .flatMap(([, block, passed]) => (block ?? passed ?? '').split(';'))
  .map((statement) => statement.trim().replace(/\s+/g, ' '))
  .filter((statement) => /^(SELECT(?! id INTO)|UPDATE)\b/.test(statement))

describe('The statements of docs/operations.md', () => {
  it('are found, those of Restore among them', () => {
    expect(statements.length).toBeGreaterThan(15)
    for (const table of ['bank_payouts', 'bank_waiting', 'account_deletions', 'panel_sessions', 'former_poll_votes']) {
      expect(
        statements.some((statement) => statement.includes(table)),
        table,
      ).toBe(true)
    }
  })

  it('save what changed money and seats since a backup, but for what the workers make again', () => {
    const again = [
      'bank.cycle-paid',
      'bank.salary-booked',
      'bank.books-checked',
      'bank.books-differ',
      'government.seated',
    ]
    // Told by the payouts themselves, and among what citizens are told is lost.
    const otherwise = [
      'bank.salary-paid',
      'bank.payments-settled',
      'government.promise-set',
      'government.promise-marked',
    ]
    const kinds = allEvents.map(({ kind }) => kind).filter((kind) => /^(bank|government)\./.test(kind))
    const saved = statements.find((statement) => statement.includes("'citizens.role-changed'")) ?? ''
    expect(kinds.filter((kind) => !saved.includes(`'${kind}'`)).toSorted()).toEqual([...again, ...otherwise].toSorted())
    expect(statements.some((statement) => statement.includes("kind = 'funding'"))).toBe(true)
  })

  it.each(statements)('fit the schema: %s', async (statement) => {
    await expect(nation.database.query(`EXPLAIN ${statement}`)).resolves.toBeDefined()
  })
})
