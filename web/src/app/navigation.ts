import type { RouteObject } from 'react-router-dom'
import { bank } from '../features/bank/feature'
import { elections } from '../features/elections/feature'
import { gazette } from '../features/gazette/feature'
import { government } from '../features/government/feature'
import { home } from '../features/home/feature'
import { interviews } from '../features/interviews/feature'
import { messenger } from '../features/messenger/feature'
import { participation } from '../features/participation/feature'
import { polls } from '../features/polls/feature'
import { rules } from '../features/rules/feature'
import { isBuilt } from '../lib/built'
import type { Feature } from '../lib/feature'

/** A destination of the header or the footer. */
export interface NavigationItem extends Pick<Feature, 'waits'> {
  readonly to: string
  readonly label: string
  /** Destinations that unfold below this one. */
  readonly under?: readonly NavigationItem[]
}

/** The header's destinations, in the order of the requirements. */
export const headerItems: readonly NavigationItem[] = [
  home,
  rules,
  { ...participation, under: [elections, polls, interviews] },
  government,
  bank,
  messenger,
]

/** The footer's destinations. */
export const footerItems: readonly NavigationItem[] = [rules, government, polls, elections, gazette].map(
  ({ to, footer }) => ({ to, label: footer }),
)

/** Those that lead somewhere: a destination appears once its screen is among the routes. */
export const builtOf = (items: readonly NavigationItem[], screens: readonly RouteObject[]): NavigationItem[] =>
  items
    .filter(({ to }) => isBuilt(to, screens))
    .map((item) => (item.under ? { ...item, under: builtOf(item.under, screens) } : item))
