import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PagedList } from './PagedList'
import { NationTheme } from './theme/NationTheme'

const show = (items: readonly string[], hasNextPage: boolean, hasFailed = false) => {
  const fetchNextPage = vi.fn()
  const { rerender } = render(listOf(items, hasNextPage, hasFailed, fetchNextPage))
  return {
    fetchNextPage,
    grow: (more: readonly string[]) => rerender(listOf([...items, ...more], false, false, fetchNextPage)),
  }
}

function listOf(items: readonly string[], hasNextPage: boolean, hasFailed: boolean, fetchNextPage: () => void) {
  const asked = { isError: hasFailed, isFetchNextPageError: hasFailed, isFetching: false, isFetchingNextPage: false }
  const state = { ...asked, isPending: false, refetch: vi.fn() }
  return (
    <NationTheme>
      <main>
        <PagedList
          pages={{ ...state, hasNextPage, fetchNextPage }}
          items={items}
          label="Members"
          empty="No members found"
          failure="Too many requests."
          skeletons={{ count: 1, height: '1rem' }}
        >
          {(item) => <li key={item}>{item}</li>}
        </PagedList>
      </main>
    </NationTheme>
  )
}

it('A page that is empty and not the last one offers the next one, and does not say that there is nothing', () => {
  const { fetchNextPage } = show([], true)
  expect(screen.queryByText('No members found')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(fetchNextPage).toHaveBeenCalledOnce()
})

it('An empty last page says that there is nothing', () => {
  show([], false)
  expect(screen.queryByText('No members found')).not.toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

it('A next page that could not be read says why, beside what is there, and the same button tries again', () => {
  const { fetchNextPage } = show(['Ada'], true, true)
  expect(screen.getByText('Ada')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('More members could not be loaded. Too many requests.')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(fetchNextPage).toHaveBeenCalledOnce()
})

it('The last page takes the way to more away, and its first row has the focus', async () => {
  const { grow } = show(['Ada'], true)
  const more = screen.getByRole('button', { name: 'Show more' })
  more.focus()
  fireEvent.click(more)
  await act(async () => grow(['Grace', 'Hedy']))
  expect(document.activeElement).toBe(screen.getByText('Grace'))
})
