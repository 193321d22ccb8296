import type { Feature } from '../../lib/feature'

/** The interviews. */
export const interviews = {
  screens: {
    interviews: () => import('./list/InterviewsPage'),
    'interviews/:interviewId': () => import('./answer/InterviewPage'),
  },
  to: '/interviews',
  label: 'Interviews',
  waits: 'interviews',
} satisfies Feature
