import { expect, it } from 'vitest'
import type { Queries } from '../platform'
import { useTestNation } from '../testing'
import { HealthNotes, measuredHealth } from '.'

const nation = useTestNation()
const day = 86_400_000
const now = () => nation.clock.now()
const measured = () => measuredHealth(nation.database, now())

it('The system’s health is measured by the checks of all workers in thirty days', async () => {
  expect(await measured()).toEqual({ percent: 99.9, checks: 0 })
  const [one, other] = [new HealthNotes(nation.database), new HealthNotes(nation.database)]
  await one.note(new Date(now().getTime() - 31 * day), false)
  expect(await measured()).toEqual({ percent: 99.9, checks: 0 })
  await one.note(now(), true)
  await other.note(now(), true)
  await other.note(new Date(now().getTime() - 29 * day), false)
  expect(await measured()).toEqual({ percent: 66.6, checks: 3 })
})

it('A check while the database is away counts once it is back', async () => {
  let isAway = true
  const sometimes: Queries = {
    query: (...given: [string, unknown[]?]) =>
      isAway ? Promise.reject(new Error('away')) : nation.database.query(...given),
  }
  const notes = new HealthNotes(sometimes)
  await expect(notes.note(now(), false)).rejects.toThrow('away')
  await expect(notes.note(now(), false)).rejects.toThrow('away')
  isAway = false
  await notes.note(now(), true)
  expect(await measured()).toEqual({ percent: 33.3, checks: 3 })
})
