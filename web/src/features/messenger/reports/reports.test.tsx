import { errorTable } from '@nation/domain/errors'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useLive } from '../../../lib/live/live'
import { forget } from '../../../lib/query/query'
import { readAgainAfter } from '../../../lib/query/refresh-on-events'
import { useSession } from '../../../lib/session/session'
import { aMessage, messengerAnswers } from '../../../testing/fake-messenger'
import { fakeNation, idOf, refuse, type FakeNation } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { clearRooms } from '../rooms/rooms'
import type { Mute, Report } from './use-reports'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const mina = { id: idOf(3, 40), username: 'Mina Farahani' }
const ada = { id: idOf(3, 41), username: 'Ada Lindgren' }
let nation: FakeNation
let reports: Report[]

const aLine = (number: number, facts: Partial<Report['messages'][number]> = {}) => ({
  number,
  messageId: idOf(50, number),
  senderId: ada.id,
  senderName: ada.username,
  senderPicture: null,
  isDeleted: false,
  message: `Line ${number}`,
  images: [],
  timestamp: NOW - 60_000 * (10 - number),
  editedAt: null,
  deletedAt: null,
  reported: false,
  ...facts,
})

const aReport = (index: number, facts: Partial<Report> = {}): Report => ({
  id: idOf(60, index),
  reporter: ada,
  reported: mina,
  reason: `Reason ${index}`,
  reportedAt: NOW - 3_600_000,
  mutedUntil: null,
  channel: 'citizens',
  messages: [
    aLine(1),
    aLine(2, { senderId: mina.id, senderName: mina.username, message: 'You know nothing.', reported: true }),
    aLine(3),
  ],
  resolvedAt: null,
  resolvedBy: null,
  resolution: null,
  ...facts,
})

beforeEach(() => {
  clearRooms()
  useLive.setState({ live: true })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  reports = [aReport(1)]
  nation = fakeNation({ now: NOW, as: 'citizen' })
  const refresh = nation.answers['auth.refresh']!
  const answer = refresh({})
  if (!('user' in answer)) throw new Error('A citizen is signed in.')
  nation.answers['auth.refresh'] = () => ({ ...answer, user: { ...answer.user, role: 'moderator' } })
  const talk = { messages: [], readNumber: 0, conversation: null }
  Object.assign(nation.answers, messengerAnswers(answer.user, NOW, talk))
  nation.answers['messenger.get-reports'] = ({ status = 'open' }) => ({
    success: true,
    reports: reports.filter(({ resolvedAt }) => (resolvedAt === null) === (status === 'open')),
    nextCursor: null,
  })
})

