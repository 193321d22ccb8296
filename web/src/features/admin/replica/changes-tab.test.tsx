import type { CommandCall } from '@nation/domain/commands'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { App } from '../../../app/App'
import { Confirmations } from '../../../ui'
import {
  aNation,
  noNetwork,
  openReplicas,
  Refused,
  TestDisk,
  type Replica,
  type SmallNation,
} from '../../../lib/replica/testing'
import { SearchableMemory } from '../../../lib/replica'
import ChangesTab from './ChangesTab'
import { none, useReplica } from './use-replica'
import { ReplicaBar } from './ReplicaBar'
import { addCommand, rowSeen } from './use-command'

const replicas = openReplicas()
const task = { id: 't1', title: 'Light the harbour', status: 'open', completedAt: null }
let nation: SmallNation
let replica: Replica

beforeEach(async () => {
  nation = aNation()
  nation.put('tasks', task, { ...task, id: 't2', title: 'Mend the pier' })
  const memory = new SearchableMemory()
  replica = await replicas.open(new TestDisk(), nation, { memory })
  await replica.round()
  const show = () =>
    useReplica.setState(({ version }) => ({
      ...{ ready: true, replica, memory, state: replica.state, entries: replica.outbox.entries, version: version + 1 },
    }))
  show()
  replica.watch(show)
  render(
    <App>
      <MemoryRouter>
        <ReplicaBar />
        <ChangesTab />
        <Confirmations />
      </MemoryRouter>
    </App>,
  )
})

afterEach(() => {
  replicas.close()
  useReplica.setState(none)
})

const finish = (taskId: string) => queue('government-tasks.update-status', { taskId, status: 'completed' })
const queue = (call: CommandCall, input: Readonly<Record<string, unknown>>) =>
  addCommand({ call, input, base: rowSeen(call, input) })
const card = (name: string) => screen.findByRole('article', { name })

async function loseRace(): Promise<void> {
  nation.before = (call) => {
    const theirs = JSON.stringify({ ...task, title: 'Light the pier' })
    if (call === 'run') throw new Refused(409, 'command_conflict', { theirs })
  }
  await finish('t1')
  await replica.round()
  nation.before = () => undefined
}

