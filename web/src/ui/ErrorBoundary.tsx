import { Component } from 'react'
import type { ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  /** What stands where the broken part stood. */
  readonly fallback: ReactNode
  /** A part that broke gets another chance when this changes. */
  readonly resetOn?: unknown
}

interface State {
  readonly broken: boolean
  readonly resetOn: unknown
}

/** Holds up what a broken part would otherwise tear down: everything around it stays. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: false, resetOn: this.props.resetOn }

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true }
  }

  static getDerivedStateFromProps({ resetOn }: Props, state: State): State | null {
    return resetOn === state.resetOn ? null : { broken: false, resetOn }
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}
