import { expect, it } from 'vitest'
import type { Chain } from '../chain'
import { openDatabase } from '../nation'
import { useTestNation } from '../testing'
import { deleteOldScans, scanByMint } from './balance-scan'

const nation = useTestNation()

const found = {
  program: 'token',
  slot: 7n,
  accounts: 0,
  total: 0n,
  supply: 0n,
  reconciled: true,
  missing: 0n,
}
const chain = { settings: { mint: 'mint' }, scanMint: () => Promise.resolve(found) } as unknown as Chain

it('A scan whose announcement fails is not there', async () => {
  const announce = () => Promise.reject(new Error('the journal is away'))
  await expect(scanByMint(nation.runtime, chain, { purpose: 'roll', announce })).rejects.toThrow('the journal is away')
  expect(await nation.database.query('SELECT id FROM balance_scans')).toEqual([])
  await scanByMint(nation.runtime, chain, { purpose: 'roll' })
  expect(await nation.database.query('SELECT state FROM balance_scans')).toEqual([{ state: 'complete' }])
})

it('The rows of an old scan are deleted in batches', async () => {
  const { id } = await scanByMint(nation.runtime, chain, { purpose: 'refresh' })
  await nation.database.query(
    `INSERT INTO balance_scan_rows (scan_id, wallet_address, balance)
     WITH d AS (SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5)
     SELECT ?, CONCAT(a.n, b.n, c.n, e.n, f.n), 1 FROM d a, d b, d c, d e, d f`,
    [id],
  )
  const sent: string[] = []
  const database = await openDatabase({ url: nation.url, poolSize: 1, onStatement: (sql) => sent.push(sql) })
  const later = new Date(nation.clock.now().getTime() + 3 * 86_400_000)
  expect(await deleteOldScans(database.manager, later)).toBe(1)
  await database.destroy()
  // 7,776 rows.
  expect(sent.filter((sql) => sql.startsWith('DELETE FROM balance_scan_rows'))).toEqual([
    expect.stringContaining('LIMIT 5000'),
    expect.stringContaining('LIMIT 5000'),
  ])
  expect(await nation.database.query('SELECT id FROM balance_scans')).toEqual([])
})
