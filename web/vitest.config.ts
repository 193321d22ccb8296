import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'

/**
 * Files that each need a process and module registry of their own: they load the app again, replace a part of it, run before it starts,
 * or count all requests (a page of another file may repeat one a second later).
 */
export const apart = [
  'src/app/first-view.test.tsx',
  'src/features/home/map/celebration.test.ts',
  'src/features/interviews/interviews.test.tsx',
  'src/features/rules/rules.test.tsx',
  'src/lib/api/client.test.ts',
  'src/lib/live/live.test.ts',
]

/** The list of failures names values, not only their kinds: a rare failure is understood from one report. */
export const chaiConfig = { truncateThreshold: 1_000 }

/** What is polled for may take long on a busy machine. vitest's own second is as long as the hub's interval without Redis. */
export const expectation = { poll: { timeout: 10_000 } }

export const shared = {
  chaiConfig,
  expect: expectation,
  environment: 'happy-dom',
  testTimeout: 40_000,
  setupFiles: ['src/testing/setup.ts'],
  pool: 'forks' as const,
  // Screens are made and dropped by the thousand: a larger nursery halves the garbage collector's share.
  execArgv: ['--max-semi-space-size=64'],
}

/**
 * The app is loaded once, and not for each of a hundred files: that was two thirds of the time. What a test leaves behind is put
 * back in setup.ts.
 */
export default defineProject({
  plugins: [react()],
  test: {
    ...shared,
    name: 'web',
    // The console's own pages are drawn with the same parts.
    include: ['src/**/*.test.{ts,tsx}', 'scripts/*.test.ts', '../desktop/src/renderer/**/*.test.tsx'],
    exclude: apart,
    isolate: false,
  },
})
