/** Whom the list of members shows. */
export const filters = [
  { id: 'all', label: 'All' },
  { id: 'admins', label: 'Administrators' },
  { id: 'moderators', label: 'Moderators' },
  { id: 'government', label: 'Government' },
] as const

export type Filter = (typeof filters)[number]['id']

/** Which members are searched for. */
export interface Sought {
  /** A name, a handle, or a part of one; empty for all. */
  readonly query: string
  readonly filter: Filter
}
