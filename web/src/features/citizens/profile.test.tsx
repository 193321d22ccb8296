import type { CallAnswer } from '@nation/domain/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession, type OwnProfile } from '../../lib/session/session'
import { endow, fakeWallet, judge } from '../../testing/fake-citizen'
import { fakeNation, refuse, userOf } from '../../testing/fake-nation'
import type { FakeNation, FakeOptions } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'
import { weightInWords } from './desk/RightsPanel'
import { ageInWords } from './desk/SocialPanel'
import { useDeletion } from './deletion'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

/** A nation, and the citizen in it who is signed in. */
function nationOf(as: NonNullable<FakeOptions['as']>, change: (user: OwnProfile) => void = () => {}) {
  const nation = fakeNation({ now: NOW, as })
  const user = userOf(nation)
  endow(user, null, 0, NOW)
  change(user)
  judge(user, NOW)
  return nation
}

const panel = (name: string) => screen.findByRole('region', { name })
const press = (within_: HTMLElement, name: string) => fireEvent.click(within(within_).getByRole('button', { name }))

/** Lets a call of this nation fail. */
function failing(nation: FakeNation, id: keyof FakeNation['answers'], status: number, code: string, sentence: string) {
  Object.assign(nation.answers, { [id]: () => refuse(status, code, sentence) })
  return nation
}

beforeEach(() => useDeletion.setState({ deletionId: null }))

describe('the profile', () => {
  it('is for citizens who are signed in', async () => {
    renderAt('/profile', fakeNation({ now: NOW }), NOW)
    expect(await screen.findByText('Authentication Required')).toBeTruthy()
  })

  it('shows the card with number, name, badge and standing', async () => {
    renderAt('/profile', nationOf('citizen'), NOW)
    const card = await screen.findByRole('article', { name: /^ID card of/ })
    expect(within(card).getByText('Citizen')).toBeTruthy()
    expect(within(card).getByText('Active')).toBeTruthy()
    expect(within(card).getByText('Citizen number').nextSibling?.textContent).toMatch(/^[0-9A-F]{8}$/)
    expect(screen.getByRole('link', { name: 'Go to Elections' }).getAttribute('href')).toBe('/elections')
  })

  it('calls a holder of five million an eligible candidate', async () => {
    renderAt(
      '/profile',
      nationOf('citizen', (user) => endow(user, fakeWallet, 5_000_000, NOW)),
      NOW,
    )
    expect(
      within(await screen.findByRole('article', { name: /^ID card/ })).getByText('Eligible Candidate'),
    ).toBeTruthy()
  })

  it('says why one may not vote or stand, and what to do', async () => {
    renderAt('/profile', nationOf('newborn'), NOW)
    const voting = await panel('Voting rights')
    expect(voting.textContent).toContain('Your X account must be at least 6 months old to vote.')
    expect(voting.textContent).toMatch(/From \w{3} \d+ \w{3}/)
    expect((await panel('Candidacy')).textContent).toContain('Link your wallet')
  })

  it('leads candidates to their campaign, and only administrators to the panel', async () => {
    const { unmount } = renderAt('/profile', nationOf('candidate'), NOW)
    expect((await screen.findAllByRole('link', { name: 'View Campaign' })).length).toBeGreaterThan(0)
    expect(screen.queryByRole('link', { name: 'Admin Panel' })).toBeNull()
    unmount()
    renderAt('/profile', nationOf('admin'), NOW)
    expect((await screen.findByRole('link', { name: 'Admin Panel' })).getAttribute('href')).toBe('/admin')
  })

  it.each(['moderator', 'government', 'admin'] as const)(
    'leads a %s who stands to their campaign as well',
    async (role) => {
      renderAt(
        '/profile',
        nationOf('candidate', (user) => Object.assign(user, { role })),
        NOW,
      )
      expect((await screen.findAllByRole('link', { name: 'View Campaign' })).length).toBeGreaterThan(0)
      expect((await panel('Candidacy')).textContent).toContain('You stand')
      expect(screen.queryByRole('link', { name: 'Run for Office' })).toBeNull()
    },
  )

  it('says so when the nation has no such citizen, and leads home', async () => {
    renderAt(
      '/profile',
      failing(nationOf('citizen'), 'user.get-user', 404, 'citizen_not_found', 'Profile not found'),
      NOW,
    )
    expect(await screen.findByRole('heading', { name: 'Profile not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Return Home' }).getAttribute('href')).toBe('/')
  })

  it('keeps showing what was known when it cannot be read again', async () => {
    renderAt('/profile', failing(nationOf('citizen'), 'user.get-user', 403, 'forbidden', 'Access Denied'), NOW)
    expect(await screen.findByText('Failed to refresh data')).toBeTruthy()
    expect(screen.getByRole('article', { name: /^ID card/ })).toBeTruthy()
  })

  it('says why a vote weighs 1.0 to citizens who linked late or have no wallet', () => {
    const roll = {
      electionId: '',
      onRoll: false,
      balance: '0',
      uiAmount: 0,
      weight: 1,
      slot: null,
      takenAt: null,
      lastKnown: false,
    }
    expect(weightInWords(roll, true)).toMatch(/weighs 1\.0\. The roll was taken before your wallet was linked/)
    expect(weightInWords(roll, false)).toMatch(/weighs 1\.0\. You had no wallet linked/)
  })

  it('counts the age of an account in years and months', () => {
    expect([0, 1, 6, 12, 25].map(ageInWords)).toEqual(['0 months', '1 month', '6 months', '1 year', '2 years, 1 month'])
  })
})

