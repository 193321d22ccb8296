import { onDemand } from '../on-demand'
import { loadConfirmDialog, useConfirm } from './confirm'

const ConfirmDialog = onDemand(loadConfirmDialog)
const DeletionDialog = onDemand(() => import('./DeletionDialog'))

/**
 * Where questions appear; once, at the end of the app. The dialog itself is loaded with the first question; where it does not come, the
 * question counts as cancelled.
 */
export function Confirmations() {
  const asked = useConfirm((state) => state.asked)
  if (!asked) return null
  const { id, answer, withReason } = asked
  const cancel = () => answer(null)
  return withReason ? (
    <DeletionDialog key={id} question={asked} onConfirm={answer} onClose={cancel} />
  ) : (
    <ConfirmDialog key={id} question={asked} onConfirm={() => answer({})} onClose={cancel} />
  )
}
