/** Which elections the hub shows: the one that is open, those to come, or what is history. */
export type View = 'active' | 'upcoming' | 'past'

export const views: readonly { readonly id: View; readonly label: string; readonly to: string }[] = [
  { id: 'active', label: 'Active', to: '/elections' },
  { id: 'upcoming', label: 'Upcoming', to: '/elections?view=upcoming' },
  { id: 'past', label: 'Past', to: '/elections?view=past' },
]

/** The view that an address names. */
export function viewOf(parameters: URLSearchParams): View {
  const named = parameters.get('view')
  return named === 'upcoming' || named === 'past' ? named : 'active'
}
