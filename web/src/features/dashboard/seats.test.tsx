import type { GovernmentRole } from '@nation/domain/permissions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session/session'
import { fakeNation, refuse, type FakeNation } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

/** A citizen who holds an office, or an administrator. */
function nationAs(who: GovernmentRole | 'admin'): FakeNation {
  const nation = fakeNation({ now: NOW, as: who === 'admin' ? 'admin' : 'citizen' })
  if (who === 'admin') return nation
  const answer = nation.answers['auth.refresh']!
  nation.answers['auth.refresh'] = (input) => {
    const given = answer(input)
    return 'user' in given ? { ...given, user: { ...given.user, governmentRole: who } } : given
  }
  return nation
}

const slot = (title: string) => screen.findByRole('article', { name: title })
const openHierarchy = async (nation: FakeNation) => {
  const opened = renderAt('/government?tab=hierarchy', nation, NOW)
  await slot('President')
  return opened
}
const bodyOf = (sent: { url: string; body?: string | null }[], part: string): unknown =>
  JSON.parse(sent.find(({ url }) => url.includes(part))?.body ?? 'null')

const member = {
  id: '01890a5d-ac96-774b-8b00-000000000001',
  username: 'Vera Quill',
  twitterUsername: 'vera_q',
  profilePicture: null,
  role: 'citizen' as const,
  governmentRole: null,
  joinedAt: NOW - 30 * 86_400_000,
}