const open = () => renderAt('/messenger/reports', nation, NOW)
const card = (name = 'Report about Mina Farahani') => screen.findByRole('listitem', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('Evidence', () => {
  it('shows the images of a message, also without words, and says where nothing is stored', async () => {
    const image = { url: '/media/uploads/quay.png', width: 640, height: 480 }
    const messages = [aLine(1, { message: '', images: [image], reported: true }), aLine(2, { message: '' })]
    reports = [aReport(1, { messages })]
    open()
    const found = within(await card()).getByRole('img', { name: 'Image 1 of Ada Lindgren' })
    expect(found.getAttribute('src')).toBe(image.url)
    expect(screen.getAllByText('The report has no copy of this message.')).toHaveLength(1)
  })
})

describe('the reports', () => {
  it('are listed for those who moderate, with how many are open', async () => {
    renderAt('/messenger', nation, NOW)
    const link = await screen.findByRole('link', { name: /^Reports.*1 open/ })
    fireEvent.click(link)
    expect(await card()).toBeTruthy()
    expect(document.title).toMatch(/^Reports/)
  })

  it('look missing to everybody else, and close with the right', async () => {
    open()
    await card()
    useSession.setState(({ user }) => ({ user: user && { ...user, role: 'citizen' as const } }))
    expect(await screen.findByRole('heading', { name: 'Conversation not found' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Reports/ })).toBeNull()
  })

  it('show the message with what was said around it, who reported it and why', async () => {
    reports = [aReport(1, { channel: null, mutedUntil: NOW + 3_600_000 })]
    open()
    const found = within(await card())
    expect(found.getByText('Reason 1')).toBeTruthy()
    expect(found.getByText('Reported by Ada Lindgren')).toBeTruthy()
    expect(found.getByText('Direct conversation')).toBeTruthy()
    expect(found.getByText(/^Muted until/)).toBeTruthy()
    const lines = within(found.getByRole('list', { name: 'What was said' })).getAllByRole('listitem')
    expect(lines.map((line) => line.textContent?.includes('Reported'))).toEqual([false, true, false])
    // A report opens its evidence to those who moderate, wherever it was said (decision 79).
    expect(found.getByRole('button', { name: 'Delete message' })).toBeTruthy()
  })

  it('offer to mute again once a mute is over', async () => {
    reports = [aReport(1, { mutedUntil: NOW + 5_000 })]
    open()
    const found = within(await card())
    expect(found.getByRole('button', { name: 'Unmute Mina Farahani' })).toBeTruthy()
    expect(await found.findByRole('button', { name: 'Mute Mina Farahani' })).toBeTruthy()
    expect(found.queryByText(/^Muted until/)).toBeNull()
  })

  it('say when there are none, and what failed', async () => {
    reports = []
    const { unmount } = open()
    expect(await screen.findByRole('heading', { name: 'No open reports' })).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Resolved' }))
    expect(await screen.findByRole('heading', { name: 'No report was resolved yet' })).toBeTruthy()
    unmount()
    nation.answers['messenger.get-reports'] = () => refuse(400, 'invalid_input', 'The line is cut.')
    open()
    expect(await screen.findByText('The line is cut.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })

  it('show their skeletons while the other kind is read, and name what is shown', async () => {
    const { router } = open()
    expect(await screen.findByRole('region', { name: 'Open reports' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Reports' })).toBeTruthy()
    await card()
    const waiting: (() => void)[] = []
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.includes('status=resolved')) await new Promise<void>((resolve) => waiting.push(resolve))
      return fetch(url, init)
    })
    fireEvent.click(screen.getByRole('radio', { name: 'Resolved' }))
    expect(await screen.findByText('Loading reports')).toBeTruthy()
    expect(screen.queryByRole('listitem', { name: /^Report about/ })).toBeNull()
    await waitFor(() => expect(waiting).toHaveLength(1))
    waiting[0]!()
    expect(await screen.findByRole('heading', { name: 'No report was resolved yet' })).toBeTruthy()
    expect(router.state.location.search).toBe('?show=resolved')
  })

  it('say that a message is deleted, also when they are opened again', async () => {
    const [first] = reports
    reports = [{ ...first!, messages: first!.messages.map((line) => ({ ...line, isDeleted: line.reported })) }]
    open()
    const button = within(await card()).getByRole('button', { name: 'Deleted' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keep a dialog and what is written in it when its card leaves the list', async () => {
    open()
    fireEvent.click(within(await card()).getByRole('button', { name: 'Mute Mina Farahani' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Insults.' } })
    reports = []
    void forget(readAgainAfter({ kind: 'messenger.moderated', facts: {} }))
    await waitFor(() => expect(screen.queryByRole('listitem', { name: /^Report about/, hidden: true })).toBeNull())
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Insults.')
  })

  it('come by themselves when one is made', async () => {
    open()
    await card()
    reports = [...reports, aReport(2, { reported: { ...mina, username: 'Miro Novak' } })]
    void forget(readAgainAfter({ kind: 'messenger.reported', facts: {} }))
    expect(await card('Report about Miro Novak')).toBeTruthy()
  })
})

describe('deciding on a report', () => {
  it('deletes the message, mutes its writer, and resolves with a note that says so', async () => {
    const asked: unknown[] = []
    nation.answers['messenger.delete-message'] = ({ messageId }) => {
      asked.push(['delete', messageId])
      reports = reports.map((one) => ({
        ...one,
        messages: one.messages.map((line) => ({ ...line, isDeleted: line.isDeleted || line.reported })),
      }))
      return { success: true, message: aMessage(1, NOW, { message: '', deletedAt: NOW }) }
    }
    nation.answers['messenger.mute'] = ({ citizenId, hours, reason, messageId }) => {
      asked.push(['mute', citizenId, hours, reason, messageId])
      reports = reports.map((one) => ({ ...one, mutedUntil: NOW + hours * 3_600_000 }))
      return { success: true, mutedUntil: NOW + hours * 3_600_000 }
    }
    nation.answers['messenger.resolve-report'] = ({ reportId, resolution }) => {
      asked.push(['resolve', reportId, resolution])
      reports = reports.map((one) => ({ ...one, resolution, resolvedAt: NOW, resolvedBy: ada }))
      return { success: true, resolvedAt: NOW }
    }
    open()
    const found = within(await card())
    fireEvent.click(found.getByRole('button', { name: 'Delete message' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await found.findByRole('button', { name: 'Deleted' })
    fireEvent.click(found.getByRole('button', { name: 'Mute Mina Farahani' }))
    const mute = within(await screen.findByRole('dialog', { name: 'Mute Mina Farahani' }))
    fireEvent.change(mute.getByLabelText('Reason'), { target: { value: 'Insults.' } })
    fireEvent.click(mute.getByRole('button', { name: 'Mute' }))
    await found.findByRole('button', { name: 'Unmute Mina Farahani' })
    fireEvent.click(found.getByRole('button', { name: 'Resolve' }))
    const resolve = within(await screen.findByRole('dialog', { name: /^Resolve/ }))
    const note = resolve.getByLabelText<HTMLTextAreaElement>('What was done?')
    expect(note.value).toBe('The message was deleted. Mina Farahani is muted.')
    fireEvent.click(resolve.getByRole('button', { name: 'Resolve' }))
    expect(await screen.findByRole('heading', { name: 'No open reports' })).toBeTruthy()
    expect(asked).toEqual([
      ['delete', idOf(50, 2)],
      ['mute', mina.id, 24, 'Insults.', idOf(50, 2)],
      ['resolve', idOf(60, 1), 'The message was deleted. Mina Farahani is muted.'],
    ])
    fireEvent.click(screen.getByRole('radio', { name: 'Resolved' }))
    const resolved = within(await card())
    expect(resolved.getByText('The message was deleted. Mina Farahani is muted.')).toBeTruthy()
    expect(resolved.getByText(/Resolved by Ada Lindgren/)).toBeTruthy()
    expect(resolved.queryByRole('button', { name: 'Resolve' })).toBeNull()
  })

  it('is another’s where it is about a rival, or about criticism of oneself: the dialog says so', async () => {
    const sentence = errorTable.moderator_criticised[1]
    nation.answers['messenger.mute'] = () => refuse(403, 'moderator_criticised', sentence)
    open()
    fireEvent.click(within(await card()).getByRole('button', { name: 'Mute Mina Farahani' }))
    const mute = within(await screen.findByRole('dialog', { name: 'Mute Mina Farahani' }))
    fireEvent.change(mute.getByLabelText('Reason'), { target: { value: 'Insults.' } })
    fireEvent.click(mute.getByRole('button', { name: 'Mute' }))
    expect(await mute.findByText(sentence)).toBeTruthy()
  })

  it('asks for a note, and moves the focus to the next report', async () => {
    reports = [aReport(1), aReport(2, { reported: { ...mina, username: 'Miro Novak' } })]
    nation.answers['messenger.resolve-report'] = ({ reportId }) => {
      reports = reports.filter(({ id }) => id !== reportId)
      return { success: true, resolvedAt: NOW }
    }
    open()
    const button = within(await card()).getByRole('button', { name: 'Resolve' })
    button.focus()
    fireEvent.click(button)
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }))
    expect(await dialog.findByText('Say what was done.')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('What was done?'), { target: { value: 'No rule was broken.' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }))
    await waitFor(() => expect(screen.queryByRole('listitem', { name: /Mina Farahani/ })).toBeNull())
    const next = await card('Report about Miro Novak')
    await waitFor(() => expect(next.contains(document.activeElement)).toBe(true))
  })

  it('unmutes a writer, and keeps the focus on the button', async () => {
    reports = [aReport(1, { mutedUntil: NOW + 3_600_000 })]
    nation.answers['messenger.unmute'] = () => {
      reports = [aReport(1)]
      return { success: true, mutedUntil: null }
    }
    open()
    const button = within(await card()).getByRole('button', { name: 'Unmute Mina Farahani' })
    button.focus()
    press('Unmute Mina Farahani')
    await waitFor(() => expect(button.textContent).toBe('Mute Mina Farahani'))
    expect(document.activeElement).toBe(button)
    expect(screen.queryByText(/^Muted until/)).toBeNull()
  })
})

describe('who is muted', () => {
  const aMute = (facts: Partial<Mute> = {}): Mute => ({
    citizen: { ...mina, twitterUsername: 'mina_minister', profilePicture: null },
    until: NOW + 3_600_000,
    reason: 'Insults.',
    mutedAt: NOW - 60_000,
    mutedBy: ada,
    mayEnd: true,
    ...facts,
  })
  let mutes: Mute[]
  beforeEach(() => {
    mutes = [
      aMute(),
      aMute({ citizen: { ...aMute().citizen, id: idOf(3, 42), username: 'Alma Okafor' }, mayEnd: false }),
    ]
    nation.answers['messenger.get-mutes'] = () => ({ success: true, mutes, nextCursor: null })
    nation.answers['messenger.unmute'] = ({ citizenId }) => {
      mutes = mutes.filter(({ citizen }) => citizen.id !== citizenId)
      return { success: true, mutedUntil: null }
    }
  })
  const openMuted = () => renderAt('/messenger/reports?show=muted', nation, NOW)

  it('is listed: until when, by whom and why, with Unmute where the reader may', async () => {
    openMuted()
    const line = within(await screen.findByRole('listitem', { name: 'Mina Farahani' }))
    expect(line.getByText(/^Muted until/)).toBeTruthy()
    expect(line.getByText('Insults.')).toBeTruthy()
    expect(line.getByText(/^By Ada Lindgren/)).toBeTruthy()
    const other = within(screen.getByRole('listitem', { name: 'Alma Okafor' }))
    expect(other.queryByRole('button')).toBeNull()
    const button = line.getByRole('button', { name: 'Unmute Mina Farahani' })
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Mina Farahani' })).toBeNull())
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })

  it('says when no citizen is, what failed, and what changes elsewhere', async () => {
    mutes = []
    const { unmount } = openMuted()
    expect(await screen.findByRole('heading', { name: 'No muted citizens' })).toBeTruthy()
    mutes = [aMute()]
    void forget(readAgainAfter({ kind: 'messenger.moderated', facts: {} }))
    expect(await screen.findByRole('listitem', { name: 'Mina Farahani' })).toBeTruthy()
    unmount()
    nation.answers['messenger.get-mutes'] = () => refuse(400, 'invalid_input', 'The line is cut.')
    openMuted()
    expect(await screen.findByText('The line is cut.')).toBeTruthy()
  })
})
