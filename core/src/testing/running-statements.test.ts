import { describe, expect, it } from 'vitest'
import { aCitizen, lockWaits, runningLike, untilKilled, useTestNation } from '.'

const nation = useTestNation()

/** How many statements of `whileOneRuns` run. */
const renaming = () => runningLike(nation.database, /^UPDATE citizens SET username/)

/** Does something while this runs: a statement of the account that serves, with the last character of Unicode, as searches have it. */
async function whileOneRuns(work: () => Promise<void>): Promise<void> {
  const { id } = await aCitizen(nation.database)
  const holder = nation.database.createQueryRunner()
  await holder.startTransaction()
  await holder.query('SELECT id FROM citizens WHERE id = ? FOR UPDATE', [id])
  const running = nation.runtime.database.query(`UPDATE citizens SET username = '\u{10FFFF}' WHERE id = ?`, [id])
  try {
    await expect.poll(renaming).toBe(1)
    await work()
    expect(await renaming()).toBe(1)
  } finally {
    await holder.commitTransaction()
    await holder.release()
    await running
  }
  await expect.poll(renaming).toBe(0)
}

describe('While a statement with a character of four bytes runs', () => {
  it('the statements that run are read', async () => {
    await whileOneRuns(async () => {
      expect(await runningLike(nation.database, /^SHOW/)).toBe(1)
      expect(await runningLike(nation.database, /^DELETE/)).toBe(0)
    })
  })

  it('what waits for a lock is counted', async () => {
    expect(await lockWaits(nation.database)).toBe(0)
    await whileOneRuns(() => expect.poll(() => lockWaits(nation.database), { timeout: 10_000, interval: 150 }).toBe(1))
  })

  it('the end of a killed process’s connections is waited for', async () => {
    await whileOneRuns(async () => {
      const ended = await untilKilled(nation.url, 1, (database) => database.query<unknown>('SELECT 1'))
      expect(ended).toBe('killed')
    })
  })
})