describe('the hierarchy', () => {
  it('has nine offices with their holder and how they came, or Vacant, and links to all who held each', async () => {
    await openHierarchy(nationAs('financeMinister'))
    const offices = screen.getAllByRole('article')
    expect(offices).toHaveLength(9)
    expect(within(offices[0]!).getByText(/^Elected .* votes from \d+ citizens$/)).toBeTruthy()
    expect(screen.getAllByText('Vacant')).toHaveLength(1)
    const links = screen.getAllByRole('link', { name: /^All who held the office/ })
    expect(links[0]!.getAttribute('href')).toBe('/office/president')
    expect(screen.queryByRole('button', { name: /^(Appoint|Remove)/ })).toBeNull()
  })

  it('says what one may do while its holders are read', async () => {
    renderAt('/government?tab=hierarchy', nationAs('admin'), NOW)
    const given = fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.includes('get-government') ? new Promise(() => {}) : given(url, init),
    )
    expect(await screen.findByText('Loading the hierarchy')).toBeTruthy()
    expect(screen.getByText(/You may fill every seat/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Appointed, never elected' })).toBeTruthy()
  })

  it('never offers to remove the president, and lets administrators remove the minister of justice', async () => {
    const { unmount } = await openHierarchy(nationAs('president'))
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(7)
    expect(within(await slot('President')).queryByRole('button')).toBeNull()
    expect(screen.getByText(/You may fill and vacate every seat but the President’s\./)).toBeTruthy()
    unmount()
    await openHierarchy(nationAs('admin'))
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(7)
    expect(within(await slot('President')).queryByRole('button')).toBeNull()
    expect(screen.getByText(/vacate every seat but the President’s; a President is removed in/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'the panel’s Members' }).getAttribute('href')).toBe('/admin?tab=members')
    expect(within(await slot('Minister of Justice')).getByRole('button', { name: /^Appoint/ })).toBeTruthy()
  })

  it('offers administrators the president’s seat while it is vacant', async () => {
    const nation = nationAs('admin')
    const government = nation.answers['members.get-government']!
    nation.answers['members.get-government'] = (input) => {
      const given = government(input)
      if (!('members' in given)) return given
      return { ...given, members: given.members.filter((one) => one.governmentRole !== 'president') }
    }
    await openHierarchy(nation)
    expect(within(await slot('President')).getByRole('button', { name: /^Appoint/ })).toBeTruthy()
  })

  it('offers the president the minister of justice, while the office is vacant and while it is held', async () => {
    const nation = nationAs('president')
    const { unmount } = await openHierarchy(nation)
    expect(within(await slot('Minister of Justice')).getByRole('button', { name: /^Appoint/ })).toBeTruthy()
    unmount()
    const government = nation.answers['members.get-government']!
    nation.answers['members.get-government'] = (input) => {
      const given = government(input)
      if (!('members' in given)) return given
      const secretary = given.members.find((one) => one.governmentRole === 'secretary')!
      return { ...given, members: [...given.members, { ...secretary, governmentRole: 'justiceMinister' as const }] }
    }
    const again = await openHierarchy(nation)
    expect(within(await slot('Minister of Justice')).getByRole('button', { name: /^Remove/ })).toBeTruthy()
    again.unmount()
    await openHierarchy(nationAs('financeMinister'))
    expect(screen.queryByRole('article', { name: 'Minister of Justice' })).toBeNull()
  })

  it('searches on where a page has nobody who fits and is not the last', async () => {
    const nation = nationAs('president')
    nation.answers['members.get-all'] = ({ cursor }) => ({
      success: true,
      members: cursor === 'on' ? [member] : [],
      nextCursor: cursor === 'on' ? null : 'on',
    })
    await openHierarchy(nation)
    fireEvent.click(screen.getAllByRole('button', { name: /^Appoint/ })[0]!)
    expect(await screen.findByRole('option', { name: /Vera Quill/ })).toBeTruthy()
  })

  it('appoints whom a search finds, by keyboard, after a question', async () => {
    const nation = nationAs('president')
    const asked: unknown[] = []
    nation.answers['members.get-all'] = (input) => {
      asked.push(input)
      const members = (input.search ?? '') === 'zzz' ? [] : [member]
      return { success: true, members, nextCursor: null }
    }
    nation.answers['members.update-role'] = () => ({ success: true, member })
    const { sent } = await openHierarchy(nation)
    const opener = screen.getAllByRole('button', { name: /^Appoint/ })[0]!
    fireEvent.click(opener)
    const field = await screen.findByRole<HTMLInputElement>('combobox')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await screen.findByRole('option', { name: /Vera Quill/ })
    fireEvent.change(field, { target: { value: 'zzz' } })
    expect(await screen.findByText('No members found')).toBeTruthy()
    fireEvent.change(field, { target: { value: 'ver' } })
    await screen.findByRole('option', { name: /Vera Quill/ })
    fireEvent.keyDown(field, { key: 'ArrowDown', code: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('Appoint Vera Quill as')
    fireEvent.click(within(question).getByRole('button', { name: 'Appoint' }))
    expect(await screen.findByText('Staff appointment updated successfully!')).toBeTruthy()
    expect(bodyOf(sent, 'update-role')).toMatchObject({ userId: member.id, role: 'government' })
    // The button that was pressed is gone with the vacancy.
    expect(document.activeElement?.getAttribute('aria-label')).toBe(/as (.*)\?/.exec(question.textContent ?? '')?.[1])
    expect(asked).toContainEqual({ vacant: 'true', limit: '10', search: 'ver' })
  })

  it('closes the search with Escape and gives the focus back', async () => {
    await openHierarchy(nationAs('president'))
    const opener = screen.getAllByRole('button', { name: /^Appoint/ })[0]!
    expect(opener.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(opener)
    expect(opener.getAttribute('aria-label')).toMatch(/^Cancel the search: /)
    expect(opener.hasAttribute('aria-expanded')).toBe(false)
    fireEvent.keyDown(await screen.findByRole('combobox'), { key: 'Escape', code: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    expect(document.activeElement).toBe(opener)
  })

  it('removes after a question, and says why it could not', async () => {
    const nation = nationAs('president')
    nation.answers['members.update-role'] = () => refuse(409, 'no_office', 'This member holds no office.')
    const { sent } = await openHierarchy(nation)
    const remove = () => fireEvent.click(screen.getAllByRole('button', { name: /^Remove .* from Prime Minister/ })[0]!)
    remove()
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toMatch(/Remove .+ from Prime Minister\?/)
    fireEvent.click(within(question).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('This member holds no office.')).toBeTruthy()
    expect(bodyOf(sent, 'update-role')).toMatchObject({ governmentRole: 'citizen', fromOffice: 'primeMinister' })
    nation.answers['members.update-role'] = () => refuse(400, 'invalid_input', 'A field.')
    remove()
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Failed to update appointment')).toBeTruthy()
    nation.answers['members.update-role'] = () => ({ success: true, member })
    remove()
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Staff appointment updated successfully!')).toBeTruthy()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Prime Minister')
  })

  it('lets an official resign from their own seat, after a question', async () => {
    const nation = nationAs('secretary')
    const own = fakeNation({ now: NOW, as: 'citizen' }).answers['auth.refresh']!({})
    const uid = 'user' in own ? own.user.uid : ''
    const government = nation.answers['members.get-government']!
    nation.answers['members.get-government'] = (input) => {
      const given = government(input)
      if (!('members' in given)) return given
      const members = given.members.map((one) =>
        one.governmentRole === 'secretary' ? { ...one, uid, id: uid, userId: uid } : one,
      )
      return { ...given, members }
    }
    nation.answers['government.resign'] = ({ office }) => ({
      success: true,
      message: 'You have resigned as Secretary of State.',
      office,
      endedAt: NOW,
    })
    const { sent } = await openHierarchy(nation)
    fireEvent.click(screen.getByRole('button', { name: 'Resign' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Resign' }))
    expect(await screen.findByText('You have resigned as Secretary of State.')).toBeTruthy()
    expect(bodyOf(sent, '/api/government/resign')).toEqual({ office: 'secretary' })
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Secretary of State'))
  })
})

describe('the overview', () => {
  it('has its four cards, ways to the tabs that are there, and what waits', async () => {
    renderAt('/government', nationAs('admin'), NOW)
    await screen.findByRole('link', { name: 'Shall the ferry run at night?' })
    const figures = screen.getByText('Cabinet Members').closest('dl')!
    expect(figures.textContent).toMatch(
      /Cabinet Members8?8\/9View HierarchyActive Polls4?4Manage PollsChat Messages0?0Open CommunicationYour RoleAdmin/,
    )
    const ways = within(screen.getByRole('navigation', { name: 'Shortcuts' })).getAllByRole('link')
    expect(ways.map((way) => way.getAttribute('href'))).toEqual([
      '/government?tab=hierarchy',
      '/government?tab=polls',
      '/government?tab=communication',
    ])
    expect(screen.getByText('All seats change')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Answers that came in' }).textContent).toMatch(/214 responses, the last/)
  })

  it('says that votes are counted, and not that seats have changed, once the week is over', async () => {
    const nation = nationAs('admin')
    const answer = nation.answers['government.overview']!
    nation.answers['government.overview'] = (input) => {
      const given = answer(input)
      return 'week' in given && given.week ? { ...given, week: { ...given.week, endsAt: NOW - 1 } } : given
    }
    renderAt('/government', nation, NOW)
    expect(await screen.findByText('The term has ended: the votes are being counted')).toBeTruthy()
    expect(screen.queryByText(/seats change/)).toBeNull()
  })

  it('tells an official of their term and their salary, and draws nothing of what others may read', async () => {
    const nation = nationAs('secretary')
    const answer = nation.answers['government.overview']!
    nation.answers['government.overview'] = (input) => {
      const given = answer(input)
      if (!('you' in given)) return given
      const office = {
        office: 'secretary' as const,
        title: 'Secretary of State',
        since: NOW - 86_400_000,
        until: NOW + 4 * 86_400_000,
        salary: { amount: 100, amountCents: '10000', dueAt: NOW + 86_400_000 },
      }
      return { ...given, you: { role: 'Secretary of State', office, chatMessages: 0, interviews: null } }
    }
    renderAt('/government', nation, NOW)
    const own = await screen.findByRole('region', { name: 'Your office' })
    expect(own.textContent).toMatch(/Your term ends in (4 days|3 days 23 hours)/)
    expect(own.textContent).toContain('$100')
    expect(screen.queryByRole('region', { name: 'Answers that came in' })).toBeNull()
  })

  it('says what failed, and is read again', async () => {
    const nation = nationAs('admin')
    const answer = nation.answers['government.overview']!
    nation.answers['government.overview'] = () => refuse(400, 'invalid_input', 'The clerk is out.')
    renderAt('/government', nation, NOW)
    expect(await screen.findByText(/The clerk is out\./)).toBeTruthy()
    nation.answers['government.overview'] = answer
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('All seats change')).toBeTruthy()
  })
})

describe('an office that ended', () => {
  it('is what the closed dashboard tells its former holder of: which, until when, and how', async () => {
    const nation = nationAs('secretary')
    nation.answers['government.my-term'] = () => ({
      success: true,
      term: {
        office: 'secretary',
        title: 'Secretary of State',
        startedAt: NOW - 86_400_000,
        how: 'appointed',
        appointedBy: 'Piet',
        endedAt: NOW,
        endedHow: 'removed',
        endedBy: 'Piet',
      },
    })
    renderAt('/government', nation, NOW)
    await screen.findByRole('navigation', { name: 'Dashboard' })
    useSession.setState(({ user }) => ({ user: user && { ...user, governmentRole: null } }))
    const heading = await screen.findByRole('heading', { name: 'Government Access Restricted' })
    // What had the focus is gone, and may have been far down.
    expect(document.activeElement).toBe(heading)
    const notice = await screen.findByRole('status', { name: 'Your last office' })
    expect(notice.textContent).toMatch(/Your term as Secretary of State has ended\.Piet removed you from office\./)
  })

  it('has a page of all who held it', async () => {
    renderAt('/office/secretary', fakeNation({ now: NOW }), NOW)
    const holders = within(await screen.findByRole('list', { name: 'Holders' })).getAllByRole('listitem')
    expect(holders).toHaveLength(3)
    expect(holders[0]!.textContent).toContain('In office')
    expect(holders[1]!.textContent).toMatch(/Appointed .* by Piet\. Resigned\./)
    expect(holders[2]!.textContent).toMatch(
      /Elected .* · 98\.4 votes from 81 citizens\. The next government was seated\./,
    )
  })

  it('says since when it is vacant, and nothing of it while it is held', async () => {
    const nation = fakeNation({ now: NOW })
    const { unmount } = renderAt('/office/secretary', nation, NOW)
    await screen.findByRole('list', { name: 'Holders' })
    expect(screen.queryByText('Vacant')).toBeNull()
    unmount()
    const given = nation.answers['government.office']!
    nation.answers['government.office'] = (input) => ({ ...given(input), vacantSince: NOW - 86_400_000 })
    renderAt('/office/secretary', nation, NOW)
    const said = (await screen.findByText('Vacant')).closest('p')!
    expect(said.textContent).toBe('Vacant since Tue 17 Nov, 15:20 UTC.')
  })

  it('that does not exist has none', async () => {
    renderAt('/office/treasurer', fakeNation({ now: NOW }), NOW)
    expect(await screen.findByRole('heading', { name: 'There is no such office' })).toBeTruthy()
  })
})
