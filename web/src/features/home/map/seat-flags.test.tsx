import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeNation } from '../../../testing/fake-nation'
import { seatsOf, type Member } from '../../government/seats'
import classes from './Life.module.css'
import { Flags } from './SeatFlags'

const { members } = fakeNation({ now: Date.UTC(2026, 10, 18) }).answers['members.get-government']!({}) as {
  members: Member[]
}
const flags = (of: readonly Member[]) => (
  <svg>
    <Flags seats={seatsOf(of).elected} />
  </svg>
)

/** Each seat's office, and whether it has a flag: 'flies', or 'hoisted' when it went up just now. */
const shown = (container: HTMLElement): Record<string, string | null> =>
  Object.fromEntries(
    [...container.querySelectorAll('[data-seat]')].map((seat) => [
      seat.getAttribute('data-seat') ?? '',
      seat.querySelector(`.${classes.hoisted}`) ? 'hoisted' : seat.querySelector(`.${classes.flag}`) ? 'flies' : null,
    ]),
  )

describe('The flags before the Government Building', () => {
  it('fly for each seat that is held, and leave the pole of a vacant one bare', () => {
    const { container } = render(flags(members))
    expect(Object.keys(shown(container))).toHaveLength(9)
    for (const [role, flag] of Object.entries(shown(container)))
      expect([role, flag]).toEqual([role, members.some((one) => one.governmentRole === role) ? 'flies' : null])
  })

  it('go up only where a seat changed hands while one looked', () => {
    const { container, rerender } = render(flags(members))
    const [first, ...others] = members as [Member, ...Member[]]
    rerender(flags([{ ...first, uid: 'somebody-else' }, ...others.slice(1)]))
    expect(shown(container)).toMatchObject({
      [first.governmentRole]: 'hoisted',
      [others[0]!.governmentRole]: null,
      [others[1]!.governmentRole]: 'flies',
    })
  })
})
