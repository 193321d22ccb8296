import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { App } from '../../../app/App'
import { SearchableMemory } from '../../../lib/replica'
import { openReplicas, SmallNation, TestDisk } from '../../../lib/replica/testing'
import { Toasts } from '../../../ui'
import { usePanel } from '../panel-session'
import { addActions } from './palette-actions'
import { ReplicaTables } from './ReplicaTables'
import { SearchPalette } from './SearchPalette'
import { none, useReplica } from './use-replica'

const replicas = openReplicas()

/** Searches that are answered when the test says so. */
class SlowMemory extends SearchableMemory {
  isSlow = false
  readonly #waiting: (() => void)[] = []

  override async search(...asked: Parameters<SearchableMemory['search']>) {
    if (this.isSlow) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return super.search(...asked)
  }

  answer(): void {
    for (const go of this.#waiting.splice(0)) go()
  }
}

let memory: SlowMemory

const task = (id: string, title: string) => ({ id, title, description: 'Do it.', status: 'open', createdAt: 1 })

beforeEach(async () => {
  const nation = new SmallNation()
  nation.put('tasks', task('t1', 'Harbour lights'), task('t2', 'Harbour walls'))
  memory = new SlowMemory()
  const replica = await replicas.open(new TestDisk(), nation, { memory })
  await replica.round()
  const { state, outbox } = replica
  useReplica.setState({ ready: true, replica, memory, state, entries: outbox.entries, version: 1 })
})

afterEach(() => {
  replicas.close()
  useReplica.setState(none)
})

function Place() {
  const { search } = useLocation()
  return <output data-testid="place">{search}</output>
}

const show = (content: React.ReactNode) =>
  render(
    <App>
      <MemoryRouter initialEntries={['/admin']}>
        {content}
        <Place />
      </MemoryRouter>
    </App>,
  )

const place = () => screen.getByTestId('place').textContent

describe('the search over everything', () => {
  it.each([
    ['ada lov', 'Member', 'Ada Lovelace'],
    ['minister of fin', 'Member', 'Ada Lovelace'],
    ['week 6', 'Election', 'Week 6, 2026'],
    ['minister of fin', 'Salary payment', 'Ada Lovelace: $12.00'],
    ['harbour w', 'Task', 'Harbour walls'],
    ['lay-offs', 'Broadcast', 'No lay-offs.'],
    ['job', 'Page', 'Jobs'],
  ])('finds by %j: %s', async (query, kind, title) => {
    const nation = new SmallNation()
    nation.put('members', {
      id: 'm1',
      username: 'Ada Lovelace',
      twitterUsername: 'ada',
      governmentRole: 'financeMinister',
    })
    nation.put('elections', { id: 'e1', startsAt: Date.UTC(2026, 1, 2), stage: 'counted', createdBy: null })
    nation.put('payments', { id: 's1', payee: 'm1', office: 'financeMinister', amountCents: '1200', cycle: '4' })
    nation.put('tasks', task('t2', 'Harbour walls'))
    nation.put('broadcasts', { id: 'b1', message: 'No lay-offs.', createdBy: 'm1', createdAt: 1, deletedAt: null })
    const all = new SearchableMemory()
    const replica = await replicas.open(new TestDisk(), nation, { memory: all })
    await replica.round()
    useReplica.setState({ ready: true, replica, memory: all, state: replica.state, entries: [], version: 2 })
    show(<SearchPalette onClose={() => undefined} />)
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: query } })
    const found = await screen.findAllByRole('option', { name: (said) => said.startsWith(`${title} ${kind}`) })
    expect(found).toHaveLength(1)
  })
})

