import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakePassword } from '../../../testing/fake-admin'
import { fakeNation, idOf, refuse } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { usePanel } from '../panel-session'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const ada = idOf(3, 1)

beforeEach(() => usePanel.setState({ token: null, adminId: null, ended: false }))

const entry = (id: number, text: string) => ({
  ...{ id, kind: 'deletions' as const, at: NOW, text },
  parts: [{ text, href: null }],
})

function audited() {
  const nation = fakeNation({ now: NOW, as: 'admin' })
  nation.answers['admin.audit'] = () => ({
    success: true,
    entries: [entry(7, 'Grace deleted a poll, for this reason: “It was spam”.')],
    nextCursor: null,
    now: NOW,
  })
  nation.answers['members.get-all'] = () => ({
    success: true,
    members: [{ id: ada, uid: ada, username: 'Ada', twitterUsername: 'ada', profilePicture: null, ...memberFacts }],
    nextCursor: null,
  })
  return nation
}
const memberFacts = { role: 'citizen', governmentRole: null, joinedAt: NOW } as const

async function open(nation: ReturnType<typeof audited>, query = '') {
  const opened = renderAt(`/admin?tab=audit${query}`, nation, NOW)
  fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
  fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
  return opened
}

describe('the audit', () => {
  it('shows reasons, and finds any citizen by search: who is shown is in the address', async () => {
    const { sent, router } = await open(audited())
    expect(await screen.findByText(/for this reason: “It was spam”/)).toBeTruthy()
    fireEvent.change(screen.getByRole('searchbox', { name: 'Person' }), { target: { value: 'ad' } })
    const found = await screen.findByRole('list', { name: 'People found' })
    fireEvent.click(await within(found).findByRole('button', { name: 'Ada' }))
    await waitFor(() => expect(router.state.location.search).toBe(`?tab=audit&person=${ada}`))
    await waitFor(() => expect(sent.some(({ url }) => url === `/api/admin/audit?person=${ada}`)).toBe(true))
    fireEvent.click(screen.getByRole('radio', { name: 'Roles' }))
    await waitFor(() => expect(router.state.location.search).toBe(`?tab=audit&person=${ada}&kind=roles`))
    fireEvent.click(screen.getByRole('button', { name: 'Another person' }))
    const field = await screen.findByRole('searchbox', { name: 'Person' })
    expect(document.activeElement).toBe(field)
    expect(router.state.location.search).toBe('?tab=audit&kind=roles')
  })

  it('is opened as its address says', async () => {
    const { sent } = await open(audited(), `&kind=roles&person=${ada}`)
    await screen.findByText(/It was spam/)
    expect(sent.filter(({ url }) => url.startsWith('/api/admin/audit')).map(({ url }) => url)).toEqual([
      `/api/admin/audit?kind=roles&person=${ada}`,
    ])
  })

  it('says so when a search for a person fails, and tries again', async () => {
    const nation = audited()
    const working = nation.answers['members.get-all']!
    nation.answers['members.get-all'] = () =>
      refuse(429, 'rate_limited', 'Rate limit exceeded. Please try again later.')
    await open(nation)
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Person' }), { target: { value: 'ad' } })
    expect(await screen.findByText(/The search failed. Rate limit exceeded./)).toBeTruthy()
    expect(screen.queryByText('No members found')).toBeNull()
    nation.answers['members.get-all'] = working
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('button', { name: 'Ada' })).toBeTruthy()
    expect(screen.queryByText(/The search failed/)).toBeNull()
  })

  it('tells a citizen who is not known from what went wrong otherwise', async () => {
    const nation = audited()
    nation.answers['admin.audit'] = () => refuse(404, 'citizen_not_found', 'Profile not found')
    await open(nation, `&person=${ada}`)
    expect(await screen.findByText(/There is no such citizen/)).toBeTruthy()
  })
})
