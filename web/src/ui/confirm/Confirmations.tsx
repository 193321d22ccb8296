import { lazy, Suspense } from 'react'
import { useConfirm } from './confirm'

const ConfirmDialog = lazy(() => import('./ConfirmDialog'))

/** Where questions appear; once, at the end of the app. The dialog itself is loaded with the first question. */
export function Confirmations() {
  const asked = useConfirm((state) => state.asked)
  return asked ? (
    <Suspense>
      <ConfirmDialog question={asked} answer={asked.answer} />
    </Suspense>
  ) : null
}
