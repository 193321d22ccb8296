import type { Feature } from '../../lib/feature'

/** The government and its offices. */
export const government = {
  screens: {
    'gov-staff': () => import('./GovStaff'),
    'gov-official/:officialId': () => import('./official/OfficialPage'),
    'office/:office': () => import('./office/OfficePage'),
  },
  to: '/gov-staff',
  label: 'GOV STAFF',
  footer: 'Government',
} satisfies Feature
