import type { Feature } from '../../lib/feature'

/** The messenger. */
export const messenger = {
  screens: { 'messenger/:first?/:second?': () => import('./Messenger') },
  to: '/messenger',
  label: 'MESSENGER',
  waits: 'messenger',
} satisfies Feature