describe('refreshing X data', () => {
  it('shows success for three seconds', async () => {
    renderAt('/profile', nationOf('citizen'), NOW)
    const social = await panel('Social')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      press(social, 'Refresh X data')
      const status = () => within(social).getByRole('status').textContent
      await vi.waitFor(() => expect(status()).toBe('Twitter data refreshed successfully!'), { timeout: 15_000 })
      await vi.advanceTimersByTimeAsync(3000)
      await vi.waitFor(() => expect(status()).toBe(''), { timeout: 15_000 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('asks once for each press while X is away: each attempt counts against the limit', async () => {
    const nation = failing(nationOf('citizen'), 'user.refresh-twitter', 502, 'x_unavailable', 'X does not answer.')
    const answer = nation.answers['user.refresh-twitter']!
    let asked = 0
    nation.answers['user.refresh-twitter'] = (input) => {
      asked += 1
      return answer(input)
    }
    renderAt('/profile', nation, NOW)
    const social = await panel('Social')
    press(social, 'Refresh X data')
    expect(await within(social).findByText('Failed to refresh Twitter data')).toBeTruthy()
    expect(asked).toBe(1)
  })

  it.each([
    [
      429,
      'rate_limited',
      'Rate limit exceeded. Please try again later.',
      'Rate limit exceeded. Please try again later.',
    ],
    [429, 'rate_limited', 'X asks us to wait a quarter of an hour.', 'X asks us to wait a quarter of an hour.'],
    [409, 'no_x_account', 'No Twitter account linked', 'No Twitter account linked'],
    [400, 'invalid_input', 'Some fields are missing or not valid.', 'Failed to refresh Twitter data'],
  ])('answers %i %s with its words', async (status, code, sentence, words) => {
    renderAt('/profile', failing(nationOf('citizen'), 'user.refresh-twitter', status, code, sentence), NOW)
    const social = await panel('Social')
    press(social, 'Refresh X data')
    expect((await within(social).findByText(words)).getAttribute('role')).toBe('alert')
  })
})

describe('the wallet on the profile', () => {
  it('offers the four wallets of the ID card', async () => {
    renderAt('/profile', nationOf('citizen'), NOW)
    const wallet = await panel('Wallet')
    for (const name of [/^Phantom/, /^Solflare/, /^Backpack/, /^Glow/])
      expect(within(wallet).getByRole('button', { name })).toBeTruthy()
    expect(wallet.textContent).toContain('Not linked')
  })

  it('of which the chain has not told yet is not called empty, and asks for no more $ON', async () => {
    renderAt(
      '/profile',
      nationOf('citizen', (user) => {
        endow(user, fakeWallet, 0, NOW)
        Object.assign(user, { balanceKnown: false, twitterFollowers: 10_000 })
      }),
      NOW,
    )
    const holdings = await panel('Holdings')
    await within(holdings).findByText('The chain has not told of this wallet yet.')
    const page = document.body.textContent
    expect(page).toContain('The chain has not told of your wallet yet.Refresh your balance.')
    expect(page).not.toMatch(/(^|[^\d,.])0\s\$ON|Add \$ON|\$ON more/)
    // In the holdings, and in the frame's chip.
    expect(screen.getAllByText('not known').length).toBeGreaterThanOrEqual(2)
    expect(within(holdings).getAllByText('Not known yet').length).toBeGreaterThanOrEqual(3)
  })

  it('is adopted from the profile, and unlinked after a question', async () => {
    renderAt(
      '/profile',
      nationOf('citizen', (user) => endow(user, fakeWallet, 1_250_000, NOW)),
      NOW,
    )
    const wallet = await panel('Wallet')
    expect(within(wallet).getByText('7EcDhS…wCFLtV')).toBeTruthy()
    expect((await panel('Holdings')).textContent).toContain('1.3M')
    press(wallet, 'Unlink wallet')
    const question = await screen.findByRole('dialog', { name: 'Unlink this wallet?' })
    press(question, 'Unlink')
    expect(await within(wallet).findByText('Not linked')).toBeTruthy()
  })

  it('says so when it cannot be unlinked', async () => {
    const nation = nationOf('citizen', (user) => endow(user, fakeWallet, 1_250_000, NOW))
    renderAt(
      '/profile',
      failing(nation, 'user.update-wallet', 409, 'conflict', 'Another change was made at the same time.'),
      NOW,
    )
    const wallet = await panel('Wallet')
    press(wallet, 'Unlink wallet')
    press(await screen.findByRole('dialog', { name: 'Unlink this wallet?' }), 'Unlink')
    expect(await within(wallet).findByText('Failed to disconnect wallet. Please try again.')).toBeTruthy()
    expect(wallet.textContent).toContain('Linked')
  })

  it('says so when the balance cannot be read', async () => {
    const nation = nationOf('citizen', (user) => endow(user, fakeWallet, 1_250_000, NOW))
    renderAt('/profile', failing(nation, 'token-balance.refresh', 409, 'wallet_not_linked', 'No wallet.'), NOW)
    const holdings = await panel('Holdings')
    fireEvent.click(await within(holdings).findByRole('button', { name: 'Refresh balance' }))
    expect(await within(holdings).findByText('Failed to refresh token balance')).toBeTruthy()
    expect(holdings.textContent).toContain('1.3M')
  })
})

describe('the copy of one’s data', () => {
  it('tells how far it is, also to a citizen who comes back meanwhile, and is asked about no more once it is ready', async () => {
    const nation = nationOf('citizen')
    let asked = 0
    nation.answers['user.export-status'] = () => {
      asked += 1
      const isReady = asked > 2
      return {
        success: true,
        export: {
          ...{ id: '01890a5d-ac96-774b-9001-000000000001', progress: isReady ? 100 : 40, createdAt: NOW },
          ...{ status: isReady ? 'ready' : 'working', readyAt: isReady ? NOW : null, expiresAt: NOW, bytes: 1 },
        },
      }
    }
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      renderAt('/profile', nation, NOW)
      const data = await panel('Your data')
      expect(await within(data).findByText('Your copy is being made: 40%')).toBeTruthy()
      await act(() => vi.advanceTimersByTimeAsync(3_000))
      expect(await within(data).findByRole('button', { name: 'Download my data' })).toBeTruthy()
      await act(() => vi.advanceTimersByTimeAsync(10_000))
      expect(asked).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('leaving', () => {
  it('asks for one’s handle, and deletes nothing without it', async () => {
    const { sent } = renderAt('/profile', nationOf('citizen'), NOW)
    const leave = await panel('Delete my account')
    press(leave, 'Delete my account')
    expect(document.activeElement).toBe(within(leave).getByRole('textbox'))
    fireEvent.change(within(leave).getByRole('textbox'), { target: { value: 'somebody_else' } })
    press(leave, 'Delete for good')
    expect(await within(leave).findByText('Please type your handle exactly to confirm.')).toBeTruthy()
    expect(sent.some(({ url }) => url.includes('delete-account'))).toBe(false)
    press(leave, 'Keep my account')
    const start = () => within(leave).getByRole('button', { name: 'Delete my account' })
    await waitFor(() => expect(document.activeElement).toBe(start()))
  })

  const open = async (change: (user: OwnProfile) => void, also: (nation: FakeNation) => void) => {
    const nation = nationOf('citizen', change)
    also(nation)
    const { sent } = renderAt('/profile', nation, NOW)
    const leave = await panel('Delete my account')
    press(leave, 'Delete my account')
    const handle = userOf(nation).twitterUsername
    fireEvent.change(within(leave).getByRole('textbox'), { target: { value: handle } })
    const asked = () =>
      sent
        .filter(({ url }) => url.includes('delete-account'))
        .map(({ body }) => JSON.parse(body!) as { confirm: string; givesUpCents?: number })
    return { leave, handle, asked }
  }

  it('says that the office ends and what is owed, and gives up exactly that', async () => {
    const { leave, handle, asked } = await open(
      (user) => Object.assign(user, { governmentRole: 'secretary' }),
      (nation) => {
        const all = nation.answers['bank.get-payments']!
        nation.answers['bank.get-payments'] = (input) => {
          const answer = all({ ...input, userId: undefined })
          if (!('payments' in answer)) return answer
          return { ...answer, payments: answer.payments.slice(0, 1).map((one) => ({ ...one, amountCents: '60000' })) }
        }
      },
    )
    const ends = await within(leave).findByRole('list', { name: 'What ends with your account' })
    await within(leave).findByRole('button', { name: 'Give up $600.00 and delete for good' })
    expect(
      within(ends)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Your office, Secretary of State, ends now. What it earned since the last payment cannot be paid.',
      'You are owed $600.00. Without your wallet it cannot be paid: wait until it is marked as paid, or give it up.',
    ])
    press(leave, 'Give up $600.00 and delete for good')
    expect(await screen.findByRole('heading', { name: 'Your account is deleted' })).toBeTruthy()
    expect(asked()).toEqual([{ confirm: handle, givesUpCents: 60_000 }])
  })

  it('asks again with the sum where more is owed than was known', async () => {
    const { leave, asked } = await open(
      () => {},
      (nation) => {
        nation.answers['bank.get-payments'] = () => refuse(500, 'internal', 'Not now.')
        const go = nation.answers['user.delete-account']!
        nation.answers['user.delete-account'] = (input) =>
          input.givesUpCents === 120_050
            ? go(input)
            : refuse(409, 'salary_waits', 'You are owed $1,200.50.', { owedCents: 120_050 })
      },
    )
    press(leave, 'Delete for good')
    expect(await within(leave).findByText('You are owed $1,200.50.')).toBeTruthy()
    press(leave, 'Give up $1,200.50 and delete for good')
    expect(await screen.findByRole('heading', { name: 'Your account is deleted' })).toBeTruthy()
    expect(asked().map(({ givesUpCents }) => givesUpCents)).toEqual([undefined, 120_050])
  })

  it('says that a candidacy is withdrawn', async () => {
    const { leave } = await open(
      () => {},
      (nation) => {
        const { body } = nation.handle('GET', '/api/candidates/list?position=secretary', null)
        const [candidate] = (body as CallAnswer<'candidates.list'>).candidates
        const mine = nation.answers['candidates.mine']!
        nation.answers['candidates.mine'] = (input) => ({ ...mine(input), candidate: candidate! })
      },
    )
    const words = 'Your candidacy for Secretary of State is withdrawn; its votes are void.'
    expect(await within(leave).findByText(words)).toBeTruthy()
  })

  it('signs out and tells how far it is', async () => {
    renderAt('/profile', nationOf('citizen'), NOW)
    const leave = await panel('Delete my account')
    press(leave, 'Delete my account')
    const handle = within(leave).getByRole('textbox').getAttribute('aria-label') ?? leave.textContent
    fireEvent.change(within(leave).getByRole('textbox'), {
      target: { value: /Type (\S+) to confirm/.exec(handle)![1] },
    })
    const draft = `nation.draft.candidacy.${useSession.getState().user!.uid}`
    localStorage.setItem(draft, 'half a program')
    press(leave, 'Delete for good')
    expect(await screen.findByRole('heading', { name: 'Your account is deleted' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'CONNECT' })).toBeTruthy()
    await waitFor(() => expect(localStorage.getItem(draft)).toBeNull())
  })
})
