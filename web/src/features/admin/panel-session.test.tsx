import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query/query'
import { useAdminChat } from '../messenger'
import { endPanel, panelCall, panelMeta, usePanel, usePanelCall, usePanelPages } from './panel-session'

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children)

it('What the panel read is deleted with its session, whatever it was; what a citizen read stays', async () => {
  queryClient.clear()
  usePanel.setState({ token: 'token' })
  const page = { success: true, candidates: [], messages: [], hasOlder: false, nextCursor: null }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(page)))
  queryClient.setQueryData(['polls.list', {}], page)
  const { unmount } = renderHook(
    () => [
      usePanelPages('candidates.list', { from: 'panel' }, () => panelCall('candidates.list', {}) as Promise<never>),
      usePanelCall('candidates.mine', {}, 60_000),
      useAdminChat(() => panelCall('admin-chat.get-messages', {}), 60_000, panelMeta).pages,
    ],
    { wrapper },
  )
  const read = () =>
    queryClient
      .getQueryCache()
      .findAll()
      // That the newest page was looked for: it holds no answer.
      .filter(({ queryKey, state }) => state.status === 'success' && queryKey[0] !== 'admin-chat.newest')
      .map(({ queryKey }) => String(queryKey[0]))
      .toSorted()
  await waitFor(() =>
    expect(read()).toEqual(['admin-chat.get-messages', 'candidates.list', 'candidates.mine', 'polls.list']),
  )
  unmount()
  endPanel(true)
  expect(read()).toEqual(['polls.list'])
})
