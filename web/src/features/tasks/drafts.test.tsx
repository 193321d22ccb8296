import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query/query'
import { useSession } from '../../lib/session/session'
import { fakeNation, idOf, refuse, type FakeNation } from '../../testing/fake-nation'
import { holdCall } from '../../testing/hold-call'
import { storeInAnotherTab } from '../../testing/in-another-tab'
import { renderAt } from '../../testing/render-at'
import { draftKey } from './drafts'
import type { Task } from './types'
import { fillStorage } from '../../testing/full-storage'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const day = 86_400_000
const picture = '/media/quay.png'

const aTask = (index: number, facts: Partial<Task> = {}): Task => ({
  id: idOf(40, index),
  title: `Task ${index}`,
  description: 'Ask three workshops.',
  priority: 'normal',
  ...{ assignedTo: 'secretary', assignedToRole: 'secretary', assignedToName: 'Ruth' },
  ...{ dueDate: null, overdue: false, status: 'open' },
  ...{ createdBy: idOf(3, 7), createdByName: 'Alma', createdByRole: 'admin' },
  ...{ createdAt: NOW - day, updatedAt: NOW - day, completedAt: null },
  ...{ responseCount: 0, responses: [] },
  may: { respond: true, update: true, complete: true, delete: true },
  ...facts,
})

const completed = (index: number): Task =>
  aTask(index, {
    ...{ status: 'completed', completedAt: NOW },
    may: { respond: false, update: false, complete: true, delete: true },
  })

/** A nation whose tasks are listed by their status, as it has them at the moment. */
function withTasks(tasks: Task[]): FakeNation {
  const nation = fakeNation({ now: NOW, as: 'admin' })
  nation.answers['government-tasks.get-tasks'] = ({ status }) => ({
    success: true,
    tasks: tasks.filter((one) => status === undefined || one.status === status),
    nextCursor: null,
    now: NOW,
  })
  return nation
}

const open = (nation: FakeNation) => renderAt('/government?tab=tasks', nation, NOW)
const toggle = async (title: string) => {
  const card = await screen.findByRole('article', { name: title })
  fireEvent.click(within(card).getByRole('button', { name: title }))
  return card
}
const field = (card: HTMLElement) => within(card).getByLabelText<HTMLTextAreaElement>('Your response')
const write = (card: HTMLElement, text: string) => fireEvent.change(field(card), { target: { value: text } })
const stored = (index: number) => localStorage.getItem(draftKey(idOf(40, index), useSession.getState().user!.uid))

