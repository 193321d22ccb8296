import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

describe('a timer that a test leaves', () => {
  const rung: string[] = []

  it('rings while the test lasts', async () => {
    await new Promise<void>((resolve) => {
      setTimeout(() => rung.push('in time'))
      setTimeout(resolve)
    })
    expect(rung).toEqual(['in time'])
    setTimeout(() => rung.push('late'))
    setInterval(() => rung.push('again'))
  })

  it('does not ring in the next one', async () => {
    // Timers of one length ring in the order in which they were set.
    await new Promise((resolve) => setTimeout(resolve))
    expect(rung).toEqual(['in time'])
  })
})

describe('a query that finds nothing', () => {
  const said = (error: unknown) => (error as Error).message.match(/The page says: \w+/g)

  it('says what the page says', () => {
    document.body.innerHTML = '<p>Hello</p>'
    expect(() => screen.getByRole('button')).toThrow('The page says: Hello')
  })

  it('says it once and reads the page once, however long it waited', async () => {
    document.body.innerHTML = '<p>Hello</p>'
    const read = vi.spyOn(document.body, 'querySelectorAll')
    const waited = screen.findByText('Bye', {}, { timeout: 200 }).catch(said)
    document.body.innerHTML = '<p>Goodbye</p>'
    expect(await waited).toEqual(['The page says: Goodbye'])
    expect(read.mock.calls.filter(([which]) => which.startsWith('*:not('))).toHaveLength(1)
  })
})
