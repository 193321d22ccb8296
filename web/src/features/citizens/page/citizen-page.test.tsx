import { citizenNumber } from '@nation/domain/formats'
import type { CallAnswer } from '@nation/domain/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeNation, idOf, refuse } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const WEEK = 604_800_000
const uid = idOf(9, 9)
const number = citizenNumber(uid)

const page = (change: Partial<CallAnswer<'citizens.page'>['page']> = {}): CallAnswer<'citizens.page'> => ({
  success: true,
  page: {
    number,
    uid,
    username: 'Ada Lovelace',
    twitterUsername: 'ada',
    profilePicture: null,
    isAdministrator: false,
    governmentRole: null,
    joinedAt: NOW - 20 * WEEK,
    offices: [{ office: 'president', title: 'President', startedAt: NOW - 3 * WEEK, endedAt: NOW - 2 * WEEK }],
    candidacies: [
      {
        candidateId: idOf(2, 1),
        electionId: idOf(1, 1),
        startsAt: NOW - 4 * WEEK,
        positionTitle: 'President',
        won: true,
      },
    ],
    stamps: [{ electionId: idOf(1, 1), startsAt: NOW - 4 * WEEK, endsAt: NOW - 3 * WEEK }],
    ...change,
  },
})

function visit(answer: CallAnswer<'citizens.page'> | ReturnType<typeof refuse>) {
  const nation = fakeNation({ now: NOW })
  Object.assign(nation.answers, { 'citizens.page': () => answer })
  renderAt(`/citizen/${number}`, nation, NOW)
}

describe('a citizen’s public page', () => {
  it('shows card, offices, candidacies and stamps', async () => {
    visit(page())
    expect(await screen.findByRole('article', { name: 'ID card of Ada Lovelace' })).toBeTruthy()
    const listed = (name: string) => within(screen.getByRole('region', { name }))
    expect(listed('Offices held').getByRole('link', { name: 'President' }).getAttribute('href')).toContain(uid)
    expect(listed('Candidacies').getByText(/elected/)).toBeTruthy()
    expect(listed('Elections voted in').getAllByRole('listitem')).toHaveLength(1)
    expect(document.title).toContain(`Ada Lovelace, citizen No. ${number}`)
  })

  it('says so where there is nothing yet', async () => {
    visit(page({ offices: [], candidacies: [], stamps: [] }))
    expect(await screen.findByText('No office yet.')).toBeTruthy()
    expect(screen.getByText('No stamp yet.')).toBeTruthy()
  })

  it('is not found where no such page is shown', async () => {
    visit(refuse(404, 'citizen_not_found', 'Profile not found'))
    expect(await screen.findByText('Citizen not found')).toBeTruthy()
  })

  it('is opened and closed by its citizen, on their own profile', async () => {
    renderAt('/profile', fakeNation({ now: NOW, as: 'citizen' }), NOW)
    const panel = within(await screen.findByRole('region', { name: 'Public page' }))
    expect(panel.queryByRole('link')).toBeNull()
    fireEvent.click(await panel.findByRole('switch', { name: 'Show my public page' }))
    expect((await panel.findByRole('link', { name: 'Open my public page' })).getAttribute('href')).toMatch(
      /^\/citizen\/[0-9A-F]{8}$/,
    )
    expect(panel.getByRole('button', { name: 'Share' })).toBeTruthy()
    fireEvent.click(panel.getByRole('switch'))
    expect(await screen.findByText('Your public page is closed.')).toBeTruthy()
    expect(panel.queryByRole('link')).toBeNull()
  })

  it('stays closed where the nation refuses, and says so beside the switch', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    Object.assign(nation.answers, { 'user.set-page': () => refuse(503, 'busy', 'The nation is busy.') })
    renderAt('/profile', nation, NOW)
    const panel = within(await screen.findByRole('region', { name: 'Public page' }))
    fireEvent.click(await panel.findByRole('switch'))
    await waitFor(() => expect(panel.getByRole('alert').textContent).toBe('The nation is busy.'))
    expect(panel.getByRole<HTMLInputElement>('switch').checked).toBe(false)
    expect(panel.queryByRole('link')).toBeNull()
  })

  it('has no switch while its state is unknown, and is asked for again', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const answer = nation.answers['user.page']
    Object.assign(nation.answers, { 'user.page': () => refuse(404, 'not_found', 'Not there.') })
    renderAt('/profile', nation, NOW)
    const panel = within(await screen.findByRole('region', { name: 'Public page' }))
    const again = await panel.findByRole('button', { name: 'Try again' })
    expect(panel.queryByRole('switch')).toBeNull()
    expect(panel.getByRole('alert').textContent).not.toBe('')
    Object.assign(nation.answers, { 'user.page': answer })
    fireEvent.click(again)
    expect(await panel.findByRole('switch')).toBeTruthy()
  })
})
