import { describe, expect, it } from 'vitest'
import { demoPersonas, FURTHER_CITIZENS, PERSONA_HANDLES, personaId, portraitSvg } from '.'

const NOW = new Date('2026-03-02T15:04:05.678Z')
const DAY = 86_400_000

describe('the demo nation’s personas', () => {
  const personas = demoPersonas(NOW)
  const ages = personas.map(({ createdAt }) => (NOW.getTime() - createdAt.getTime()) / DAY)

  it('are the same list whenever it is asked for on one day', () => {
    expect(demoPersonas(new Date('2026-03-02T00:00:00Z'))).toEqual(personas)
    expect(demoPersonas(new Date('2026-03-02T23:59:59.999Z'))).toEqual(personas)
  })

  it('grow no older as the demo is started on later days', () => {
    const later = demoPersonas(new Date(NOW.getTime() + 400 * DAY))
    expect(later.map(({ createdAt }) => createdAt.getTime() - 400 * DAY)).toEqual(
      personas.map(({ createdAt }) => createdAt.getTime()),
    )
  })

  it('begin with the nine known by name', () => {
    expect(personas.slice(0, 9).map(({ handle }) => handle)).toEqual(Object.values(PERSONA_HANDLES))
    expect(personas).toHaveLength(9 + FURTHER_CITIZENS)
    expect(personas.filter(({ kind }) => kind === 'visitor')).toHaveLength(1)
  })

  it('have ids, handles and names of their own, such as X allows', () => {
    for (const of of [personas.map((p) => p.id), personas.map((p) => p.handle), personas.map((p) => p.name)]) {
      expect(new Set(of).size).toBe(personas.length)
    }
    for (const { id, handle } of personas) {
      expect(handle).toMatch(/^[A-Za-z0-9_]{4,15}$/)
      expect(id).toMatch(/^1\d{18}$/)
      expect(id).toBe(personaId(handle.toUpperCase()))
    }
  })

  it('differ in followers and account age, some too few and some too young', () => {
    const followers = personas.map((persona) => persona.followers)
    expect(Math.min(...followers)).toBeLessThan(10)
    expect(Math.max(...followers)).toBeGreaterThan(100_000)
    expect(Math.max(...followers)).toBeLessThanOrEqual(250_000)
    expect(followers.filter((count) => count < 100).length).toBeGreaterThan(40)
    expect(ages.filter((age) => age < 160).length).toBeGreaterThan(15)
    expect(ages.every((age) => age < 160 || age >= 200)).toBe(true)
    expect(Math.max(...ages)).toBeGreaterThan(13 * 365)
    expect(personas.filter(({ verified }) => verified).length).toBeGreaterThan(20)
  })
})

describe('a portrait', () => {
  const ada = { handle: 'ada_citizen', name: 'Ada Lindgren' }

  it('is the same for the same account and another for another', () => {
    expect(portraitSvg(ada)).toBe(portraitSvg(ada))
    const drawn = demoPersonas(NOW).map(portraitSvg)
    expect(new Set(drawn).size).toBe(drawn.length)
  })

  it('takes nothing from the name into the drawing', () => {
    expect(portraitSvg({ handle: '<script>', name: '"><script>' })).not.toContain('script')
  })
})
