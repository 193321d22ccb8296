import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api/api-error'
import { saveFilesBy } from '../../lib/save-file'
import { fakePassword } from '../../testing/fake-admin'
import { instantOf, localOf } from '../../ui/local-instant'
import { fakeNation, refuse } from '../../testing/fake-nation'
import type { FakeNation } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'
import { gateProblem } from './AdminGate'
import { usePanel } from './panel-session'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => usePanel.setState({ token: null, adminId: null, ended: false }))

async function openPanel(nation: FakeNation, tab = 'members', password = fakePassword) {
  const opened = renderAt(`/admin?tab=${tab}`, nation, NOW)
  fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: password } })
  fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
  return opened
}

const row = async (name: string): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { name: new RegExp(name) })).closest<HTMLElement>('li, [role="listitem"]')!
const answer = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

describe('the gate', () => {
  it('meets visitors with the auth wall', async () => {
    renderAt('/admin', fakeNation({ now: NOW }), NOW)
    expect(await screen.findByText('Authentication Required')).toBeTruthy()
  })

  it('stays shut for a wrong password', async () => {
    await openPanel(fakeNation({ now: NOW, as: 'admin' }), 'members', 'guess')
    expect(await screen.findByText('Invalid credentials')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Super Admin Access' })).toBeTruthy()
  })

  it('says the same of a name that cannot be one, and tells no field apart', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const details = [{ path: 'username', code: 'invalid_input', message: 'Not a name.' }]
    const { failed, body } = refuse(400, 'invalid_input', 'Some fields are missing or not valid.')
    nation.answers['admin.authenticate'] = () => ({ failed, body: { ...body, details } })
    await openPanel(nation)
    const gate = screen.getByRole('form', { name: 'Super Admin Access' })
    await waitFor(() => expect(within(gate).getByRole('alert').textContent).toBe('Invalid credentials'))
    expect(gate.querySelector('[aria-invalid=true]')).toBeNull()
    expect(gate.textContent).not.toContain('Not a name.')
  })

  it('asks for a name and a password before it asks the nation', async () => {
    const { sent } = await openPanel(fakeNation({ now: NOW, as: 'admin' }), 'members', '')
    expect(await screen.findByText('Please enter your password')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(/^Password/))
    expect(sent.some(({ url }) => url.startsWith('/api/admin/authenticate'))).toBe(false)
  })

  it('tells a wrong password from a nation that does not answer', () => {
    expect(gateProblem(new ApiError(401, 'credentials_invalid', 'x'))).toBe('Invalid credentials')
    expect(gateProblem(new ApiError(0, 'network', 'x'))).toBe('Authentication failed. Please try again.')
    expect(gateProblem(new ApiError(503, 'busy', 'x'))).toBe('Authentication failed. Please try again.')
    expect(gateProblem(new ApiError(502, 'console', 'Why not.'))).toBe('Why not.')
  })

  it('asks once: a password that was taken without an answer coming back must open no second session', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    Object.assign(nation.answers, { 'admin.authenticate': () => refuse(503, 'busy', 'Please try again.') })
    const { sent } = await openPanel(nation)
    expect(await screen.findByText('Authentication failed. Please try again.')).toBeTruthy()
    expect(sent.filter(({ url }) => url.startsWith('/api/admin/authenticate'))).toHaveLength(1)
  })

  it('keeps the panel’s token in memory only, and sends it with what the panel asks', async () => {
    const { sent } = await openPanel(fakeNation({ now: NOW, as: 'admin' }))
    expect(await screen.findByRole('heading', { name: 'Administration' })).toBeTruthy()
    await row('Milo Santos')
    const asked = sent.find(({ url }) => url.startsWith('/api/admin/users'))
    expect(asked?.headers.get('authorization')).toBe('Bearer panel')
    expect(JSON.stringify({ ...localStorage })).not.toContain('panel')
  })

  it('closes when the nation no longer takes the token', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    await openPanel(nation)
    await row('Milo Santos')
    Object.assign(nation.answers, { 'admin.users': () => refuse(401, 'session_ended', 'This session has ended.') })
    fireEvent.click(screen.getByLabelText('Moderators'))
    expect(await screen.findByText('Your panel session has ended. Please sign in again.')).toBeTruthy()
  })
})

