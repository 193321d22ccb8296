import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { ErrorBoundary } from '../ui'
import { PartError } from './ErrorScreen'

/** A part of a screen that may break without taking the rest along. On another page it gets another chance. */
export function Island({ children, fallback = <PartError /> }: { children: ReactNode; fallback?: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary fallback={fallback} resetOn={pathname}>
      {children}
    </ErrorBoundary>
  )
}
