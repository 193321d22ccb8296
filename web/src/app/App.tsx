import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router-dom'
import type { createBrowserRouter } from 'react-router-dom'
import { queryClient } from '../lib/query/query'
import { serverNow } from '../lib/server-time'
import { ClockProvider, NationTheme } from '../ui'

/** Everything that surrounds a screen: looks, time, cache, router. */
export function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  return (
    <NationTheme>
      <ClockProvider clock={serverNow}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ClockProvider>
    </NationTheme>
  )
}
