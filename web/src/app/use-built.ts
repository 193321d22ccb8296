import { useOutletContext } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { isBuilt } from './navigation'

/** Answers whether a screen stands at an address: no link leads to one that is not built yet. For use inside of screens. */
export function useBuilt(): (to: string) => boolean {
  const screens = useOutletContext<readonly RouteObject[] | undefined>() ?? []
  return (to) => isBuilt(to, screens)
}
