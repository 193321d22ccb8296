import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Replica } from '../../../lib/replica'
import type { NewCommand } from '../../../lib/replica/outbox'
import { queryClient } from '../../../lib/query/query'
import { NationTheme } from '../../../ui'
import { none, useReplica } from '../replica/use-replica'
import { BroadcastForm } from './BroadcastForm'

afterEach(() => useReplica.setState(none))

it('A broadcast that the console is still storing is not stored a second time by a second press', async () => {
  const commands: NewCommand[] = []
  let stored = () => {}
  const addCommand = (command: NewCommand) => {
    commands.push(command)
    return new Promise<void>((resolve) => (stored = resolve))
  }
  useReplica.setState({ ready: true, replica: { addCommand } as unknown as Replica })
  render(
    <QueryClientProvider client={queryClient}>
      <NationTheme env="test">
        <BroadcastForm />
      </NationTheme>
    </QueryClientProvider>,
  )
  const message = screen.getByLabelText<HTMLTextAreaElement>('Message')
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send broadcast' })
  fireEvent.change(message, { target: { value: 'The harbour is open.' } })
  fireEvent.click(send)
  expect(send.getAttribute('aria-disabled')).toBe('true')
  // Enter in a field presses the button.
  fireEvent.click(send)
  fireEvent.submit(screen.getByRole('form', { name: 'New broadcast' }))
  expect(commands).toHaveLength(1)
  await act(async () => stored())
  expect(message.value).toBe('')
  expect(send.getAttribute('aria-disabled')).not.toBe('true')
})
