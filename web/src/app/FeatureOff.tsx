import type { FeatureName } from '@nation/domain/system'
import { ButtonLink } from '../ui'
import { Page } from '../ui/Page'
import { SwitchedOff } from '../ui/SwitchedOff'
import { switchedOffWords } from '../ui/switched-off-words'
import { usePageTitle } from '../ui/use-page-title'

/** Shown in place of the screens of a feature that an operator has switched off. */
export default function FeatureOff({ feature }: { feature: FeatureName }) {
  usePageTitle(switchedOffWords[feature].title)
  return (
    <Page>
      <SwitchedOff feature={feature} actions={<ButtonLink to="/">Return to Home</ButtonLink>} />
    </Page>
  )
}
