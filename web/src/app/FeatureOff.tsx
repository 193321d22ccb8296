import type { FeatureName } from '@nation/domain/system'
import { ButtonLink, EmptyState } from '../ui'
import { Page } from '../ui/Page'
import { usePageTitle } from '../ui/use-page-title'

const words: Readonly<Record<FeatureName, { title: string; outlook: string }>> = {
  elections: {
    title: 'Elections are switched off',
    outlook: 'Candidacies, votes and results are kept as they are.',
  },
  voting: { title: 'Voting is switched off', outlook: 'Polls and the votes that were given are kept as they are.' },
  admin: {
    title: 'The panel is switched off',
    outlook: 'It is switched on again by a command on the nation’s own machine.',
  },
}

/** Shown in place of the screens of a feature that an operator has switched off. */
export default function FeatureOff({ feature }: { feature: FeatureName }) {
  const { title, outlook } = words[feature]
  usePageTitle(title)
  return (
    <Page>
      <EmptyState title={title} actions={<ButtonLink to="/">Return to Home</ButtonLink>}>
        An operator has switched this off for the moment. {outlook}
      </EmptyState>
    </Page>
  )
}