describe('what was found for fewer letters', () => {
  it('is not opened by Enter: what the newest letters find is', async () => {
    show(<SearchPalette onClose={() => undefined} />)
    const field = await screen.findByRole('combobox', { name: 'Search everything' })
    fireEvent.change(field, { target: { value: 'lights' } })
    expect((await screen.findByRole('option')).textContent).toContain('Harbour lights')
    memory.isSlow = true
    fireEvent.change(field, { target: { value: 'walls' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect([screen.getByRole('option').textContent?.includes('lights'), place()]).toEqual([true, ''])
    act(() => memory.answer())
    await waitFor(() => expect(place()).toContain('t2'))
  })

  it('opens nothing where more letters came after Enter', async () => {
    show(<SearchPalette onClose={() => undefined} />)
    const field = await screen.findByRole('combobox', { name: 'Search everything' })
    memory.isSlow = true
    fireEvent.change(field, { target: { value: 'harbour' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.change(field, { target: { value: 'walls' } })
    act(() => memory.answer())
    expect((await screen.findByRole('option')).textContent).toContain('Harbour walls')
    expect(place()).toBe('')
  })

  it('opens nothing that comes after Enter found nothing', async () => {
    const { state, replica } = useReplica.getState()
    useReplica.setState({ state: { ...state!, filled: false } })
    show(<SearchPalette onClose={() => undefined} />)
    const field = await screen.findByRole('combobox', { name: 'Search everything' })
    fireEvent.change(field, { target: { value: 'lanterns' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(await screen.findByText(/^Nothing found yet/)).toBeTruthy()
    replica!.memory.apply({ put: { tasks: [task('t3', 'Harbour lanterns')] }, gone: {} }, 9)
    act(() => useReplica.setState({ version: 2 }))
    expect((await screen.findByRole('option')).textContent).toContain('Harbour lanterns')
    expect(place()).toBe('')
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(place()).toContain('t3'))
  })

  it('can be read in a list, and not be acted upon', async () => {
    show(<ReplicaTables tables={['tasks']} />)
    const field = await screen.findByRole('searchbox', { name: 'Search tasks' })
    fireEvent.change(field, { target: { value: 'lights' } })
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(1))
    memory.isSlow = true
    fireEvent.change(field, { target: { value: 'walls' } })
    const line = screen.getByText('Harbour lights')
    expect(line.closest('[inert]')).toBeTruthy()
    act(() => memory.answer())
    expect((await screen.findByText('Harbour walls')).closest('[inert]')).toBeNull()
  })
})

function Closable() {
  const [isOpen, setOpen] = useState(true)
  return isOpen && <SearchPalette onClose={() => setOpen(false)} />
}

describe('actions', () => {
  afterEach(() => usePanel.setState({ token: null }))
  const type = async (query: string) => {
    const field = await screen.findByRole('combobox', { name: 'Search everything' })
    fireEvent.change(field, { target: { value: query } })
    return field
  }

  it('are found by their words, and Enter does them: a broadcast is written at once', async () => {
    show(
      <>
        <Closable />
        <form aria-label="New broadcast">
          <textarea data-testid="message" />
        </form>
      </>,
    )
    const field = await type('write broadcast')
    const option = await screen.findByRole('option', { name: /^Write a broadcast.*Action$/ })
    expect(option.getAttribute('aria-selected')).toBe('true')
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(place()).toBe('?tab=broadcast'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('message')))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('that open a form press its button once the tab is there', async () => {
    const pressed: string[] = []
    show(<Closable />)
    fireEvent.keyDown(await type('write task'), { key: 'Enter' })
    await waitFor(() => expect(place()).toBe('?tab=tasks'))
    const button = document.body.appendChild(document.createElement('button'))
    button.dataset.action = 'write-task'
    button.onclick = () => pressed.push('write-task')
    await waitFor(() => expect(pressed).toEqual(['write-task']))
    button.remove()
  })

  it('of the server say what they need, and do nothing without it', async () => {
    show(
      <>
        <SearchPalette onClose={() => undefined} />
        <Toasts />
      </>,
    )
    const field = await type('export members')
    await screen.findByRole('option', { name: /Action · needs the panel’s password$/ })
    act(() => useReplica.setState(({ state }) => ({ state: { ...state!, contact: 'offline' } })))
    await type('plan')
    const option = await screen.findByRole('option', { name: /^Plan an election.*needs a connection$/ })
    expect(option.getAttribute('aria-selected')).toBe('true')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(await screen.findByText('Plan an election: this needs a connection.')).toBeTruthy()
    expect(place()).toBe('')
  })

  it('offer the sign-in to whoever is not signed in, and what the program around the panel does', async () => {
    const done: string[] = []
    const take = addActions([{ id: 'new-window', title: 'New window', run: () => done.push('window') }])
    show(<SearchPalette onClose={() => undefined} />)
    await type('sign in')
    expect(screen.queryByRole('option', { name: /^Sign in to the panel/ })).not.toBeNull()
    const field = await type('new window')
    await screen.findByRole('option', { name: /^New window/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(done).toEqual(['window']))
    usePanel.setState({ token: 'token' })
    await type('sign in')
    await waitFor(() => expect(screen.queryByRole('option', { name: /^Sign in to the panel/ })).toBeNull())
    take()
  })
})
