import { call } from '../../lib/api/client'
import { useFirstFound } from '../../lib/query/use-first-found'

/** At most ten citizens to write to, by name or handle; nobody for an empty text. */
export const useFoundUsers = (query: string) =>
  useFirstFound(
    'messenger.search-users',
    { query },
    {
      load: (cursor, signal) => call('messenger.search-users', { query, cursor }, { signal }),
      of: ({ users }) => users,
      most: 10,
      enabled: query !== '',
    },
  )
