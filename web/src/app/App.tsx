import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../lib/query/query'
import { storedColorScheme } from '../lib/store/color-scheme'
import { serverNow } from '../lib/server-time'
import { ClockProvider, NationTheme } from '../ui'

const colorScheme = storedColorScheme()

/** Everything that surrounds the routes: looks, time, cache. */
export function App({ children }: { children: ReactNode }) {
  return (
    <NationTheme colorScheme={colorScheme}>
      <ClockProvider clock={serverNow}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </ClockProvider>
    </NationTheme>
  )
}
