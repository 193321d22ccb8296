import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { App } from '../../../app/App'
import { SearchableMemory } from '../../../lib/replica'
import { openReplicas, SmallNation, someMembers, TestDisk } from '../../../lib/replica/testing'
import { usePanel } from '../panel-session'
import { ReplicaTables } from './ReplicaTables'
import { none, useReplica } from './use-replica'
import RecordTab from './RecordTab'

const replicas = openReplicas()

const payment = (n: number, payee: string) => ({
  id: `p${n}`,
  ...{ cycle: n, office: 'secretary', payee, amountCents: '125000', heldMs: 604_800_000, bookedAt: n },
  ...{ seal: 'x', paidAt: null, rail: null, reference: null },
})

const entry = (n: number, sentence: unknown[]) => ({ id: String(n), kind: 'panel', at: n, sentence })

beforeEach(async () => {
  usePanel.setState({ token: null, adminId: null, ended: false })
  const nation = new SmallNation()
  nation.put('members', ...someMembers(3))
  nation.put('payments', payment(1, 'm1'), payment(2, 'm2'), payment(3, 'gone'))
  nation.put('cycles')
  nation.put('audit', entry(1, [{ is: 'person', id: 'm1' }, ' opened the panel.']), entry(2, ['Something else.']))
  const memory = new SearchableMemory()
  const replica = await replicas.open(new TestDisk(), nation, { memory })
  await replica.round()
  const { state, outbox } = replica
  useReplica.setState({ ready: true, replica, memory, state, entries: outbox.entries, version: 1 })
})

afterEach(() => {
  replicas.close()
  useReplica.setState(none)
})

const show = (content: React.ReactNode, at = '/admin') =>
  render(
    <App>
      <MemoryRouter initialEntries={[at]}>{content}</MemoryRouter>
    </App>,
  )

const lines = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('link')
    .map((line) => line.textContent)

describe('tables of the copy', () => {
  it('are listed from the newest on, with names as the copy has them', async () => {
    show(<ReplicaTables tables={['payments', 'cycles']} />)
    expect(await lines('Salary payments')).toEqual([
      'A former citizen: $1,250.00Secretary of State, cycle 3',
      'Citizen 2: $1,250.00Secretary of State, cycle 2',
      'Citizen 1: $1,250.00Secretary of State, cycle 1',
    ])
    expect(screen.getByText('3 in the copy')).toBeTruthy()
  })

  it('are searched, and say when nothing is found, and when there is nothing', async () => {
    show(<ReplicaTables tables={['payments', 'cycles']} />)
    const field = () => screen.getByRole('searchbox')
    fireEvent.change(field(), { target: { value: 'citizen 2' } })
    await waitFor(async () => expect(await lines('Salary payments')).toHaveLength(1))
    expect(screen.getByText('1 of 3 in the copy')).toBeTruthy()
    fireEvent.change(field(), { target: { value: 'zzzz' } })
    expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Salary cycles' }))
    expect(await screen.findByRole('heading', { name: 'No salary cycle has ended yet' })).toBeTruthy()
  })

  it('have entries as sentences', async () => {
    show(<ReplicaTables tables={['audit']} />)
    const [newest, first] = await lines('Audit')
    expect(newest).toContain('Something else.')
    expect(first).toContain('Citizen 1 opened the panel.')
  })

  it('lead to the gate, for what changes them', async () => {
    show(<ReplicaTables tables={['payments']} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in to the panel' }))
    expect(await screen.findByRole('heading', { name: 'Super Admin Access' })).toBeTruthy()
  })
})

describe('a record of the copy', () => {
  it('has its fields in words, and leads to the citizen whom it names', async () => {
    show(<RecordTab />, '/admin?tab=record&table=payments&id=p2')
    expect(await screen.findByRole('heading', { name: 'Citizen 2: $1,250.00' })).toBeTruthy()
    const fields = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
    expect(fields).toContain('Amount: $1,250.00')
    expect(fields).toContain('Office: Secretary of State')
    expect(fields).toContain('Paid at: –')
    const payee = screen.getByRole('link', { name: 'Citizen 2' })
    expect(payee.getAttribute('href')).toBe('/admin?tab=record&table=members&id=m2')
  })

  it.each(['table=payments&id=nobody', 'table=nothing&id=p2', 'id=p2', ''])(
    'says that it is not there: %s',
    (asked) => {
      show(<RecordTab />, `/admin?tab=record&${asked}`)
      expect(screen.getByRole('heading', { name: 'Not in the copy' })).toBeTruthy()
    },
  )
})
