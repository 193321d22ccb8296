import { typesOf } from '@nation/domain/media'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HeldRequest } from '../../testing/held-request'
import { NationTheme } from '../../ui'
import { ImageUpload } from './ImageUpload'
import { problemOf, uploadFile } from './upload'

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', HeldRequest))
afterEach(() => vi.unstubAllGlobals())

const png = (size = 4) => new File([new Uint8Array(size)], 'me.png', { type: 'image/png' })

function open(onUploaded: (uploaded: { secure_url: string }) => Promise<void> | void = () => {}) {
  render(
    <NationTheme env="test">
      <ImageUpload label="Upload picture" preset="profile" onUploaded={onUploaded} />
    </NationTheme>,
  )
  return document.querySelector<HTMLInputElement>('input[type=file]')!
}

async function choose(input: HTMLInputElement, file: File): Promise<void> {
  await act(async () => {
    fireEvent.change(input, { target: { files: [file] } })
    await Promise.resolve()
  })
}

const started = () => vi.waitFor(() => expect(HeldRequest.last?.sent).toBeTruthy(), { timeout: 15_000 })
const problem = () => screen.getByRole('alert').textContent

describe('a file', () => {
  it('is refused before it is sent when it is no picture, or too large', () => {
    expect(problemOf({ type: 'image/svg+xml', size: 1 }, typesOf('profile'))).toBe(
      'Invalid file type. Please upload a JPEG, PNG, GIF, or WebP image.',
    )
    expect(problemOf({ type: 'application/pdf', size: 1 }, typesOf('banner'))).toMatch(/^Invalid file type/)
    expect(problemOf({ type: 'application/pdf', size: 1 }, typesOf('attachment'))).toBeNull()
    expect(problemOf({ type: 'image/webp', size: 10 * 1024 * 1024 }, typesOf('profile'))).toBeNull()
    expect(problemOf({ type: 'image/webp', size: 10 * 1024 * 1024 + 1 }, typesOf('profile'))).toBe(
      'File too large. Maximum size is 10MB.',
    )
  })
})

describe('the upload field', () => {
  it('says what it takes and how large a portrait is best', () => {
    open()
    expect(screen.getByText(/up to 10MB. 400x400 looks best/)).toBeTruthy()
  })

  it('sends the preset before the file, tells how far it is, and hands on what was stored', async () => {
    const onUploaded = vi.fn()
    await choose(open(onUploaded), png())
    await started()
    expect([...HeldRequest.last.sent!.keys()]).toEqual(['preset', 'file'])
    expect(HeldRequest.last.open).toHaveBeenCalledWith('POST', '/api/media/upload')
    act(() => HeldRequest.last.progress(30, 100))
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30')
    await act(async () => HeldRequest.last.answer(200, JSON.stringify({ success: true, secure_url: '/media/a.webp' })))
    expect(onUploaded).toHaveBeenCalledWith(expect.objectContaining({ secure_url: '/media/a.webp' }))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('takes a dropped file as well', async () => {
    const input = open()
    const field = input.closest('div')!.parentElement!.parentElement!
    await act(async () => void fireEvent.drop(field, { dataTransfer: { files: [png()] } }))
    await started()
    expect(HeldRequest.last.sent!.get('file')).toBeInstanceOf(File)
  })

  it('can be cancelled, and complains of nothing then', async () => {
    await choose(open(), png())
    await started()
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancel upload' })))
    expect(screen.getByRole('button', { name: 'Upload picture' })).toBeTruthy()
    expect(problem()).toBe('')
  })

  it('can be cancelled when all was sent and no answer comes, and not once the file is stored', async () => {
    let stored = () => {}
    const input = open(() => new Promise((resolve) => (stored = resolve)))
    const cancel = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel upload' })
    await choose(input, png())
    await started()
    act(() => HeldRequest.last.progress(4, 4))
    expect(cancel().disabled).toBe(false)
    await act(async () => HeldRequest.last.answer(200, JSON.stringify({ secure_url: '/media/a.webp' })))
    expect(cancel().disabled).toBe(true)
    await act(async () => stored())
    expect(screen.getByRole('button', { name: 'Upload picture' })).toBeTruthy()
  })

  it('gives up an upload that stands still for a minute, or is not answered', async () => {
    const input = open()
    await choose(input, png())
    await started()
    vi.useFakeTimers()
    act(() => HeldRequest.last.progress(1, 4))
    vi.advanceTimersByTime(59_000)
    act(() => HeldRequest.last.progress(4, 4))
    await act(() => vi.advanceTimersByTimeAsync(59_000))
    expect(screen.getByRole('progressbar')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    vi.useRealTimers()
    expect(problem()).toBe('Network error during upload')
    expect(screen.getByRole('button', { name: 'Upload picture' })).toBeTruthy()
  })

  it('sends nothing when it is cancelled before its token is there', async () => {
    const before = HeldRequest.last
    const control = new AbortController()
    const upload = uploadFile({ file: png(), preset: 'profile', onProgress: () => {}, signal: control.signal })
    control.abort()
    await expect(upload).rejects.toMatchObject({ cancelled: true })
    expect(HeldRequest.last).toBe(before)
  })

  it.each([
    ['Network error during upload', () => HeldRequest.last.dispatchEvent(new Event('error'))],
    ['Upload failed', () => HeldRequest.last.answer(502, '<html>Bad gateway</html>')],
    ['Invalid response from upload service', () => HeldRequest.last.answer(200, '{"success":true}')],
    ['Invalid response from upload service', () => HeldRequest.last.answer(200, 'thanks')],
    [
      'File too large. Maximum size is 10MB.',
      () =>
        HeldRequest.last.answer(
          413,
          JSON.stringify({ error: 'File too large. Maximum size is 10MB.', code: 'file_too_large' }),
        ),
    ],
  ])('says "%s"', async (words, happens) => {
    await choose(open(), png())
    await started()
    await act(async () => void happens())
    expect(problem()).toBe(words)
  })

  it('shows what its owner could not do with the file', async () => {
    await choose(
      open(() => Promise.reject(new Error('Failed to update profile picture'))),
      png(),
    )
    await started()
    await act(async () => HeldRequest.last.answer(200, JSON.stringify({ secure_url: '/media/a.webp' })))
    expect(problem()).toBe('Failed to update profile picture')
  })
})
