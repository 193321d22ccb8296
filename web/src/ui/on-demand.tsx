import { lazy, Suspense, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { ErrorBoundary } from './ErrorBoundary'
import { toast } from './toasts/toast'

interface Closable {
  readonly onClose: () => void
}

/** What imports of dialogs were refused with. */
const refusals = new WeakSet<object>()

/**
 * A dialog whose code is loaded when it is opened. Code that does not come (no connection, or a new build) is said in a toast, and the dialog
 * closes: the page around it stays, with what was written there. The next time it is loaded anew.
 */
export function onDemand<Props extends Closable>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  const make = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        if (typeof error === 'object' && error !== null) refusals.add(error)
        throw error
      }),
    )
  let latest = make()
  return function OnDemand(props: Props) {
    const [Code] = useState(() => latest)
    const fallback = (error: unknown) => {
      // An error in the dialog itself is the page's, as any other.
      if (typeof error !== 'object' || error === null || !refusals.has(error)) throw error
      return (
        <Missing
          onClose={() => {
            latest = make()
            props.onClose()
          }}
        />
      )
    }
    return (
      <ErrorBoundary fallback={fallback}>
        <Suspense>
          <Code {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

function Missing({ onClose }: Closable) {
  useEffect(() => {
    toast.error('This could not be opened. Check your connection, or reload the page.')
    onClose()
  }, [onClose])
  return null
}
