import { createContext, use } from 'react'
import { matchRoutes } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'

/** The screens that the frame offers: those that are built and switched on. */
export const OpenScreens = createContext<readonly RouteObject[]>([])

const addresses = new WeakMap<readonly RouteObject[], ReadonlySet<string>>()

/** The addresses without parameters: most links lead to one, and the router ranks all its routes for each question. */
function addressesOf(screens: readonly RouteObject[]): ReadonlySet<string> {
  const known = addresses.get(screens) ?? new Set(screens.flatMap(({ path }) => path ?? []))
  addresses.set(screens, known)
  return known
}

/** Whether a screen stands at an address; the page that says 'not found' is none. */
export function isBuilt(to: string, screens: readonly RouteObject[]): boolean {
  if (to !== '*' && addressesOf(screens).has(to)) return true
  const route = matchRoutes([...screens], to)?.at(-1)?.route
  return route !== undefined && route.path !== '*'
}

/** Answers whether a screen stands at an address: no link leads to one that is not built or is switched off. */
export function useBuilt(): (to: string) => boolean {
  const screens = use(OpenScreens)
  return (to) => isBuilt(to, screens)
}
