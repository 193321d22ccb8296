import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { App } from '../../../app/App'
import { expectFormErrors } from '../../../testing/expect-form-errors'
import { ReasonDialog } from './ReasonDialog'

const dialog = (initial: string, sent: string[], answer: { busy?: boolean; refusal?: string } = {}) => (
  <App>
    <ReasonDialog
      title="Resolve"
      label="What was done?"
      missing="Say what was done."
      initial={initial}
      limit={500}
      action="Resolve"
      busy={answer.busy ?? false}
      refusal={answer.refusal ?? null}
      onSend={(reason) => sent.push(reason)}
      onClose={() => undefined}
    />
  </App>
)

const field = () => screen.findByLabelText<HTMLTextAreaElement>('What was done?')

describe('a dialog that asks for a reason', () => {
  it('follows what is known until it is edited', async () => {
    const { rerender } = render(dialog('', []))
    expect((await field()).value).toBe('')
    rerender(dialog('The message was deleted.', []))
    expect((await field()).value).toBe('The message was deleted.')
    fireEvent.change(await field(), { target: { value: '' } })
    rerender(dialog('The message was deleted. Ada is muted.', []))
    expect((await field()).value).toBe('')
  })

  it('brings the focus back to the field where the reason is left out', async () => {
    const sent: string[] = []
    render(dialog('', sent))
    const written = await field()
    screen.getByRole('button', { name: 'Cancel' }).focus()
    fireEvent.submit(written.form!)
    expect(await screen.findByText('Say what was done.')).toBeTruthy()
    expect(document.activeElement).toBe(written)
    expect(sent).toEqual([])
  })
  it('brings the focus back to the field after each refusal', async () => {
    const { rerender } = render(dialog('Spam.', []))
    const written = await field()
    for (const refusal of ['They are muted already.', 'They are muted already.']) {
      fireEvent.submit(written.form!)
      screen.getByRole('button', { name: 'Cancel' }).focus()
      rerender(dialog('Spam.', [], { busy: true }))
      rerender(dialog('Spam.', [], { refusal }))
      await expectFormErrors(written.form!, ['What was done?', refusal])
    }
  })
})
