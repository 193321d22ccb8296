import type { CallAnswer } from '@nation/domain/contract'
import type { FeatureName } from '@nation/domain/system'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { isBuilt } from '../../lib/built'
import { forget } from '../../lib/query/query'
import { screens } from '../../app/routes'
import { fakeNation, refuse } from '../../testing/fake-nation'
import { holdCall } from '../../testing/hold-call'
import { renderAt } from '../../testing/render-at'
import classes from './turns.module.css'
import type { Official } from './types'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const uid = '01890a5d-ac96-774b-8003-000000000001'

/** Whether the messenger is among the routes: officials can be written to once it is. */
const canWrite = isBuilt('/messenger', screens)

const official = (overrides: Partial<Official> = {}): Official => ({
  id: uid,
  uid,
  userId: uid,
  username: 'Piet de Vries',
  governmentRole: 'president',
  twitterUsername: 'piet_president',
  twitterFollowers: 96_400,
  twitterVerified: true,
  profilePicture: null,
  pageNumber: null,
  status: 'ACTIVE',
  position: 'President',
  joinedAt: Date.UTC(2026, 9, 21),
  term: {
    office: 'president',
    title: 'President',
    startedAt: Date.UTC(2026, 10, 16),
    endedAt: null,
    endedHow: null,
    endedBy: null,
    how: 'elected',
    appointedBy: null,
    electionId: uid,
    candidateId: uid,
    votes: 62.1,
    supportersCount: 54,
    contenders: 3,
    share: 42.2,
    rule: 'weight',
  },
  earlierTerms: [],
  campaign: {
    candidateId: uid,
    displayName: 'Piet de Vries',
    title: 'Water engineer',
    campaignSlogan: 'Mind the dike',
    bannerImage: null,
    vision: 'Do few things, and do them properly.',
    policies: 'Dikes first.',
    bio: 'Dike reeve for eight years.',
    experience: 'Eight winters.',
    qualifications: 'A boat licence.',
    goals: ['A handover book'],
    promises: ['No emergency powers'],
  },
  ...overrides,
})

function open(answer: Official | ReturnType<typeof refuse>, off: readonly FeatureName[] = []) {
  const nation = fakeNation({ now: NOW, off })
  nation.answers['members.get-official'] = () => ('failed' in answer ? answer : { success: true, official: answer })
  return renderAt(`/gov-official/${uid}`, nation, NOW)
}

