import { useEffect, useState } from 'react'
import classes from './Toasts.module.css'
import { toast, useToasts } from './toast'
import type { Toast } from './toast'

const kindNames = { success: 'Done', warning: 'Warning', error: 'Error', info: 'Note' } as const

/** Where announcements appear; once, at the end of the app. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <section className={classes.stack} aria-label="Announcements">
      <div role="status" aria-live="polite">
        {toasts
          .filter((one) => one.kind !== 'error')
          .map((one) => (
            <ToastCard key={one.id} toast={one} />
          ))}
      </div>
      <div role="alert">
        {toasts
          .filter((one) => one.kind === 'error')
          .map((one) => (
            <ToastCard key={one.id} toast={one} />
          ))}
      </div>
    </section>
  )
}

function ToastCard({ toast: shown }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || shown.duration === 0) return
    const timer = setTimeout(() => toast.close(shown.id), shown.duration)
    return () => clearTimeout(timer)
  }, [held, shown])
  return (
    <div
      className={classes.toast}
      data-bar
      data-kind={shown.kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <strong className={classes.kind}>{kindNames[shown.kind]}</strong>
      <span>
        <span>{shown.message}</span>
        {shown.detail !== undefined && <span className={classes.detail}>{shown.detail}</span>}
      </span>
      <button type="button" className={classes.close} aria-label="Close" onClick={() => toast.close(shown.id)}>
        ×
      </button>
    </div>
  )
}
