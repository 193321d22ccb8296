import type { Feature } from '../../lib/feature'

/** The elections. */
export const elections = {
  screens: {
    elections: () => import('./hub/ElectionsHub'),
    'elections/create-profile': () => import('./create/CreateProfile'),
    'elections/ballot/done': () => import('./ballot/BallotDone'),
    'elections/ballot/:office': () => import('./ballot/BallotPage'),
    'elections/edit-profile/:candidateId?': () => import('./edit/EditProfile'),
    'elections/candidate/:candidateId': () => import('./candidate/CandidatePage'),
    'elections/results/:electionId': () => import('./results/ResultsPage'),
  },
  to: '/elections',
  label: 'Elections',
  footer: 'Elections',
  waits: 'elections',
} satisfies Feature
