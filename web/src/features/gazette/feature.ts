import type { Feature } from '../../lib/feature'

/** The gazette. */
export const gazette = {
  screens: {
    gazette: () => import('./GazettePage'),
    'gazette/:number': () => import('./EntryPage'),
  },
  to: '/gazette',
  footer: 'Gazette',
} satisfies Feature
