import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Entry, Replica, ReplicaState } from '../../../lib/replica'
import { App } from '../../../app/App'
import { Confirmations } from '../../../ui'
import { usePanel } from '../panel-session'
import { askToGoBack, askToLeave } from './ask-to-leave'
import { none, useReplica } from './use-replica'

afterEach(() => {
  useReplica.setState(none)
  usePanel.setState({ adminId: null })
})

it.each([
  [2, 0, '2 changes were not sent yet.'],
  [0, 1, '1 change of another administrator was not sent yet.'],
  [1, 3, '1 change of yours and 3 changes of another administrator were not sent yet.'],
])(
  'Whoever leaves with %i changes of their own and %i of another is asked about all of them',
  async (own, others, said) => {
    usePanel.setState({ adminId: 'alma' })
    useReplica.setState({
      entries: Array.from({ length: own }, () => ({}) as Entry),
      state: { otherEntries: others } as ReplicaState,
    })
    render(
      <App>
        <Confirmations />
      </App>,
    )
    const answer = askToLeave()
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain(said)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(await answer).toBe(false)
    expect(usePanel.getState().adminId).toBe('alma')
  },
)

it('Who has sent everything leaves without a question', async () => {
  useReplica.setState({ state: { otherEntries: 0 } as ReplicaState })
  expect(await askToLeave()).toBe(true)
})

it('Who goes back from a copy that another key keeps in memory is asked about what waits, and stays signed in', async () => {
  usePanel.setState({ adminId: 'alma' })
  const state = { notice: 'wrongKey', otherEntries: 0 } as ReplicaState
  useReplica.setState({ replica: {} as Replica, entries: [{} as Entry], state })
  render(
    <App>
      <Confirmations />
    </App>,
  )
  const answer = askToGoBack()
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('1 change was not sent yet. Unsent changes are only in memory')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Go back and lose them' }))
  expect(await answer).toBe(true)
  expect(usePanel.getState().adminId).toBe('alma')
  useReplica.setState({ state: { ...state, notice: null } })
  expect(await askToGoBack()).toBe(true)
})
