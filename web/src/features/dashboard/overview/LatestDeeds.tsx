import { Panel } from '../../../ui'
import { LatestEntries } from '../../gazette'

/** The newest entries of the gazette. */
export function LatestDeeds() {
  return (
    <Panel gap={3} pad={5} top>
      <LatestEntries />
    </Panel>
  )
}
