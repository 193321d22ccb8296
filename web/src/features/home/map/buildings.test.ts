import { describe, expect, it } from 'vitest'
import { buildings, lockOf } from './buildings'

const building = (id: string) => buildings.find((one) => one.id === id)!

describe('the four buildings', () => {
  it('lead where the requirements say', () => {
    expect(buildings.map(({ name, path }) => [name, path])).toEqual([
      ['Election Building', '/elections'],
      ['Government Building', '/gov-staff'],
      ['Vote Building', '/vote'],
      ['Law Building', '/rules'],
    ])
  })

  it('are open to everybody, but for those where one votes', () => {
    expect(lockOf(building('election'), true, false)).toBe('Connect wallet to access')
    expect(lockOf(building('vote'), true, false)).toBe('Connect wallet to access')
    expect(lockOf(building('government'), true, false)).toBeNull()
    expect(lockOf(building('law'), true, false)).toBeNull()
    for (const one of buildings) expect(lockOf(one, true, true)).toBeNull()
  })

  it('stay locked for everybody while their page is not built', () => {
    expect(lockOf(building('vote'), false, true)).toBe('Locked')
    expect(lockOf(building('vote'), false, false)).toBe('Locked')
  })

  it('have their pins within the picture', () => {
    for (const { pin, area } of buildings) {
      for (const part of [pin.left, pin.top, ...area]) {
        expect(part).toBeGreaterThan(0)
        expect(part).toBeLessThan(100)
      }
    }
  })
})
