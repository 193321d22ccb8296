import type { ReactNode } from 'react'

/** Wraps a skeleton: says once that something is on its way, and hides the drawing from assistive technology. */
export function Loading({
  label,
  children,
  className,
}: {
  label: string
  children?: ReactNode
  className?: string | undefined
}) {
  return (
    <div role="status" aria-live="polite">
      <span className="visually-hidden">{label}</span>
      <div aria-hidden="true" className={className}>
        {children}
      </div>
    </div>
  )
}
