import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { App } from '../../../app/App'
import { Confirmations } from '../../../ui'
import { SearchableMemory } from '../../../lib/replica'
import { aNation, openReplicas, Refused, TestDisk, type Replica, type SmallNation } from '../../../lib/replica/testing'
import { versionOf } from '../../../lib/replica/version'
import { SentMessage, type Sent } from '../broadcast/BroadcastList'
import { usePanel } from '../panel-session'
import RecordTab from './RecordTab'
import { none, useReplica } from './use-replica'

const replicas = openReplicas()
let nation: SmallNation
let replica: Replica

beforeEach(async () => {
  nation = aNation()
  const memory = new SearchableMemory()
  replica = await replicas.open(new TestDisk(), nation, { memory })
})

afterEach(() => {
  replicas.close()
  useReplica.setState(none)
})

async function shows(content: React.ReactNode, address = '/admin'): Promise<void> {
  await replica.round()
  const show = () =>
    useReplica.setState(({ version }) => ({
      ...{ ready: true, replica, state: replica.state, entries: replica.outbox.entries, version: version + 1 },
    }))
  show()
  replica.watch(show)
  render(
    <App>
      <MemoryRouter initialEntries={[address]}>
        {content}
        <Confirmations />
      </MemoryRouter>
    </App>,
  )
}

/** The server does a command only where it rests on the row as it is. */
function comparesVersions(table: 'tasks' | 'broadcasts', id: string): void {
  nation.runs = async ({ version }) => {
    const row = nation.tables.get(table)?.get(id) ?? null
    if (version !== (await versionOf(table, row)))
      throw new Refused(409, 'command_conflict', { theirs: JSON.stringify(row) })
    return { row, version }
  }
}

const confirmDeletion = async () =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))

it('A task that was answered while the question was open is not deleted with the answers', async () => {
  const task = { id: 't1', title: 'Light the harbour', status: 'open', responses: 0 }
  nation.put('tasks', task)
  comparesVersions('tasks', 't1')
  await shows(<RecordTab />, '/admin?tab=record&table=tasks&id=t1')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete task' }))
  await screen.findByRole('dialog')
  nation.put('tasks', { ...task, responses: 2 })
  await replica.round()
  await confirmDeletion()
  await waitFor(() => expect(replica.outbox.entries).toHaveLength(1))
  await replica.round()
  expect(replica.outbox.entries[0]?.state).toMatchObject({ is: 'conflict', theirs: { responses: 2 } })
})

it('A broadcast that was changed while the question was open is shown beside the deletion', async () => {
  const broadcast = { id: 'b1', message: 'Hear.', type: 'info', createdAt: 0, createdBy: 'Alma', endsAt: null }
  const asSeen = { ...broadcast, deletedAt: null, deletedBy: null }
  nation.put('broadcasts', asSeen)
  comparesVersions('broadcasts', 'b1')
  await shows(<SentMessage message={asSeen as unknown as Sent} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByRole('dialog')
  nation.put('broadcasts', { ...asSeen, type: 'urgent' })
  await replica.round()
  await confirmDeletion()
  await waitFor(() => expect(replica.outbox.entries).toHaveLength(1))
  await replica.round()
  expect(replica.outbox.entries[0]?.state).toMatchObject({ is: 'conflict', theirs: { type: 'urgent' } })
})

it('A candidacy is not offered for deletion to an administrator who stood for the same office in that election', async () => {
  const rival = { electionId: 'e1', position: 'secretary', citizen: 'ada', status: 'active', displayName: 'Ada' }
  const own = { ...rival, citizen: 'me', status: 'withdrawn', displayName: 'Mara' }
  nation.put('candidacies', { id: 'k1', ...rival })
  nation.put('candidacies', { id: 'k2', ...own })
  nation.put('candidacies', { id: 'k3', ...rival, position: 'president' })
  usePanel.setState({ adminId: 'me' })
  await shows(<RecordTab />, '/admin?tab=record&table=candidacies&id=k1')
  expect(await screen.findByText(/Another administrator has to decide on this candidacy/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete candidacy' })).toBeNull()
  cleanup()
  await shows(<RecordTab />, '/admin?tab=record&table=candidacies&id=k3')
  expect(await screen.findByRole('button', { name: 'Delete candidacy' })).toBeTruthy()
  usePanel.setState({ adminId: null })
})
