import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { ErrorBoundary } from '../ui'
import type { ErrorFallback } from '../ui'
import { isMissingCode } from '../lib/missing-code'
import { PartError } from './ErrorScreen'
import { MissingPart } from './MissingCode'

const partFor = (error: unknown) => (isMissingCode(error) ? <MissingPart /> : <PartError />)

/** A part of a screen that may break without taking the rest along. On another page it gets another chance. */
export function Island({ children, fallback = partFor }: { children: ReactNode; fallback?: ErrorFallback }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary fallback={fallback} resetOn={pathname}>
      {children}
    </ErrorBoundary>
  )
}
