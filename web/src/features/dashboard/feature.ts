import type { Feature } from '../../lib/feature'

/** The dashboard of those who hold office. */
export const dashboard = {
  screens: { government: () => import('./Dashboard') },
} satisfies Feature
