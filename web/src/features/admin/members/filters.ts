/** Whom the list of members shows. */
export const filters = [
  { id: 'all', label: 'All' },
  { id: 'admins', label: 'Administrators' },
  { id: 'moderators', label: 'Moderators' },
  { id: 'government', label: 'Government' },
] as const

export type Filter = (typeof filters)[number]['id']
