import { describe, expect, it } from 'vitest'
import { governmentRoles } from '../permissions'
import { electedRoles, positionNumbered } from '../elections'
import { bankOffices, bankSettings, officeShares, presidentialSeat, salaryPresets, totalPercent } from '.'

describe('Salaries', () => {
  it('add up to the whole budget in each preset', () => {
    for (const preset of Object.values(salaryPresets)) expect(totalPercent(preset)).toBe(100)
  })

  it('are paid by the constitution to the nine elected offices, 45 percent to the presidential seat', () => {
    expect(Object.keys(salaryPresets.constitution).sort()).toEqual([...electedRoles].sort())
    expect(totalPercent(salaryPresets.constitution, presidentialSeat)).toBe(45)
  })

  it('differ between the presets in Marketing and Justice alone', () => {
    const { marketingMinister, ...constitution } = salaryPresets.constitution
    const { justiceMinister, ...panel } = salaryPresets.panel
    expect(panel).toEqual(constitution)
    expect(justiceMinister).toBe(marketingMinister)
  })

  it('are listed in one order everywhere: as elections number the offices, then the one that is only appointed', () => {
    const numbered = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((order) => positionNumbered(order).role)
    expect(bankOffices).toEqual([...numbered, 'justiceMinister'])
    expect([...bankOffices].sort()).toEqual([...governmentRoles].sort())
    expect([...officeShares(100_00, salaryPresets.constitution).keys()]).toEqual(numbered)
  })

  it('come out of a share of the developer wallet that is wholly given out', () => {
    expect(bankSettings.operationsPercent + bankSettings.governmentPercent).toBe(100)
  })
})
