import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../../lib/query/query'
import { adminMessages } from '../../../testing/fake-admin-chat'
import { useAdminChat, type AdminMessage, type ReadAdminChat } from './use-admin-chat'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const PAGE = 10
let messages: AdminMessage[]
let asked: (number | undefined)[]

beforeEach(() => {
  queryClient.clear()
  messages = adminMessages(NOW, 25)
  asked = []
})

const load: ReadAdminChat = (input) => {
  const before = input.before === undefined ? undefined : Number(input.before)
  asked.push(before)
  const older = messages.filter(({ number }) => before === undefined || number < before)
  const shown = older.slice(-PAGE)
  return Promise.resolve({
    success: true,
    messages: shown,
    hasOlder: older.length > PAGE,
    hasNewer: false,
    lastNumber: messages.length,
    readNumber: 0,
  })
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const open = () => renderHook(() => useAdminChat(load, 30), { wrapper }).result
const more = (count: number) => {
  const from = messages.length
  messages = [...messages, ...adminMessages(NOW, from + count).slice(from)]
}
const numbers = (chat: { current: ReturnType<typeof useAdminChat> }) =>
  chat.current.messages.map(({ number }) => number)
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

it('reads the newest page alone again, however many are shown, and loses nothing between', async () => {
  const chat = open()
  await waitFor(() => expect(numbers(chat)).toEqual(upTo(16, 25)))
  await act(() => chat.current.pages.fetchNextPage())
  await waitFor(() => expect(numbers(chat)).toEqual(upTo(6, 25)))
  const before = asked.length
  more(4)
  messages[20] = { ...messages[20]!, content: '', deletedAt: NOW }
  await waitFor(() => expect(numbers(chat)).toEqual(upTo(6, 29)))
  expect(chat.current.messages.find(({ number }) => number === 21)?.deletedAt).toBe(NOW)
  await waitFor(() => expect(asked.length).toBeGreaterThan(before + 2))
  expect(asked.slice(before).filter((one) => one !== undefined)).toEqual([])
  await act(() => chat.current.pages.fetchNextPage())
  await waitFor(() => expect(numbers(chat)).toEqual(upTo(1, 29)))
})

it('reads everything anew where more came than a page holds', async () => {
  const chat = open()
  await waitFor(() => expect(numbers(chat)).toEqual(upTo(16, 25)))
  more(14)
  await waitFor(() => expect(numbers(chat)).toEqual(upTo(30, 39)))
  await act(() => chat.current.pages.fetchNextPage())
  await waitFor(() => expect(numbers(chat)).toEqual(upTo(20, 39)))
})

it('shows the first message where there was none', async () => {
  messages = []
  const chat = open()
  await waitFor(() => expect(chat.current.pages.isSuccess).toBe(true))
  more(1)
  await waitFor(() => expect(numbers(chat)).toEqual([1]))
})
