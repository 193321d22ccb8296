import type { Feature } from '../../lib/feature'

/** A citizen's own profile, and the public pages. */
export const citizens = {
  screens: {
    profile: () => import('./ProfilePage'),
    'citizen/:number': () => import('./page/CitizenPage'),
  },
} satisfies Feature