describe('the changes that wait', () => {
  it('are none at first', () => {
    expect(screen.getByRole('heading', { name: 'No changes waiting' })).toBeTruthy()
  })

  it('are listed in their order, and one that was not sent is discarded', async () => {
    await finish('t1')
    await finish('t2')
    expect(await screen.findByText('2 changes waiting')).toBeTruthy()
    const first = await card('Complete the task “Light the harbour”')
    fireEvent.click(within(first).getByRole('button', { name: 'Discard' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(replica.outbox.entries).toHaveLength(1))
    expect(nation.sent).toEqual([])
  })

  it('show mine and theirs where another administrator was first; theirs is taken', async () => {
    await loseRace()
    expect(await screen.findByText('1 change to decide')).toBeTruthy()
    const rows = within(await screen.findByRole('table', { name: 'Mine and theirs' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'FieldYou sawTheirsWith mine',
      'TitleLight the harbourLight the pierLight the pier',
      'Statusopenopencompleted',
      'Completed at––Thu 1 Jan, 00:00 UTC',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Take theirs' }))
    expect(await screen.findByRole('heading', { name: 'No changes waiting' })).toBeTruthy()
    expect(nation.sent).toEqual([])
  })

  it.each([
    ['is not there any more', null, 'This task is gone. There is nothing left to change.'],
    [
      'was deleted by another administrator',
      { id: 'b1', message: 'Hear.', type: 'info', deletedAt: 5, deletedBy: 'm2' },
      'Citizen 2 has deleted this broadcast. There is nothing left to change.',
    ],
  ])('say that their row %s, and offer nothing that changes nothing', async (_, theirs, words) => {
    nation.before = (call) => {
      if (call === 'run') throw new Refused(409, 'command_conflict', { theirs: JSON.stringify(theirs) })
    }
    if (theirs === null) await finish('t1')
    else await queue('broadcast.delete', { messageId: 'b1' })
    await replica.round()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send mine again' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Let it go' }))
    expect(await screen.findByRole('heading', { name: 'No changes waiting' })).toBeTruthy()
    expect(nation.sent).toEqual([])
  })

  it('for another nation say so, and may be discarded, also where they were sent to it', async () => {
    nation.before = (call) => {
      if (call === 'run') throw noNetwork()
    }
    await finish('t1')
    await replica.round()
    nation.id = 'nation-two'
    await replica.round()
    expect(await screen.findByText(/^Another nation answers at this address now/)).toBeTruthy()
    expect(await screen.findByText(/^1 change for the nation that was at this address before/)).toBeTruthy()
    expect(screen.queryByText('1 change waiting')).toBeNull()
    expect(await screen.findByText(/is not sent to this one\.$/, { selector: 'article p' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
    expect(await screen.findByRole('heading', { name: 'No changes waiting' })).toBeTruthy()
  })

  it('are sent again under a new key', async () => {
    await loseRace()
    const lost = replica.outbox.entries[0]?.key
    fireEvent.click(await screen.findByRole('button', { name: 'Send mine again' }))
    await waitFor(() => expect(replica.outbox.entries[0]?.state.is).toBe('waiting'))
    await replica.round()
    expect(await screen.findByRole('heading', { name: 'No changes waiting' })).toBeTruthy()
    expect(nation.sent).toHaveLength(1)
    expect(nation.sent).not.toContain(lost)
  })

  it('say why one could not be done just now, and let it be discarded where nothing was done', async () => {
    nation.before = (call) => {
      if (call === 'run') throw new Refused(503, 'feature_off')
    }
    await finish('t1')
    await replica.round()
    expect(await screen.findByText(/could not do this: feature_off It is sent again automatically/)).toBeTruthy()
    expect(screen.queryByText(/no answer yet/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
    expect(await screen.findByRole('heading', { name: 'No changes waiting' })).toBeTruthy()
  })

  it('say why one was refused', async () => {
    nation.before = (call) => {
      if (call === 'run') throw new Refused(400, 'citizen_not_found')
    }
    await finish('t1')
    await replica.round()
    expect(await screen.findByText('citizen_not_found')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Let it go' }))
    expect(await screen.findByRole('heading', { name: 'No changes waiting' })).toBeTruthy()
  })
})

describe('the search over everything', () => {
  const open = () => fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  const field = () => screen.findByRole('combobox', { name: 'Search everything' })

  it('opens by Ctrl+K, finds pages and rows, and is walked by arrow keys', async () => {
    open()
    fireEvent.change(await field(), { target: { value: 'harbour' } })
    const option = await screen.findByRole('option', { name: /Light the harbour/ })
    expect(option.getAttribute('aria-selected')).toBe('true')
    fireEvent.change(await field(), { target: { value: 'b' } })
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(2))
    fireEvent.keyDown(await field(), { key: 'ArrowDown' })
    expect(screen.getAllByRole('option').map((one) => one.getAttribute('aria-selected'))[1]).toBe('true')
    fireEvent.keyDown(await field(), { key: 'ArrowUp' })
    fireEvent.keyDown(await field(), { key: 'ArrowUp' })
    expect(screen.getAllByRole('option').at(-1)?.getAttribute('aria-selected')).toBe('true')
  })

  it('closes by Escape, each time', async () => {
    for (const query of ['harbour', 'citizen']) {
      open()
      fireEvent.change(await field(), { target: { value: query } })
      await screen.findAllByRole('option')
      fireEvent.keyDown(await field(), { key: 'Escape' })
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it('says that it found nothing', async () => {
    open()
    fireEvent.change(await field(), { target: { value: 'zzzz' } })
    expect(await screen.findByText('Nothing found. Try fewer words, or a part of one.')).toBeTruthy()
  })
})
