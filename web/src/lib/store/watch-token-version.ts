import { call } from '../api/client'
import { queryClient } from '../query/query'
import { followTokenVersion } from './token-version'

/** Asks the nation for its token's version, and follows it. A nation that does not answer changes nothing. */
export async function watchTokenVersion(): Promise<void> {
  try {
    const { token } = await queryClient.fetchQuery({
      queryKey: ['system.settings', {}],
      queryFn: () => call('system.settings', {}),
    })
    followTokenVersion(token.version)
  } catch {
    // The next load asks again.
  }
}
