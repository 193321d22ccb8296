import type { Feature } from '../../lib/feature'

/** The panel. */
export const admin = {
  screens: { admin: () => import('./AdminPage') },
} satisfies Feature
