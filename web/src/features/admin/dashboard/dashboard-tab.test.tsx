import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakePassword } from '../../../testing/fake-admin'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { usePanel } from '../panel-session'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => usePanel.setState({ token: null, adminId: null, ended: false }))

async function open(nation = fakeNation({ now: NOW, as: 'admin' })) {
  renderAt('/admin?tab=dashboard', nation, NOW)
  fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
  fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
  return within(await screen.findByRole('region', { name: 'At a glance' }))
}

describe('the dashboard of the panel', () => {
  it('tells the figures at a glance', async () => {
    const glance = await open()
    expect(await glance.findByText('1,284')).toBeTruthy()
    expect(await glance.findByText('8 of 9 seats filled')).toBeTruthy()
    expect(await glance.findByText('73.7%')).toBeTruthy()
    expect(await glance.findByText('Database: 2 ms')).toBeTruthy()
    expect(glance.getByText('99.7%')).toBeTruthy()
    expect(glance.getByText('OK')).toBeTruthy()
    expect(glance.getByText('Good checks in 30 days, of 43,200')).toBeTruthy()
    for (const label of ['Active polls', 'Pool of a cycle', 'In the queue', 'Errors']) {
      expect(glance.getByText(label)).toBeTruthy()
    }
  })

  it('has the figures of each chart in a table behind it', async () => {
    await open()
    const turnout = await screen.findByRole('region', { name: 'Turnout' })
    fireEvent.click(within(turnout).getByText('Figures'))
    const table = within(within(turnout).getByRole('table', { name: 'Turnout, in figures', hidden: true }))
    expect(table.getAllByRole('row', { hidden: true })).toHaveLength(4)
    const failed = await screen.findByRole('region', { name: 'Failed tries' })
    expect(
      within(failed).getByText('Failed tries of jobs in each hour of the last day', { selector: 'p' }),
    ).toBeTruthy()
  })

  it('leaves the other figures as they are when one cannot be read', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    nation.answers['system.health'] = () => refuse(429, 'rate_limited', 'Rate limit exceeded.')
    const glance = await open(nation)
    expect(await glance.findByText('Rate limit exceeded.')).toBeTruthy()
    expect(await glance.findByText('1,284')).toBeTruthy()
  })

  it('says which part does not do well', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const healthy = nation.answers['system.health']!
    nation.answers['system.health'] = (input) =>
      ({
        ...(healthy(input) as object),
        status: 'degraded',
        redis: { ok: false, latencyMs: null },
      }) as ReturnType<typeof healthy>
    const glance = await open(nation)
    expect(await glance.findByText('Degraded')).toBeTruthy()
    expect(await glance.findByText('Look at: Redis')).toBeTruthy()
  })
})
