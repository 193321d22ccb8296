import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api/api-error'
import { fakePassword } from '../../../testing/fake-admin'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import type { FakeNation } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { gateProblem } from '../AdminGate'
import { usePanel } from '../panel-session'
import { newsOf, type Security } from './sign-in-words'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => usePanel.setState({ token: null, adminId: null, ended: false }))

async function openTab(nation: FakeNation = fakeNation({ now: NOW, as: 'admin' }), tab = 'sign-ins', code = '') {
  const opened = renderAt(`/admin?tab=${tab}`, nation, NOW)
  fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
  fireEvent.change(screen.getByLabelText(/^Authenticator code/), { target: { value: code } })
  fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
  return opened
}

const quiet: Security = {
  success: true,
  username: 'root',
  secondFactor: true,
  recoveryCodes: { left: 10, madeAt: NOW },
  previousSignInAt: null,
  failedTries: { tries: 0, networks: 0, firstAt: null, lastAt: null },
  devices: [],
}

describe('the gate', () => {
  it.each([
    ['123 456', { totp: '123456' }],
    [' 7k2m-9qxd-4vtb-zr01 ', { recoveryCode: '7k2m-9qxd-4vtb-zr01' }],
    ['', {}],
  ])('sends %j as what it is', async (typed, expected) => {
    const { sent } = await openTab(undefined, 'sign-ins', typed)
    await screen.findByRole('heading', { name: 'Administration' })
    const asked = sent.find(({ url }) => url === '/api/admin/authenticate')
    expect(JSON.parse(asked!.body!)).toEqual({ username: 'root', password: fakePassword, ...expected })
  })

  it('says how long to wait, and what an account without a second factor needs', () => {
    const sentence = 'Rate limit exceeded. Please try again later.'
    const refused = new ApiError(429, 'rate_limited', sentence, { facts: { retryAfter: 42 } })
    expect(gateProblem(refused)).toBe(`${sentence} (42 seconds)`)
    expect(gateProblem(new ApiError(429, 'rate_limited', sentence))).toBe(sentence)
    expect(gateProblem(new ApiError(403, 'second_factor_missing', 'Ask.'))).toBe('Ask.')
  })
})

describe('after a sign-in', () => {
  it('it is told what failed since the last one, until it was read', async () => {
    await openTab(undefined, 'members')
    const notice = await screen.findByRole('complementary', { name: 'About your sign-ins' })
    expect(notice.textContent).toContain('14 tries to sign in failed since your last sign-in')
    expect(notice.textContent).toContain('from 3 networks')
    fireEvent.click(within(notice).getByRole('button', { name: 'I have read this' }))
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'About your sign-ins' })).toBeNull())
  })

  it('nothing is told when all is well, and recovery codes when they run out', () => {
    expect(newsOf(quiet)).toEqual([])
    expect(newsOf({ ...quiet, recoveryCodes: { left: 1, madeAt: NOW } })).toEqual(['You have 1 recovery code left.'])
    expect(newsOf({ ...quiet, secondFactor: false, recoveryCodes: { left: 0, madeAt: null } })).toEqual([])
  })
})

describe('sign-ins', () => {
  it('name the known devices, and revoke one after a question', async () => {
    const { sent } = await openTab()
    const list = await screen.findByRole('list', { name: 'Known devices' })
    expect(within(list).getByText('This device').closest('li')!.textContent).toContain('Firefox on Linux')
    fireEvent.click(within(list).getByRole('button', { name: 'Revoke Safari on iOS' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('Safari on iOS is no longer a known device.')).toBeTruthy()
    await waitFor(() => expect(within(list).queryByText('Safari on iOS')).toBeNull())
    expect(sent.find(({ url }) => url === '/api/admin/revoke-device')?.headers.get('authorization')).toBe(
      'Bearer panel',
    )
  })

  it('make new recovery codes for the password, show them once, and keep the panel open when it was wrong', async () => {
    await openTab()
    const form = await screen.findByRole('form', { name: 'New recovery codes' })
    const make = (password: string) => {
      fireEvent.change(within(form).getByLabelText(/^Your password/), { target: { value: password } })
      fireEvent.submit(form)
    }
    make('')
    expect(within(form).getByRole('alert').textContent).toBe('Please enter your password')
    make('wrong')
    await waitFor(() => expect(within(form).getByRole('alert').textContent).toBe('This password is not right.'))
    make(fakePassword)
    const codes = await screen.findByRole('list', { name: 'New recovery codes' })
    expect(within(codes).getAllByRole('listitem')).toHaveLength(10)
    fireEvent.click(screen.getByRole('button', { name: 'I have kept them' }))
    expect(await screen.findByText('You have 10 recovery codes left.')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'New recovery codes' })).toBeNull()
  })

  it('say so when they cannot be read', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    Object.assign(nation.answers, { 'admin.security': () => refuse(503, 'busy', 'Please try again.') })
    await openTab(nation)
    expect(await screen.findByText('Your sign-ins could not be read', {}, { timeout: 10_000 })).toBeTruthy()
  })

  it('say who makes a second factor where there is none, and that no device is known', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    Object.assign(nation.answers, { 'admin.security': () => ({ ...quiet, secondFactor: false }) })
    await openTab(nation)
    expect(await screen.findByText('No device is known. The next sign-in makes its device a known one.')).toBeTruthy()
    expect(screen.getByText('No try to sign in failed since this account was made.')).toBeTruthy()
    expect(screen.getByText('admin-create --totp')).toBeTruthy()
  })
})