describe('members', () => {
  it('are found by name and shown by what they are', async () => {
    await openPanel(fakeNation({ now: NOW, as: 'admin' }))
    await row('Wale Adeyemi')
    fireEvent.click(screen.getByLabelText('Government'))
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Milo/ })).toBeNull())
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody of this name' } })
    expect(await screen.findByText('No members found')).toBeTruthy()
  })

  it('are given an office after a question, the minister of justice among them', async () => {
    await openPanel(fakeNation({ now: NOW, as: 'admin' }))
    const milo = await row('Milo Santos')
    const offices = within(milo).getByRole('combobox')
    expect(within(offices).getByRole('option', { name: 'Minister of Justice' })).toBeTruthy()
    fireEvent.change(offices, { target: { value: 'justiceMinister' } })
    await answer('Appoint')
    await waitFor(async () => expect((await row('Milo Santos')).querySelector('select')!.value).toBe('justiceMinister'))
  })

  it('are removed from the office that the administrator saw, and from no later one', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const { sent } = await openPanel(nation)
    const wale = await row('Wale Adeyemi')
    nation.answers['members.update-role'] = () =>
      refuse(409, 'other_office', 'Wale Adeyemi is President. This is another office than the one you saw.')
    fireEvent.change(within(wale).getByRole('combobox'), { target: { value: 'citizen' } })
    await answer('Remove')
    expect(await screen.findByText(/another office than the one you saw/)).toBeTruthy()
    const removal = sent.find(({ url }) => url.includes('members/update-role'))
    expect(JSON.parse(removal?.body ?? '{}')).toMatchObject({
      governmentRole: 'citizen',
      fromOffice: 'financeMinister',
    })
  })

  it('keep their rights when the question is cancelled', async () => {
    const { sent } = await openPanel(fakeNation({ now: NOW, as: 'admin' }))
    const wale = await row('Wale Adeyemi')
    fireEvent.click(within(wale).getByRole('switch', { name: /^Administrator/ }))
    await answer('Cancel')
    expect(sent.some(({ url }) => url.includes('update-role'))).toBe(false)
    fireEvent.click(within(wale).getByRole('switch', { name: /^Administrator/ }))
    await answer('Yes, do it')
    await waitFor(() =>
      expect(within(wale).getByRole('switch', { name: /^Administrator/ })).toHaveProperty('checked', true),
    )
  })

  it('are taken out as a file: those whom the list shows', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const handle: FakeNation['handle'] = (method, url, body) =>
      url.startsWith('/api/admin/export-users') ? { status: 200, body: ['a file'] } : nation.handle(method, url, body)
    const saved: string[] = []
    const undo = saveFilesBy((_, name) => void saved.push(name))
    const { sent } = await openPanel({ ...nation, handle })
    await row('Milo Santos')
    fireEvent.click(screen.getByRole('radio', { name: 'Government' }))
    fireEvent.change(screen.getByLabelText('Search members'), { target: { value: 'milo' } })
    await waitFor(() => expect(sent.some(({ url }) => url.includes('search=milo'))).toBe(true))
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved).toEqual(['nation-members.csv']))
    undo()
    const asked = sent.find(({ url }) => url.startsWith('/api/admin/export-users'))
    expect(asked?.url).toBe('/api/admin/export-users?filter=government&search=milo')
    expect(asked?.headers.get('authorization')).toBe('Bearer panel')
  })

  it.each([
    [
      403,
      'president_only',
      'Only the President can appoint staff members',
      'Only the President can appoint staff members',
    ],
    [400, 'invalid_input', 'Some fields are missing or not valid.', 'Failed to update role'],
  ])('say why a role was not given (%i %s)', async (status, code, sentence, words) => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    Object.assign(nation.answers, { 'members.update-role': () => refuse(status, code, sentence) })
    await openPanel(nation)
    fireEvent.change(within(await row('Milo Santos')).getByRole('combobox'), { target: { value: 'secretary' } })
    await answer('Appoint')
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('broadcasts', () => {
  it('need a message', async () => {
    await openPanel(fakeNation({ now: NOW, as: 'admin' }), 'broadcast')
    fireEvent.click(await screen.findByRole('button', { name: 'Send broadcast' }))
    expect(await screen.findByText('Please enter a message')).toBeTruthy()
  })

  it('are sent with their type, and deleted after a question, for a reason', async () => {
    const { sent: asked } = await openPanel(fakeNation({ now: NOW, as: 'admin' }), 'broadcast')
    fireEvent.change(await screen.findByLabelText('Message'), { target: { value: 'The harbour is open.' } })
    fireEvent.click(screen.getByLabelText('Success'))
    fireEvent.click(screen.getByRole('button', { name: 'Send broadcast' }))
    const list = await screen.findByRole('list', { name: 'Broadcasts' })
    const sent = (await within(list).findByText('The harbour is open.')).closest('li')!
    expect(sent.dataset.type).toBe('success')
    fireEvent.click(within(sent).getByRole('button', { name: 'Delete' }))
    fireEvent.change(await screen.findByLabelText('Reason (optional)'), { target: { value: 'Sent by mistake' } })
    await answer('Delete')
    await waitFor(() => expect(sent.textContent).toContain('Deleted'))
    const deletion = asked.find(({ url }) => url === '/api/broadcast/delete')!
    expect(JSON.parse(deletion.body!)).toMatchObject({ reason: 'Sent by mistake' })
  })

  it('may be given an end, which the list tells', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const { sent: asked } = await openPanel(nation, 'broadcast')
    fireEvent.change(await screen.findByLabelText('Message'), { target: { value: 'The harbour is open.' } })
    fireEvent.change(screen.getByLabelText('Ends (optional)'), { target: { value: localOf(NOW + 3_600_000) } })
    fireEvent.click(screen.getByRole('button', { name: 'Send broadcast' }))
    const list = await screen.findByRole('list', { name: 'Broadcasts' })
    const sent = (await within(list).findByText('The harbour is open.')).closest('li')!
    expect(sent.textContent).toMatch(/Active.* ends /)
    const creation = asked.find(({ url }) => url === '/api/broadcast/create')!
    expect(JSON.parse(creation.body!)).toMatchObject({ endsAt: instantOf(localOf(NOW + 3_600_000)) })
  })

  it('say so when they could not be sent, and keep what was written', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    Object.assign(nation.answers, { 'broadcast.create': () => refuse(409, 'conflict', 'x') })
    await openPanel(nation, 'broadcast')
    fireEvent.change(await screen.findByLabelText('Message'), { target: { value: 'The harbour is open.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send broadcast' }))
    expect(await screen.findByText('Failed to send broadcast')).toBeTruthy()
    expect(screen.getByLabelText('Message')).toHaveProperty('value', 'The harbour is open.')
  })
})

