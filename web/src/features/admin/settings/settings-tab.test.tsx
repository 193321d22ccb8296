import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forget } from '../../../lib/query/query'
import { fakePassword } from '../../../testing/fake-admin'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import type { FakeNation } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { usePanel } from '../panel-session'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => usePanel.setState({ token: null, adminId: null, ended: false }))

const nationOfAdmin = () => fakeNation({ now: NOW, as: 'admin' })

async function openTab(nation: FakeNation = nationOfAdmin(), tab = 'settings') {
  const opened = renderAt(`/admin?tab=${tab}`, nation, NOW)
  fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
  fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
  const sentTo = (path: string) => opened.sent.filter(({ url }) => url === path).map(({ body }) => JSON.parse(body!) as unknown) // oxfmt-ignore
  return { ...opened, sentTo }
}

const followers = async () => within(await screen.findByRole('form', { name: 'Followers that a candidacy needs' }))
const linksForm = async () => within(await screen.findByRole('form', { name: 'Links' }))
const answer = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

/** Another administrator changes the limit, and the news of it arrives. */
async function othersSet(nation: FakeNation, value: number, version: number) {
  nation.handle('POST', '/api/system/set-limit', JSON.stringify({ limit: 'minFollowers', value, version }))
  await forget(['system.panel-settings', 'system.settings'])
}

/** From now on no answer says how the settings are, as on a slow line. */
function holdSettingsBack() {
  const answering = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.startsWith('/api/system/panel-settings') ? new Promise(() => undefined) : answering(url, init),
  )
}

describe('a limit', () => {
  it('is changed after a question with the old and the new number, and says who did it', async () => {
    const { sentTo } = await openTab()
    const form = await followers()
    expect(form.getByText('Not changed so far.')).toBeTruthy()
    expect(form.getByRole('button', { name: 'Change' })).toHaveProperty('disabled', true)
    type(form.getByLabelText('Followers on X'), '1,250')
    fireEvent.click(form.getByRole('button', { name: 'Change' }))
    expect(within(await screen.findByRole('dialog')).getByText(/^From 100 to 1,250\. .*new candidacies\./)).toBeTruthy()
    await answer('Cancel')
    expect(sentTo('/api/system/set-limit')).toEqual([])
    fireEvent.click(form.getByRole('button', { name: 'Change' }))
    await answer('Change')
    expect(await form.findByText(/^Changed by/)).toBeTruthy()
    expect(sentTo('/api/system/set-limit')).toEqual([{ limit: 'minFollowers', value: 1250, version: 0 }])
    fireEvent.click(form.getByRole('button', { name: 'Reset to 100' }))
    await answer('Reset')
    await waitFor(() => expect(form.getByLabelText('Followers on X')).toHaveProperty('value', '100'))
    expect(sentTo('/api/system/set-limit').at(-1)).toEqual({ limit: 'minFollowers', value: null, version: 1 })
  })

  it.each(['', '-1', '1.5', 'many', '1000001'])('is not sent as “%s”', async (typed) => {
    const { sentTo } = await openTab()
    const form = await followers()
    const field = form.getByLabelText('Followers on X')
    type(field, typed)
    fireEvent.submit(field.closest('form')!)
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sentTo('/api/system/set-limit')).toEqual([])
  })

  it('that another administrator changed in the meantime says so, and leaves the text in the field', async () => {
    const nation = nationOfAdmin()
    const { sentTo } = await openTab(nation)
    const form = await followers()
    const field = form.getByLabelText('Followers on X')
    type(field, '300')
    await othersSet(nation, 200, 0)
    expect(await form.findByText(/^It is 200 now/)).toBeTruthy()
    expect(field).toHaveProperty('value', '300')
    fireEvent.click(form.getByRole('button', { name: 'Change' }))
    await answer('Change')
    expect(await form.findByText(/^Another administrator changed this setting/)).toBeTruthy()
    fireEvent.click(form.getByRole('button', { name: 'Keep writing' }))
    fireEvent.click(form.getByRole('button', { name: 'Change' }))
    await answer('Change')
    await waitFor(() => expect(sentTo('/api/system/set-limit').at(-1)).toEqual({ limit: 'minFollowers', value: 300, version: 1 })) // oxfmt-ignore
    type(field, '400')
    await othersSet(nation, 500, 2)
    fireEvent.click(await form.findByRole('button', { name: 'Take theirs' }))
    expect(field).toHaveProperty('value', '500')
  })

  it('is the new one as soon as its change is answered, and its author is told of no other', async () => {
    await openTab()
    const form = await followers()
    const field = form.getByLabelText('Followers on X')
    holdSettingsBack()
    type(field, '150')
    fireEvent.click(form.getByRole('button', { name: 'Change' }))
    await answer('Change')
    expect(await form.findByText(/^Changed by/)).toBeTruthy()
    expect(field).toHaveProperty('value', '150')
    type(field, '160')
    expect(form.getByText('Not saved yet.')).toBeTruthy()
    expect(form.queryByText(/^It is 150 now/)).toBeNull()
  })

  it('is printed by the constitution as it is now, and live', async () => {
    const nation = nationOfAdmin()
    renderAt('/rules', nation, NOW)
    fireEvent.click(await screen.findByRole('button', { name: 'Open all sections' }))
    expect(await screen.findByText('100 followers')).toBeTruthy()
    await othersSet(nation, 4_321, 0)
    expect(await screen.findByText('4,321 followers')).toBeTruthy()
    expect(screen.queryByText('100 followers')).toBeNull()
  })
})

