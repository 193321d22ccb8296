import { matchRoutes } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'

export interface NavigationItem {
  readonly to: string
  readonly label: string
  /** What of a citizen's day waits at this destination. */
  readonly waits?: 'elections' | 'polls' | 'interviews'
  /** Destinations that unfold below this one. */
  readonly under?: readonly NavigationItem[]
}

/** The header's destinations, in the order of the requirements. */
export const headerItems: readonly NavigationItem[] = [
  { to: '/', label: 'HOME' },
  { to: '/rules', label: 'RULES' },
  {
    to: '/participation',
    label: 'PARTICIPATION',
    under: [
      { to: '/elections', label: 'Elections', waits: 'elections' },
      { to: '/vote', label: 'Vote Hub', waits: 'polls' },
      { to: '/interviews', label: 'Interviews', waits: 'interviews' },
    ],
  },
  { to: '/gov-staff', label: 'GOV STAFF' },
  { to: '/bank', label: 'BANK' },
  { to: '/messenger', label: 'MESSENGER' },
]

/** The footer's destinations. */
export const footerItems: readonly NavigationItem[] = [
  { to: '/rules', label: 'Constitution' },
  { to: '/gov-staff', label: 'Government' },
  { to: '/vote', label: 'Vote' },
  { to: '/elections', label: 'Elections' },
  { to: '/gazette', label: 'Gazette' },
]

/** Whether a screen stands at an address; the page that says 'not found' is none. */
export function isBuilt(to: string, screens: readonly RouteObject[]): boolean {
  const route = matchRoutes([...screens], to)?.at(-1)?.route
  return route !== undefined && route.path !== '*'
}

/** Those that lead somewhere: a destination appears once its screen is among the routes. */
export const builtOf = (items: readonly NavigationItem[], screens: readonly RouteObject[]): NavigationItem[] =>
  items.filter(({ to }) => isBuilt(to, screens))
