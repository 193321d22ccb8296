import { useEffect } from 'react'
import { log } from '../lib/log/log'
import { isMissingCode } from '../lib/missing-code'
import { ErrorScreen } from './ErrorScreen'
import { MissingScreen } from './MissingCode'

/** What a route shows when its screen breaks. React does not see code that does not come: that is written down here. */
export function RouteError({ error, inShell = false }: { error: unknown; inShell?: boolean }) {
  useEffect(() => log.error('A screen could not be shown', error), [error])
  return isMissingCode(error) ? <MissingScreen inShell={inShell} /> : <ErrorScreen inShell={inShell} />
}
