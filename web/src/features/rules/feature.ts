import type { Feature } from '../../lib/feature'

/** The constitution. */
export const rules = {
  screens: { rules: () => import('./Rules') },
  to: '/rules',
  label: 'RULES',
  footer: 'Constitution',
} satisfies Feature
