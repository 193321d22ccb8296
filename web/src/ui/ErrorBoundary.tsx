import { Component } from 'react'
import type { ReactNode } from 'react'

/** What stands where a broken part stood; it may depend on the error. */
export type ErrorFallback = ReactNode | ((error: unknown) => ReactNode)

interface Props {
  readonly children: ReactNode
  readonly fallback: ErrorFallback
  /** A part that broke gets another chance when this changes. */
  readonly resetOn?: unknown
}

interface State {
  readonly broken: boolean
  readonly error: unknown
  readonly resetOn: unknown
}

/** Holds up what a broken part would otherwise tear down: everything around it stays. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: false, error: undefined, resetOn: this.props.resetOn }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { broken: true, error }
  }

  static getDerivedStateFromProps({ resetOn }: Props, state: State): State | null {
    return resetOn === state.resetOn ? null : { broken: false, error: undefined, resetOn }
  }

  override render(): ReactNode {
    const { broken, error } = this.state
    const { fallback, children } = this.props
    if (!broken) return children
    return typeof fallback === 'function' ? fallback(error) : fallback
  }
}
