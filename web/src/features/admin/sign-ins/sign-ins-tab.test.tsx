import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api/api-error'
import { fakePassword } from '../../../testing/fake-admin'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import type { FakeNation } from '../../../testing/fake-nation'
import { queryClient } from '../../../lib/query/query'
import { renderAt } from '../../../testing/render-at'
import { gateProblem } from '../AdminGate'
import { leavePanel, usePanel } from '../panel-session'
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
  sessions: [],
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
  it('a notice says what failed since the last one, until it was read', async () => {
    await openTab(undefined, 'members')
    const notice = await screen.findByRole('complementary', { name: 'About your sign-ins' })
    expect(notice.textContent).toContain('14 tries to sign in failed since your last sign-in')
    expect(notice.textContent).toContain('from 3 networks')
    fireEvent.click(within(notice).getByRole('button', { name: 'I have read this' }))
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'About your sign-ins' })).toBeNull())
  })

  it('there is no notice when all is well, and one when recovery codes run out', () => {
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

  it('make new recovery codes for the password and a code, show them once, and keep the panel open when it was wrong', async () => {
    await openTab()
    const form = await screen.findByRole('form', { name: 'New recovery codes' })
    const make = (password: string, code = '') => {
      fireEvent.change(within(form).getByLabelText(/^Your password/), { target: { value: password } })
      fireEvent.change(within(form).getByLabelText(/^A code of your authenticator/), { target: { value: code } })
      fireEvent.submit(form)
    }
    make('')
    expect(within(form).getByText('Please enter your password')).toBeTruthy()
    expect(document.activeElement).toBe(within(form).getByLabelText(/^Your password/))
    make('wrong')
    await waitFor(() => expect(within(form).getByRole('alert').textContent).toBe('This password is wrong.'))
    make(fakePassword)
    await waitFor(() => expect(within(form).getByRole('alert').textContent).toMatch(/^This code is wrong/))
    make(fakePassword, '123 456')
    const codes = await screen.findByRole('list', { name: 'New recovery codes' })
    expect(within(codes).getAllByRole('listitem')).toHaveLength(10)
    fireEvent.click(screen.getByRole('button', { name: 'I have saved them' }))
    expect(await screen.findByText('You have 10 recovery codes left.')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'New recovery codes' })).toBeNull()
  })

  it('set up another authenticator by a QR code that is drawn here, after the password and a code of the old one', async () => {
    const { sent } = await openTab()
    fireEvent.click(await screen.findByRole('button', { name: 'Set up another authenticator' }))
    const form = await screen.findByRole('form', { name: 'Set up a second factor' })
    const begin = (password: string, code: string) => {
      fireEvent.change(within(form).getByLabelText(/^Your password/), { target: { value: password } })
      fireEvent.change(within(form).getByLabelText(/^A code of your authenticator/), { target: { value: code } })
      fireEvent.submit(form)
    }
    begin('', '')
    expect(within(form).getByText('Please enter your password')).toBeTruthy()
    expect(document.activeElement).toBe(within(form).getByLabelText(/^Your password/))
    begin(fakePassword, '')
    await waitFor(() => expect(within(form).getByRole('alert').textContent).toMatch(/^This code is wrong/))
    begin(fakePassword, '123 456')
    const confirmation = await screen.findByRole('form', { name: 'Confirm the second factor' })
    const qr = await screen.findByRole('img', { name: 'The new second factor, for your authenticator' })
    expect(qr.querySelector('path')!.getAttribute('d')!.length).toBeGreaterThan(1_000)
    expect(confirmation.textContent).toContain('JBSW Y3DP EHPK 3PXP')
    const confirm = (code: string) => {
      fireEvent.change(within(confirmation).getByLabelText('Six digits'), { target: { value: code } })
      fireEvent.submit(confirmation)
    }
    confirm('12345')
    expect(within(confirmation).getByText('Please enter the six digits')).toBeTruthy()
    confirm('111111')
    await waitFor(() => expect(within(confirmation).getByRole('alert').textContent).toMatch(/^This code is wrong/))
    confirm('654 321')
    const codes = await screen.findByRole('list', { name: 'New recovery codes' })
    expect(within(codes).getAllByRole('listitem')).toHaveLength(10)
    expect(sent.every(({ url }) => url.startsWith('/'))).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'I have saved them' }))
    expect(screen.queryByRole('list', { name: 'New recovery codes' })).toBeNull()
  })

  it('list the open sessions, and end another one after a question; this one is left by its own button', async () => {
    await openTab()
    const list = await screen.findByRole('list', { name: 'Open panel sessions' })
    expect(within(list).queryByRole('button', { name: 'End the session on Firefox on Linux' })).toBeNull()
    fireEvent.click(within(list).getByRole('button', { name: 'End the session on Safari on iOS' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End it' }))
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  })

  it('say so when they cannot be read', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    Object.assign(nation.answers, { 'admin.security': () => refuse(503, 'busy', 'Please try again.') })
    await openTab(nation)
    expect(await screen.findByText('Your sign-ins could not be read', {}, { timeout: 10_000 })).toBeTruthy()
  })

  it('offer a second factor where there is none, and say that no device is known', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    Object.assign(nation.answers, { 'admin.security': () => ({ ...quiet, secondFactor: false }) })
    await openTab(nation)
    expect(await screen.findByText('No device is known. The next sign-in makes its device a known one.')).toBeTruthy()
    expect(screen.getByText('No sign-in failed since this account was made.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Set up a second factor' })).toBeTruthy()
  })
})