describe('what is written to a task', () => {
  it('in two tabs is one draft: neither loses what the other has', async () => {
    open(withTasks([aTask(1)]))
    const card = await toggle('Task 1')
    write(card, 'Three offers.')
    const key = draftKey(idOf(40, 1), useSession.getState().user!.uid)
    storeInAnotherTab(key, JSON.stringify({ answer: 'Three offers.', images: [picture] }))
    write(card, 'Three offers, and a picture.')
    expect(JSON.parse(stored(1)!)).toEqual({ answer: 'Three offers, and a picture.', images: [picture] })
  })

  it('in two tabs is forgotten by both once one has sent it, unless more was written meanwhile', async () => {
    open(withTasks([aTask(1)]))
    const card = await toggle('Task 1')
    write(card, 'Three')
    const key = draftKey(idOf(40, 1), useSession.getState().user!.uid)
    const theirs = JSON.stringify({ answer: 'Three offers.', images: [] })
    storeInAnotherTab(key, theirs)
    expect(field(card).value).toBe('Three offers.')
    storeInAnotherTab(key, null)
    expect(field(card).value).toBe('')
    write(card, 'A fourth.')
    act(() => void dispatchEvent(new StorageEvent('storage', { key, oldValue: theirs, newValue: null })))
    expect(field(card).value).toBe('A fourth.')
  })

  it('and was there before is forgotten, too, when another tab sends it', async () => {
    const nation = withTasks([aTask(1)])
    const { uid } = (nation.answers['auth.refresh']!({}) as { user: { uid: string } }).user
    const key = draftKey(idOf(40, 1), uid)
    localStorage.setItem(key, JSON.stringify({ answer: 'See.', images: [] }))
    open(nation)
    const card = await toggle('Task 1')
    expect(field(card).value).toBe('See.')
    storeInAnotherTab(key, null)
    expect(field(card).value).toBe('')
  })

  it('in another tab while the task is folded here is what is unfolded', async () => {
    open(withTasks([aTask(1)]))
    write(await toggle('Task 1'), 'Three')
    await toggle('Task 1')
    const key = draftKey(idOf(40, 1), useSession.getState().user!.uid)
    storeInAnotherTab(key, JSON.stringify({ answer: 'Three offers.', images: [] }))
    expect(field(await toggle('Task 1')).value).toBe('Three offers.')
  })

  it('stays on the device when the task is folded, another one is opened and the page is loaded again', async () => {
    const nation = withTasks([aTask(1), aTask(2)])
    const { unmount } = open(nation)
    write(await toggle('Task 1'), 'Three offers.')
    const other = await toggle('Task 2')
    expect(field(other).value).toBe('')
    expect(field(await toggle('Task 1')).value).toBe('Three offers.')
    await toggle('Task 1')
    unmount()
    open(nation)
    expect(field(await toggle('Task 1')).value).toBe('Three offers.')
  })

  it('has its images, too, and another citizen of this device finds nothing of it', async () => {
    const nation = withTasks([aTask(1)])
    const { uid } = (nation.answers['auth.refresh']!({}) as { user: { uid: string } }).user
    localStorage.setItem(draftKey(idOf(40, 1), uid), JSON.stringify({ answer: 'See.', images: [picture, 7] }))
    localStorage.setItem(draftKey(idOf(40, 1), idOf(3, 99)), JSON.stringify({ answer: 'Of another.', images: [] }))
    open(nation)
    const card = await toggle('Task 1')
    expect(field(card).value).toBe('See.')
    expect(within(card).getAllByRole('img', { name: 'Image 1' })).toHaveLength(1)
    expect(card.textContent).toContain('1 of 4 images added.')
    fireEvent.click(within(card).getByRole('button', { name: 'Remove image 1' }))
    expect(JSON.parse(stored(1)!)).toEqual({ answer: 'See.', images: [] })
    write(card, '')
    expect(stored(1)).toBeNull()
  })

  it('that the device cannot store is said to be lost with the page', async () => {
    open(withTasks([aTask(1)]))
    const card = await toggle('Task 1')
    const makeRoom = fillStorage()
    write(card, 'Three offers.')
    const lost = 'What you wrote could not be kept on this device: it is lost when you leave this page.'
    expect(within(card).getByText(lost)).toBeTruthy()
    makeRoom()
    write(card, 'Three offers came.')
    expect(within(card).queryByText(lost)).toBeNull()
  })

  it('names the image that was removed from the nation meanwhile', async () => {
    const nation = withTasks([aTask(1)])
    const { uid } = (nation.answers['auth.refresh']!({}) as { user: { uid: string } }).user
    localStorage.setItem(draftKey(idOf(40, 1), uid), JSON.stringify({ answer: 'See.', images: [picture] }))
    const { failed, body } = refuse(400, 'invalid_input', 'Some fields are missing or not valid.')
    const message = 'This file was removed. Please upload it again.'
    nation.answers['government-tasks.submit-response'] = () => ({
      failed,
      body: { ...body, details: [{ path: 'images.0', code: 'removed', message }] },
    })
    open(nation)
    const card = await toggle('Task 1')
    fireEvent.click(within(card).getByRole('button', { name: 'Submit Response' }))
    const images = within(card).getByRole('group', { name: 'Images' })
    expect(await within(images).findByText(message)).toBeTruthy()
    fireEvent.click(within(card).getByRole('button', { name: 'Remove image 1' }))
    expect(within(images).queryByText(message)).toBeNull()
  })

  it('is shown, to be read and copied, when another citizen completed the task meanwhile', async () => {
    const tasks = [aTask(1), aTask(2)]
    const nation = withTasks(tasks)
    open(nation)
    write(await toggle('Task 1'), 'Three offers.')
    tasks[0] = completed(1)
    await act(() => queryClient.refetchQueries())
    const kept = await screen.findByLabelText<HTMLTextAreaElement>('Your response, not sent')
    expect([kept.value, kept.readOnly]).toEqual(['Three offers.', true])
    const card = screen.getByRole('article', { name: 'Task 1' })
    expect(card.textContent).toContain('What you wrote was not sent; it is kept on this device.')
    expect(within(card).queryByRole('form')).toBeNull()
    fireEvent.click(within(card).getByRole('button', { name: 'Discard' }))
    expect(within(card).queryByLabelText('Your response, not sent')).toBeNull()
    expect(stored(1)).toBeNull()
  })

  it('is forgotten once it is sent, also when the task was folded on the way, and is sent once', async () => {
    const nation = withTasks([aTask(1)])
    nation.answers['government-tasks.submit-response'] = () => ({
      ...{ success: true, message: 'Response submitted successfully!', taskId: idOf(40, 1) },
      ...{ responseId: idOf(7, 1), submittedAt: NOW },
    })
    const { sent } = open(nation)
    const card = await toggle('Task 1')
    write(card, 'Three offers.')
    const answer = holdCall('/api/government-tasks/submit-response')
    fireEvent.submit(within(card).getByRole('form'))
    await toggle('Task 1')
    await toggle('Task 1')
    expect(field(card).value).toBe('Three offers.')
    fireEvent.submit(within(card).getByRole('form'))
    answer()
    await waitFor(() => expect(field(card).value).toBe(''))
    expect(stored(1)).toBeNull()
    expect(sent.filter(({ url }) => url.includes('submit-response'))).toHaveLength(1)
  })
})
