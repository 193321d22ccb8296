import type { Feature } from '../../lib/feature'

/** The Vote Hub. */
export const polls = {
  screens: { vote: () => import('./VoteHub') },
  to: '/vote',
  label: 'Vote Hub',
  footer: 'Vote',
  waits: 'polls',
} satisfies Feature