describe('background work', () => {
  it('is shown with its share, its pace and what is left', async () => {
    await openPanel(fakeNation({ now: NOW, as: 'admin' }), 'jobs')
    const list = await screen.findByRole('list', { name: 'Background work' })
    const [reading, refresh, roll] = within(list).getAllByRole('listitem')
    expect(within(reading!).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('41')
    for (const words of ['Running', '41%', '41,000 of 100,000', '410 a second', 'about 2 minutes left'])
      expect(reading!.textContent).toContain(words)
    for (const words of ['Waiting', '24 a minute', 'X’s allowance is used up.'])
      expect(refresh!.textContent).toContain(words)
    expect(refresh!.textContent).not.toContain('left')
    expect(roll!.textContent).toMatch(/^Roll of an election, 23\sNov(?!\s2026).*Done 1h ago$/)
  })

  it('that there is none of says what will be there', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    Object.assign(nation.answers, { 'admin.background-work': () => ({ success: true, work: [], now: NOW }) })
    await openPanel(nation, 'jobs')
    expect(await screen.findByText('No background work yet')).toBeTruthy()
  })

  it('that cannot be read says so, and that it goes on', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    Object.assign(nation.answers, { 'admin.background-work': () => refuse(400, 'invalid_input', 'x') })
    await openPanel(nation, 'jobs')
    expect(await screen.findByText('The background work could not be read')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })
})
