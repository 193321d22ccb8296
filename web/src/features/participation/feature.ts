import type { Feature } from '../../lib/feature'

/** What a citizen may take part in. */
export const participation = {
  screens: { participation: () => import('./Participation') },
  to: '/participation',
  label: 'PARTICIPATION',
} satisfies Feature
