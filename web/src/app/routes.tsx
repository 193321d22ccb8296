import type { RouteObject } from 'react-router-dom'
import { admin } from '../features/admin/feature'
import { bank } from '../features/bank/feature'
import { citizens } from '../features/citizens/feature'
import { dashboard } from '../features/dashboard/feature'
import { elections } from '../features/elections/feature'
import { gazette } from '../features/gazette/feature'
import { government } from '../features/government/feature'
import { interviews } from '../features/interviews/feature'
import { messenger } from '../features/messenger/feature'
import { participation } from '../features/participation/feature'
import { polls } from '../features/polls/feature'
import { rules } from '../features/rules/feature'
import { Home } from '../features/home'
import type { Feature } from '../lib/feature'

const screenAt = ([path, load]: [path: string, load: Feature['screens'][string]]): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
})

/** All screens. Each one's code is loaded when it is first visited; home's is small and comes along at once. */
export const screens: RouteObject[] = [
  { index: true, Component: Home },
  ...[
    elections,
    government,
    gazette,
    bank,
    rules,
    polls,
    participation,
    interviews,
    messenger,
    dashboard,
    admin,
    citizens,
  ]
    .flatMap((feature: Feature) => Object.entries(feature.screens))
    .map(screenAt),
  // Not in a built client: the condition is settled at build time.
  ...(import.meta.env.DEV ? [screenAt(['dev/gallery', () => import('./gallery/Gallery')])] : []),
  screenAt(['*', () => import('./NotFound')]),
]
