import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { Hero } from '../features/home/Hero'
import { queryClient } from '../lib/query/query'
import { NationTheme } from '../ui'
import { Header } from './Header'

/** The home page's first view as markup, put into the served page at build time: seen before any script has run. */
export function renderFirstView(): string {
  const markup = renderToString(
    <div className="first-view">
      <NationTheme>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter>
            <Header />
            <main>
              <Hero />
            </main>
          </MemoryRouter>
        </QueryClientProvider>
      </NationTheme>
    </div>,
  )
  // The header is seen on every route until the script runs: it must not claim that this is the home page.
  return markup.replaceAll(' aria-current="page"', '')
}