describe('An official’s page', () => {
  it('tells who it is, what was promised, and how the seat was won', async () => {
    open(official())
    expect(await screen.findByRole('heading', { level: 1, name: 'Piet de Vries' })).toBeTruthy()
    for (const part of ['Campaign Vision', 'Policies', 'Biography', 'Experience', 'Qualifications']) {
      expect(screen.getByRole('heading', { name: part })).toBeTruthy()
    }
    expect(screen.getByText('96.4K followers')).toBeTruthy()
    expect(screen.getByRole('link', { name: '@piet_president' }).getAttribute('href')).toBe(
      'https://x.com/piet_president',
    )
    const certificate = within(screen.getByRole('complementary', { name: 'Certificate of office' }))
    expect(certificate.getByText('ACTIVE')).toBeTruthy()
    expect(certificate.getByText('Election votes')).toBeTruthy()
    expect(certificate.getByText(/Elected with 62.1 votes from 54 citizens, 42.2% of the weight/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy()
    expect(await certificate.findByText(/^Mon,? 23 Nov,? (at )?00:00 UTC$/)).toBeTruthy()
    expect(certificate.getByRole('link', { name: 'Follow on Twitter' }).getAttribute('href')).toBe(
      'https://x.com/intent/follow?screen_name=piet_president',
    )
  })

  it('leads from the name to their public page, and nowhere while none is shown', async () => {
    const named = async () =>
      within(await screen.findByRole('heading', { level: 1, name: 'Piet de Vries' })).queryByRole('link')
    const { unmount } = open(official({ pageNumber: '0BADCAFE' }))
    expect((await named())?.getAttribute('href')).toBe('/citizen/0BADCAFE')
    unmount()
    open(official({ pageNumber: null }))
    expect(await named()).toBeNull()
  })

  it('says what is on its way until it is there', async () => {
    open(official())
    const answer = holdCall('/api/members/get-official')
    expect((await screen.findAllByText('Loading Official Profile...')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('heading', { name: 'Piet de Vries' })).toBeNull()
    answer()
    expect(await screen.findByRole('heading', { level: 1, name: 'Piet de Vries' })).toBeTruthy()
    expect(screen.queryByText('Loading Official Profile...')).toBeNull()
  })

  it('leads to the result and the candidacy, unless elections are switched off', async () => {
    const { unmount } = open(official())
    expect(await screen.findByRole('link', { name: 'Result of the election' })).toBeTruthy()
    unmount()
    open(official(), ['elections'])
    await screen.findByRole('complementary', { name: 'Certificate of office' })
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Result of the election' })).toBeNull())
    expect(screen.queryByRole('link', { name: 'Candidacy' })).toBeNull()
  })

  it('offers to send a message as soon as there is a messenger, and not before', async () => {
    open(official())
    await screen.findByRole('heading', { level: 1, name: 'Piet de Vries' })
    expect(screen.queryAllByRole('link', { name: 'Send Message' })).toHaveLength(canWrite ? 1 : 0)
  })

  it('stays readable for a former official, who is not called active', async () => {
    const ended = { ...official().term, endedAt: Date.UTC(2026, 10, 23) }
    open(official({ status: 'FORMER', governmentRole: null, term: ended, earlierTerms: [ended] }))
    await screen.findByRole('heading', { level: 1, name: 'Piet de Vries' })
    expect(screen.queryByText('ACTIVE')).toBeNull()
    expect(screen.getAllByText('FORMER').length).toBeGreaterThan(0)
    expect(screen.getByText('23 Nov 2026')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Earlier terms' })).toBeTruthy()
    expect(screen.getByText('16 Nov 2026 to 23 Nov 2026')).toBeTruthy()
  })

  it('says by whom an appointed one was appointed, and invents no campaign', async () => {
    const appointed = {
      ...official().term,
      office: 'justiceMinister' as const,
      title: 'Minister of Justice',
      how: 'appointed' as const,
      appointedBy: 'Ada',
      electionId: null,
      candidateId: null,
      votes: null,
      supportersCount: null,
      contenders: null,
      share: null,
      rule: null,
    }
    open(
      official({ position: 'Minister of Justice', governmentRole: 'justiceMinister', term: appointed, campaign: null }),
    )
    expect(await screen.findByText('Appointed by Ada.')).toBeTruthy()
    expect(screen.getByText(/was appointed Minister of Justice and had no campaign/)).toBeTruthy()
    expect(screen.queryByText('Election votes')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Result of the election' })).toBeNull()
  })

  it('says so when there is no such official, and leads back', async () => {
    open(refuse(404, 'official_not_found', 'Official not found'))
    expect(await screen.findByRole('heading', { name: 'Official not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Government Staff' }).getAttribute('href')).toBe('/gov-staff')
  })
})

describe('The cabinet', () => {
  it('turns seats over that change hands while one looks, and says once how many', async () => {
    const nation = fakeNation({ now: NOW })
    const answer = nation.answers['members.get-government']!({}) as CallAnswer<'members.get-government'>
    nation.answers['members.get-government'] = () => structuredClone(answer)
    renderAt('/gov-staff', nation, NOW)
    const seats = await screen.findByRole('list', { name: 'Cabinet positions' })
    const turned = () => [...seats.children].filter(({ classList }) => classList.contains(classes.turned!))
    const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    await act(() => forget(['members.get-government']))
    expect(turned()).toEqual([])
    expect(said()).not.toContainEqual(expect.stringContaining('changed'))
    const [president, , ...others] = answer.members
    const after = [{ ...president!, uid: uid.replace('8003', '8999'), username: 'Nobody before' }, ...others]
    nation.answers['members.get-government'] = () => ({ ...answer, members: after })
    await act(() => forget(['members.get-government']))
    expect(await within(seats).findByText('Nobody before')).toBeTruthy()
    expect(turned()).toHaveLength(2)
    expect(turned()[1]?.textContent).toContain('Position Vacant')
    expect(said()).toContain('The government has changed: 2 of 9 seats are held by another citizen or vacant.')
  })

  it('leads from a filled seat to its official, from a vacant one to the elections', async () => {
    renderAt('/gov-staff', fakeNation({ now: NOW }), NOW)
    const seats = within(await screen.findByRole('list', { name: 'Cabinet positions' })).getAllByRole('article')
    expect(seats).toHaveLength(9)
    const links = seats.map((seat) => within(seat).getByRole('link').getAttribute('href') ?? '')
    expect(links.filter((href) => href.startsWith('/gov-official/'))).toHaveLength(8)
    expect(links.filter((href) => href === '/elections')).toHaveLength(1)
    expect(screen.getByText('Position Vacant')).toBeTruthy()
    expect(screen.queryAllByRole('link', { name: 'Contact Officials' })).toHaveLength(canWrite ? 1 : 0)
  })

  it('seats an appointed Minister of Justice beside the nine and does not count the seat', async () => {
    const nation = fakeNation({ now: NOW })
    const answered = nation.answers['members.get-government']!
    nation.answers['members.get-government'] = (input) => {
      const answer = answered(input)
      if ('failed' in answer) return answer
      const [first] = answer.members
      return { ...answer, members: [...answer.members, { ...first!, governmentRole: 'justiceMinister' }] }
    }
    renderAt('/gov-staff', nation, NOW)
    expect(await screen.findByRole('heading', { name: 'Appointed' })).toBeTruthy()
    expect(screen.getByRole('article', { name: 'Minister of Justice' })).toBeTruthy()
    const counter = screen.getByText('positions filled').parentElement!
    expect(within(counter).getByRole('definition').textContent).toContain('8')
    expect(within(counter).getByRole('definition').textContent).toContain('/9')
  })
})
