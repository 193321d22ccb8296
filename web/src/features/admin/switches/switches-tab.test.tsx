import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakePassword } from '../../../testing/fake-admin'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import type { FakeNation } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { usePanel } from '../panel-session'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => usePanel.setState({ token: null, adminId: null, ended: false }))

async function openTab(nation: FakeNation = fakeNation({ now: NOW, as: 'admin' })) {
  const opened = renderAt('/admin?tab=features', nation, NOW)
  fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
  fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
  return opened
}

const row = async (name: string) =>
  within((await within(await screen.findByRole('list', { name: 'Features' })).findByText(name)).closest('li')!)
const answer = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

describe('features', () => {
  it('are switched off after a question, for everybody at once, and on again', async () => {
    const { sent } = await openTab()
    const switches = () => sent.filter(({ url }) => url === '/api/system/set-feature')
    expect((await row('Elections')).getByText('On')).toBeTruthy()
    fireEvent.click((await row('Elections')).getByRole('button', { name: 'Switch off elections' }))
    await answer('Cancel')
    expect(switches()).toEqual([])
    fireEvent.click((await row('Elections')).getByRole('button', { name: 'Switch off elections' }))
    await answer('Switch off')
    expect(await screen.findByText('Elections: switched off.')).toBeTruthy()
    await waitFor(async () => expect((await row('Elections')).getByText('Off')).toBeTruthy())
    expect((await row('Elections')).getByText(/^Switched off by/)).toBeTruthy()
    expect(JSON.parse(switches()[0]!.body!)).toEqual({ feature: 'elections', enabled: false })
    expect(switches()[0]!.headers.get('authorization')).toBe('Bearer panel')
    // What everybody sees follows: the way to the elections is gone from the foot of the page.
    const footer = within(screen.getByRole('navigation', { name: 'Footer' }))
    await waitFor(() => expect(footer.queryByRole('link', { name: 'Elections' })).toBeNull())
    fireEvent.click((await row('Elections')).getByRole('button', { name: 'Switch on elections' }))
    await answer('Switch on')
    await waitFor(async () => expect((await row('Elections')).getByText('On')).toBeTruthy())
    await waitFor(() => expect(footer.getByRole('link', { name: 'Elections' })).toBeTruthy())
  })

  it('leave the panel itself to a command, and say so', async () => {
    await openTab()
    const panel = await row('This panel')
    expect(panel.getByText(/Only a command on the nation’s own machine/)).toBeTruthy()
    expect(panel.queryByRole('button')).toBeNull()
  })

  it('stay as they are where the nation refuses', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    nation.answers['system.set-feature'] = () => refuse(409, 'conflict', 'Another change was made at the same time.')
    await openTab(nation)
    fireEvent.click((await row('Voting')).getByRole('button', { name: 'Switch off voting' }))
    await answer('Switch off')
    expect(await screen.findByText('Another change was made at the same time.')).toBeTruthy()
    expect((await row('Voting')).getByText('On')).toBeTruthy()
  })

  it('that cannot be read say so', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    nation.answers['system.features'] = () => refuse(400, 'invalid_input', 'No.')
    await openTab(nation)
    expect(await screen.findByText('The switches could not be read')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })
})
