import type { Feature } from '../../lib/feature'

/** The bank. */
export const bank = {
  screens: { bank: () => import('./BankPage') },
  to: '/bank',
  label: 'BANK',
} satisfies Feature
