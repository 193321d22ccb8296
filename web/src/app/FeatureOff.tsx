import type { FeatureName } from '@nation/domain/system'
import { ButtonLink, EmptyState } from '../ui'
import { Page } from '../ui/Page'
import { usePageTitle } from '../ui/use-page-title'

const words: Readonly<Record<FeatureName, { title: string; kept: string }>> = {
  elections: {
    title: 'Elections are switched off',
    kept: 'Candidacies, votes and results are kept as they are.',
  },
  voting: { title: 'Voting is switched off', kept: 'Polls and the votes that were given are kept as they are.' },
  admin: {
    title: 'The panel is switched off',
    kept: 'It is switched on again by a command on the nation’s own machine.',
  },
}

/** Shown in place of the screens of a feature that an operator has switched off. */
export default function FeatureOff({ feature }: { feature: FeatureName }) {
  const { title, kept } = words[feature]
  usePageTitle(title)
  return (
    <Page>
      <EmptyState title={title} actions={<ButtonLink to="/">Return to Home</ButtonLink>}>
        An operator has switched this off for the moment. {kept}
      </EmptyState>
    </Page>
  )
}
