import type { Feature } from '../../lib/feature'

/** The home page. Its screen is no part of this list: it comes with the app's first code. */
export const home = {
  screens: {},
  to: '/',
  label: 'HOME',
  waits: 'home',
} satisfies Feature
