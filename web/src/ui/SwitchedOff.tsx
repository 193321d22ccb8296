import type { FeatureName } from '@nation/domain/system'
import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState'
import { switchedOffWords } from './switched-off-words'

interface Props {
  feature: FeatureName
  /** What to do next: buttons or links. */
  actions?: ReactNode
}

/** Stands where a feature would be that an operator has switched off. */
export function SwitchedOff({ feature, actions }: Props) {
  const { title, outlook } = switchedOffWords[feature]
  return (
    <EmptyState title={title} actions={actions}>
      An operator has switched this off for the moment. {outlook}
    </EmptyState>
  )
}
