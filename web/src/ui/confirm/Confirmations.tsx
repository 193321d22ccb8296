import { lazy, Suspense } from 'react'
import { useConfirm } from './confirm'

const ConfirmDialog = lazy(() => import('./ConfirmDialog'))
const DeletionDialog = lazy(() => import('./DeletionDialog'))

/** Where questions appear; once, at the end of the app. The dialog itself is loaded with the first question. */
export function Confirmations() {
  const asked = useConfirm((state) => state.asked)
  if (!asked) return null
  const { id, answer, withReason } = asked
  return (
    <Suspense>
      {withReason ? (
        <DeletionDialog key={id} question={asked} answer={answer} />
      ) : (
        <ConfirmDialog key={id} question={asked} answer={(yes) => answer(yes ? {} : null)} />
      )}
    </Suspense>
  )
}