/** Opens the form for another authenticator, by its button. */
async function openSetup() {
  fireEvent.click(await screen.findByRole('button', { name: 'Set up another authenticator' }))
  return screen.findByRole('form', { name: 'Set up a second factor' })
}

function fill(form: HTMLElement, fields: readonly (readonly [RegExp, string])[]) {
  for (const [label, value] of fields) fireEvent.change(within(form).getByLabelText(label), { target: { value } })
  fireEvent.submit(form)
}

const proof = [
  [/^Your password/, fakePassword],
  [/^A code of your authenticator/, '123456'],
] as const

async function openConfirmation() {
  fill(await openSetup(), proof)
  return screen.findByRole('form', { name: 'Confirm the second factor' })
}

/** A nation that does what this call asks, and whose answer is lost on the way. */
function losing(id: 'admin.begin-second-factor' | 'admin.confirm-second-factor' | 'admin.renew-recovery-codes') {
  const nation = fakeNation({ now: NOW, as: 'admin' })
  const done = nation.answers[id] as (input: unknown) => object
  const lost = (input: unknown) => {
    done(input)
    throw new TypeError('Failed to fetch')
  }
  Object.assign(nation.answers, { [id]: lost })
  return nation
}

describe('an answer that is lost', () => {
  const asked = (sent: readonly { url: string }[], action: string) =>
    sent.filter(({ url }) => url.startsWith(`/api/admin/${action}`)).length

  it('of a confirmation is reported as one: it may have been done, and the state is read again', async () => {
    const { sent } = await openTab(losing('admin.confirm-second-factor'))
    const form = await openConfirmation()
    const before = asked(sent, 'security')
    fill(form, [[/^Six digits/, '654321']])
    const sentence =
      'No answer came. If your new authenticator is asked for now, it is set: keep it and make new recovery codes.'
    await waitFor(() => expect(within(form).getByRole('alert').textContent).toBe(sentence))
    expect(asked(sent, 'confirm-second-factor')).toBe(1)
    await waitFor(() => expect(asked(sent, 'security')).toBeGreaterThan(before))
    expect(await screen.findByText('You have 10 recovery codes left.')).toBeTruthy()
  })

  it.each([
    ['admin.begin-second-factor', openSetup],
    ['admin.renew-recovery-codes', () => screen.findByRole('form', { name: 'New recovery codes' })],
  ] as const)('of %s is not asked for again: the code was good once', async (id, formOf) => {
    const { sent } = await openTab(losing(id))
    const form = await formOf()
    fill(form, proof)
    await waitFor(() => expect(within(form).getByRole('alert').textContent).toMatch(/^Connection error/))
    expect(asked(sent, id.replace('admin.', ''))).toBe(1)
  })
})

describe('what the panel sent and was answered', () => {
  const cached = () =>
    JSON.stringify(
      queryClient
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    )

  it('is gone from the cache with its form', async () => {
    await openTab()
    const form = await openConfirmation()
    await waitFor(() => expect(cached()).not.toMatch(new RegExp(`${fakePassword}|otpauth`)))
    fill(form, [[/^Six digits/, '654321']])
    fireEvent.click(await screen.findByRole('button', { name: 'I have saved them' }))
    await waitFor(() => expect(cached()).not.toContain('7K2M-9QXD'))
  })

  it('is gone from the cache with the session, whatever is open', async () => {
    await openTab()
    const form = await openSetup()
    fill(form, [[/^Your password/, fakePassword]])
    await waitFor(() => expect(within(form).getByRole('alert').textContent).toMatch(/^This code is wrong/))
    expect(cached()).toContain(fakePassword)
    void leavePanel()
    expect(cached()).not.toContain(fakePassword)
  })
})

describe('the focus', () => {
  const focused = () => document.activeElement

  it('goes to the first field of each step, and back to the button', async () => {
    await openTab()
    const form = await openSetup()
    expect(focused()).toBe(within(form).getByLabelText(/^Your password/))
    fireEvent.click(within(form).getByRole('button', { name: 'Cancel' }))
    expect(focused()).toBe(screen.getByRole('button', { name: 'Set up another authenticator' }))
    const confirmation = await openConfirmation()
    expect(focused()).toBe(within(confirmation).getByLabelText('Six digits'))
    fill(confirmation, [[/^Six digits/, '654321']])
    const done = await screen.findByRole('button', { name: 'I have saved them' })
    expect(focused()).toBe(screen.getByRole('button', { name: 'Copy the codes' }))
    fireEvent.click(done)
    expect(focused()).toBe(screen.getByRole('button', { name: 'Set up another authenticator' }))
  })
})
