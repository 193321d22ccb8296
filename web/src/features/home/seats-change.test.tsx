import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { fakeNation } from '../../testing/fake-nation'
import { holdersOf, seatsOf, turnsSince, type Member } from '../government/seats'
import { Carousel } from './OfficialsCarousel'
import classes from '../government/turns.module.css'

const { members } = fakeNation({ now: Date.UTC(2026, 10, 18) }).answers['members.get-government']!({}) as {
  members: Member[]
}
const [president, second, third] = members as [Member, Member, Member]
const after = [{ ...president, uid: 'somebody-else', username: 'Nobody before' }, third, ...members.slice(3)]

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
const carousel = (of: readonly Member[]) => (
  <QueryClientProvider client={client}>
    <MemoryRouter>
      <Carousel seats={seatsOf(of).elected} />
    </MemoryRouter>
  </QueryClientProvider>
)
const turned = () => document.querySelectorAll(`.${classes.turned}`)
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

describe('Seats that change', () => {
  it('are counted in the order of the ballot, vacant ones with them', () => {
    const before = holdersOf(seatsOf(members).elected)
    expect([...turnsSince(before, seatsOf(members).elected)]).toEqual([])
    expect([...turnsSince(before, seatsOf(after).elected)]).toEqual([
      [president.governmentRole, 0],
      [second.governmentRole, 1],
    ])
  })

  it('turn over while one looks, and it is said once how many', () => {
    const { rerender } = render(carousel(members))
    rerender(carousel(structuredClone(members)))
    expect(turned()).toHaveLength(0)
    expect(said()).not.toContainEqual(expect.stringContaining('changed'))
    rerender(carousel(after))
    expect(turned()).toHaveLength(2)
    expect(said()).toContain('The government has changed: 2 of 9 seats are held by another citizen or vacant.')
    expect(screen.getByText('Nobody before')).toBeTruthy()
  })
})