describe('links', () => {
  it('are added, ordered and removed, and the foot of the page shows them at once', async () => {
    const { sentTo } = await openTab()
    const form = await linksForm()
    expect(form.getByText('No links.')).toBeTruthy()
    fireEvent.click(form.getByRole('button', { name: 'Add link' }))
    expect(form.getByText('Not saved yet.')).toBeTruthy()
    fireEvent.click(form.getByRole('button', { name: 'Remove link 1' }))
    expect(form.queryByText('Not saved yet.')).toBeNull()
    for (const [place, [name, url]] of [
      ['X', 'https://x.com/nation'],
      ['Wiki', 'https://wiki.example'],
      ['Forum', 'https://forum.example'],
    ].entries()) {
      fireEvent.click(form.getByRole('button', { name: 'Add link' }))
      type(form.getByLabelText(`Name of link ${place + 1}`), name!)
      type(form.getByLabelText(`Address of link ${place + 1}`), url!)
    }
    fireEvent.click(form.getByRole('button', { name: 'Move link 2 up' }))
    fireEvent.click(form.getByRole('button', { name: 'Remove link 3' }))
    fireEvent.click(form.getByRole('button', { name: 'Save links' }))
    const footer = within(screen.getByRole('navigation', { name: 'Footer' }))
    await waitFor(() => {
      const outside = footer.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('https://'))
      expect(outside.map((link) => link.getAttribute('href'))).toEqual(['https://wiki.example', 'https://x.com/nation'])
    })
    expect(sentTo('/api/system/set-links')).toEqual([
      {
        links: [
          { name: 'Wiki', url: 'https://wiki.example' },
          { name: 'X', url: 'https://x.com/nation' },
        ],
        version: 0,
      },
    ])
    fireEvent.click(await form.findByRole('button', { name: 'Use the configured links' }))
    await answer('Use them')
    expect(await form.findByText('No links.')).toBeTruthy()
    expect(sentTo('/api/system/set-links').at(-1)).toEqual({ links: null, version: 1 })
  })

  it('are the new ones as soon as their change is answered', async () => {
    await openTab()
    const form = await linksForm()
    holdSettingsBack()
    fireEvent.click(form.getByRole('button', { name: 'Add link' }))
    type(form.getByLabelText('Name of link 1'), 'Wiki')
    type(form.getByLabelText('Address of link 1'), 'https://wiki.example')
    fireEvent.click(form.getByRole('button', { name: 'Save links' }))
    expect(await form.findByText(/^Changed by/)).toBeTruthy()
    expect(form.getByLabelText('Name of link 1')).toHaveProperty('value', 'Wiki')
    fireEvent.click(form.getByRole('button', { name: 'Add link' }))
    expect(form.queryByText(/changed the links while you were writing/)).toBeNull()
  })

  it('stop at twelve', async () => {
    await openTab()
    const form = await linksForm()
    for (let n = 0; n < 12; n++) fireEvent.click(form.getByRole('button', { name: 'Add link' }))
    expect(form.getByRole('button', { name: 'Add link' })).toHaveProperty('disabled', true)
  })
})

describe('the settings', () => {
  it('are found under the address that the switches had', async () => {
    await openTab(nationOfAdmin(), 'features')
    expect(await screen.findByRole('form', { name: 'Followers that a candidacy needs' })).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Features' })).toBeTruthy()
    const tabs = within(screen.getByRole('navigation', { name: 'Administration' }))
    expect(tabs.getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page')
  })

  it('that cannot be read say so, beside the features', async () => {
    const nation = nationOfAdmin()
    nation.answers['system.panel-settings'] = () => refuse(400, 'invalid_input', 'No.')
    await openTab(nation)
    expect(await screen.findByText('Limits and links could not be read')).toBeTruthy()
    expect(await screen.findByRole('list', { name: 'Features' })).toBeTruthy()
  })
})
