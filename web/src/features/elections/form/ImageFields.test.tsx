import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnProfile } from '../../../lib/session/session'
import { fakeNation } from '../../../testing/fake-nation'
import { HeldRequest } from '../../../testing/held-request'
import { NationTheme } from '../../../ui'
import { emptyDraft } from './draft'
import type { Draft } from './draft'
import { ImageFields } from './ImageFields'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', HeldRequest))
afterEach(() => vi.unstubAllGlobals())

const numeral = () => document.querySelector('[class*="numeral"]')?.textContent

function open(draft: Partial<Draft> = {}) {
  const change = vi.fn()
  const answer = fakeNation({ now: NOW, as: 'citizen' }).handle('POST', '/api/auth/refresh', '{}')
  const { user } = answer.body as { user: OwnProfile }
  render(
    <NationTheme env="test">
      <ImageFields
        user={user}
        draft={{ ...emptyDraft, ...draft }}
        problems={{}}
        change={change}
        onBusy={() => undefined}
      />
    </NationTheme>,
  )
  return change
}

describe('the pictures of a candidacy', () => {
  it.each([
    ['Upload profile picture', 'profile', 'profilePicture'],
    ['Upload banner image', 'banner', 'bannerImage'],
  ])('are uploaded, each for what it is (%s)', async (label, preset, field) => {
    const change = open()
    const file = new File([new Uint8Array(4)], 'me.png', { type: 'image/png' })
    await act(
      async () =>
        void fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { files: [file] } }),
    )
    await vi.waitFor(() => expect(HeldRequest.last?.sent?.get('preset')).toBe(preset), { timeout: 15_000 })
    await act(async () => HeldRequest.last.answer(200, JSON.stringify({ secure_url: '/media/a.webp' })))
    expect(change).toHaveBeenCalledWith({ [field]: '/media/a.webp' })
  })

  it('are previewed as the chosen office’s, and before that as no office’s', () => {
    open()
    expect(numeral()).toBeUndefined()
    cleanup()
    open({ position: 'minister_creativity' })
    expect(numeral()).toBe('5')
  })

  it('can be left out again', () => {
    const change = open({ bannerImage: '/media/b.webp' })
    expect(screen.queryByRole('button', { name: 'Remove profile picture' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Remove banner image' }))
    expect(change).toHaveBeenCalledWith({ bannerImage: '' })
  })
})
