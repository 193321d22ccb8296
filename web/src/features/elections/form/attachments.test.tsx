import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeNation } from '../../../testing/fake-nation'
import { HeldRequest } from '../../../testing/held-request'
import { renderAt } from '../../../testing/render-at'
import { fileProblem } from './use-file-queue'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const stats = ['pdf', 'xlsx', 'png', 'jpg']

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', HeldRequest))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const file = (name: string, type = 'application/pdf') => new File([new Uint8Array(4)], name, { type })

async function standFor(position: string) {
  const rendered = renderAt('/elections/create-profile', fakeNation({ now: NOW, as: 'citizen' }), NOW)
  fireEvent.click(await screen.findByRole('radio', { name: position }))
  return rendered
}

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
const choose = (label: string, files: File[]) =>
  act(async () => void fireEvent.change(input(label), { target: { files } }))

/** Answers uploads one after the other, as the nation would. */
async function take(address: string) {
  const before = HeldRequest.last
  await act(async () => before.answer(200, JSON.stringify({ secure_url: address })))
}
const underWay = (name: string) =>
  waitFor(() => expect((HeldRequest.last?.sent?.get('file') as File | undefined)?.name).toBe(name))
const fileCount = (label: string) => screen.queryAllByRole('button', { name: new RegExp(`^Remove ${label}`) }).length

describe('a file for a requirement', () => {
  it('is of a kind that the requirement takes, and not too large', () => {
    expect(fileProblem({ type: 'application/pdf', size: 1 }, stats)).toBeNull()
    expect(fileProblem({ type: 'image/jpeg', size: 10 * 1024 * 1024 }, stats)).toBeNull()
    expect(fileProblem({ type: 'image/gif', size: 1 }, stats)).toBe(
      'Invalid file type. Please upload a PDF, XLSX, PNG or JPG file.',
    )
    expect(fileProblem({ type: 'image/jpeg', size: 10 * 1024 * 1024 + 1 }, stats)).toBe(
      'File too large. Maximum size is 10MB.',
    )
  })
})

describe('files on their way', () => {
  const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create' })
  const kindOf = (request: HeldRequest | undefined) => request?.sent?.get('preset')

  it('keep the form from leaving, pictures too, until the last of them is there', async () => {
    await standFor('Minister of Finance')
    expect(create().disabled).toBe(false)
    await choose('Upload profile picture', [file('me.png', 'image/png')])
    await waitFor(() => expect(kindOf(HeldRequest.last)).toBe('profile'))
    const portrait = HeldRequest.last
    expect(create().disabled).toBe(true)
    expect(screen.getByText('Files are still on their way.')).toBeTruthy()
    await choose('Upload banner image', [file('flag.png', 'image/png')])
    await waitFor(() => expect(kindOf(HeldRequest.last)).toBe('banner'))
    await take('/media/flag.webp')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove banner image' })).toBeTruthy())
    expect(create().disabled).toBe(true)
    await act(async () => portrait.answer(200, JSON.stringify({ secure_url: '/media/me.webp' })))
    await waitFor(() => expect(create().disabled).toBe(false))
  })
})

describe('the attachments of a candidacy', () => {
  it('are asked for by the position, each with what it takes', async () => {
    await standFor('Minister of Finance')
    expect(input('Upload PnLs & Stats').accept).toBe(
      'image/jpeg,image/png,application/pdf,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(screen.getByText(/PDF, XLSX, PNG or JPG, up to 10MB each. The latest 5 files are kept./)).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Minister of Creativity' }))
    expect(input('Upload Gallery').accept).toContain('video/mp4')
    fireEvent.click(screen.getByRole('radio', { name: 'President' }))
    expect(screen.queryByRole('heading', { name: 'Attachments' })).toBeNull()
  })

  it('are missed when they are required', async () => {
    await standFor('Minister of Finance')
    fireEvent.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('This attachment is required')).toBeTruthy()
    await choose('Upload PnLs & Stats', [file('books.pdf')])
    await underWay('books.pdf')
    await take('/media/uploads/books.pdf')
    await waitFor(() => expect(screen.queryByText('This attachment is required')).toBeNull())
  })

  it('are sent one after the other with their progress, and the latest five stay', async () => {
    await standFor('Minister of Finance')
    await choose(
      'Upload PnLs & Stats',
      ['1', '2', '3', '4', '5'].map((name) => file(`${name}.pdf`)),
    )
    await underWay('1.pdf')
    act(() => HeldRequest.last.progress(1, 4))
    expect(screen.getByRole('progressbar', { name: '1.pdf: sent' }).getAttribute('aria-valuenow')).toBe('25')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create' }).disabled).toBe(true)
    for (const name of ['1', '2', '3', '4', '5']) {
      await underWay(`${name}.pdf`)
      await take(`/media/uploads/${name}.pdf`)
    }
    await waitFor(() => expect(fileCount('PnLs & Stats')).toBe(5))
    await choose('Upload PnLs & Stats', [file('6.pdf')])
    await underWay('6.pdf')
    await take('/media/uploads/6.pdf')
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create' }).disabled).toBe(false))
    expect(fileCount('PnLs & Stats')).toBe(5)
    const [draft] = Object.entries(localStorage).filter(([key]) => key.startsWith('nation.draft.candidacy'))
    expect((JSON.parse(draft![1] as string) as { attachments: object }).attachments).toEqual({
      stats: ['2', '3', '4', '5', '6'].map((name) => `/media/uploads/${name}.pdf`),
    })
  })

  it('are refused one by one with the reason, and can be cancelled', async () => {
    await standFor('Minister of Finance')
    await choose('Upload PnLs & Stats', [file('moving.gif', 'image/gif'), file('books.pdf')])
    expect(screen.getByText('Invalid file type. Please upload a PDF, XLSX, PNG or JPG file.')).toBeTruthy()
    await underWay('books.pdf')
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancel books.pdf' })))
    const queue = within(screen.getByRole('list', { name: 'Files on their way' }))
    await waitFor(() => expect(queue.queryByText('books.pdf')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss moving.gif' }))
    expect(queue.queryByText('moving.gif')).toBeNull()
    expect(fileCount('PnLs & Stats')).toBe(0)
  })

  it('that wait their turn are not sent once the form is left', async () => {
    const { unmount } = await standFor('Minister of Finance')
    await choose('Upload PnLs & Stats', [file('1.pdf'), file('2.pdf'), file('3.pdf')])
    await underWay('1.pdf')
    const before = HeldRequest.last
    unmount()
    localStorage.clear()
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(HeldRequest.last).toBe(before)
    expect(localStorage).toHaveLength(0)
  })

  it('can be taken out again', async () => {
    await standFor('Minister of Creativity')
    await choose('Upload Gallery', [file('harbour.png', 'image/png')])
    await underWay('harbour.png')
    await take('/media/uploads/harbour.png')
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Gallery 1' }))
    expect(fileCount('Gallery')).toBe(0)
  })
})
