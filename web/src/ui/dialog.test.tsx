import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { confirmDeletion, useConfirm } from './confirm/confirm'
import { Confirmations } from './confirm/Confirmations'
import { Dialog, DialogCancel } from './Dialog'
import { NationTheme } from './theme/NationTheme'

function Form({ onClose }: { onClose: () => void }) {
  const [text, write] = useState('')
  return (
    <Dialog title="A form" onClose={onClose} unsaved={text !== ''}>
      <input aria-label="Text" data-autofocus value={text} onChange={(event) => write(event.currentTarget.value)} />
      <DialogCancel />
    </Dialog>
  )
}

function open(text: string) {
  const onClose = vi.fn()
  render(
    <NationTheme>
      <Form onClose={onClose} />
      <Confirmations />
    </NationTheme>,
  )
  const dialog = screen.getByRole('dialog', { name: 'A form' })
  fireEvent.change(within(dialog).getByLabelText('Text'), { target: { value: text } })
  return { dialog, onClose }
}

const beside = () => fireEvent.click(document.querySelector('.mantine-Modal-overlay')!)
const ways: [string, (dialog: HTMLElement) => unknown][] = [
  ['Escape', (dialog) => fireEvent.keyDown(within(dialog).getByLabelText('Text'), { key: 'Escape', code: 'Escape' })],
  ['the cross', (dialog) => fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))],
  ['Cancel', (dialog) => fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))],
]
const question = () => screen.findByRole('dialog', { name: 'Discard what you wrote?' })

describe('a dialog in which something was written', () => {
  it('stays when the page beside it is clicked; an untouched one closes', () => {
    const { onClose } = open('')
    beside()
    expect(onClose).toHaveBeenCalledTimes(1)
    fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Twenty questions' } })
    beside()
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('dialog', { name: 'Discard what you wrote?' })).toBeNull()
  })

  it.each(ways)('asks before %s closes it, and keeps what was written', async (_, leave) => {
    const { dialog, onClose } = open('Twenty questions')
    leave(dialog)
    fireEvent.click(within(await question()).getByRole('button', { name: 'Keep writing' }))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toEqual([dialog]))
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Twenty questions')
    leave(dialog)
    fireEvent.click(within(await question()).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })

  it.each(ways)('closes at once by %s while nothing was written', async (_, leave) => {
    const { dialog, onClose } = open('')
    leave(dialog)
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })
})

describe('a question before a deletion', () => {
  it('stays with its reason when the page beside it is clicked; one without a reason is cancelled', async () => {
    const ask = async () => {
      const answer = confirmDeletion({ title: 'Delete poll?', message: 'It is gone then.', confirm: 'Delete' })
      return { answer, reason: within(await screen.findByRole('dialog')).getByLabelText(/^Reason/) }
    }
    render(
      <NationTheme>
        <Confirmations />
      </NationTheme>,
    )
    const written = await ask()
    fireEvent.change(written.reason, { target: { value: 'Asked twice' } })
    beside()
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await written.answer).toEqual({ reason: 'Asked twice' })
    const untouched = await ask()
    beside()
    expect(await untouched.answer).toBeNull()
    expect(useConfirm.getState().asked).toBeNull()
  })
})
