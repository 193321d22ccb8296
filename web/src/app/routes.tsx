import type { RouteObject } from 'react-router-dom'
import Home from '../features/home/Home'
import { RouteError } from './RouteError'
import { Shell } from './Shell'

const screen = (load: () => Promise<{ default: React.ComponentType }>) => async () => ({
  Component: (await load()).default,
})

/** All screens. Each one's code is loaded when it is first visited; home's is small and comes along at once. */
const screens: RouteObject[] = [
  { index: true, Component: Home },
  { path: 'elections', lazy: screen(() => import('../features/elections/hub/ElectionsHub')) },
  {
    path: 'elections/create-profile',
    lazy: screen(() => import('../features/elections/create/CreateProfile')),
  },
  { path: 'elections/ballot/done', lazy: screen(() => import('../features/elections/ballot/BallotDone')) },
  { path: 'elections/ballot/:office', lazy: screen(() => import('../features/elections/ballot/BallotPage')) },
  {
    path: 'elections/edit-profile/:candidateId?',
    lazy: screen(() => import('../features/elections/edit/EditProfile')),
  },
  {
    path: 'elections/candidate/:candidateId',
    lazy: screen(() => import('../features/elections/candidate/CandidatePage')),
  },
  {
    path: 'elections/results/:electionId',
    lazy: screen(() => import('../features/elections/results/ResultsPage')),
  },
  { path: 'gov-staff', lazy: screen(() => import('../features/government/GovStaff')) },
  {
    path: 'gov-official/:officialId',
    lazy: screen(() => import('../features/government/official/OfficialPage')),
  },
  { path: 'office/:office', lazy: screen(() => import('../features/government/office/OfficePage')) },
  { path: 'gazette', lazy: screen(() => import('../features/gazette/GazettePage')) },
  { path: 'gazette/:number', lazy: screen(() => import('../features/gazette/EntryPage')) },
  { path: 'bank', lazy: screen(() => import('../features/bank/BankPage')) },
  { path: 'rules', lazy: screen(() => import('../features/rules/Rules')) },
  { path: 'vote', lazy: screen(() => import('../features/polls/VoteHub')) },
  { path: 'participation', lazy: screen(() => import('../features/participation/Participation')) },
  { path: 'interviews', lazy: screen(() => import('../features/interviews/list/InterviewsPage')) },
  {
    path: 'interviews/:interviewId',
    lazy: screen(() => import('../features/interviews/answer/InterviewPage')),
  },
  { path: 'messenger/:first?/:second?', lazy: screen(() => import('../features/messenger/Messenger')) },
  { path: 'government', lazy: screen(() => import('../features/government/dashboard/Dashboard')) },
  { path: 'admin', lazy: screen(() => import('../features/admin/AdminPage')) },
  { path: 'profile', lazy: screen(() => import('../features/citizens/ProfilePage')) },
  { path: 'citizen/:number', lazy: screen(() => import('../features/citizens/page/CitizenPage')) },
  // Not in a built client: the condition is settled at build time.
  ...(import.meta.env.DEV ? [{ path: 'dev/gallery', lazy: screen(() => import('./gallery/Gallery')) }] : []),
  { path: '*', lazy: screen(() => import('./NotFound')) },
]

/** The screens inside their frame. */
export const routes: RouteObject[] = [
  {
    element: <Shell screens={screens} />,
    errorElement: <RouteError />,
    HydrateFallback: () => null,
    children: [
      {
        // A screen that breaks leaves header and footer standing.
        errorElement: <RouteError inShell />,
        children: screens,
      },
    ],
  },
]
