import { Instant } from '../../../ui'
import { useNextOpening } from './use-next-opening'

/** Where no election is open: when the next one opens. */
export function OpensNext() {
  const opens = useNextOpening()
  return <>The next one opens {opens === undefined ? 'automatically' : <Instant at={opens} />}.</>
}
