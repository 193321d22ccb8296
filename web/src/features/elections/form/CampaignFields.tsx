import type { SectionProps } from './section'
import { Field, ThreeFields } from './fields'
import { FormSection } from './FormSection'
import { MoreFields } from './MoreFields'

/** What one stands for. */
export function CampaignFields(section: SectionProps) {
  return (
    <FormSection number={4} title="Campaign Information">
      <Field
        {...section}
        field="campaignSlogan"
        label="Campaign slogan"
        hint="One line on your ballot, at most 100 characters."
        required
      />
      <Field {...section} field="vision" label="Vision" rows={4} required />
      <ThreeFields {...section} field="goals" label="Goals" one="Goal" />
      <ThreeFields {...section} field="promises" label="Promises" one="Promise" />
      <Field {...section} field="whyVoteForMe" label="Why vote for me" rows={4} required />
      <MoreFields {...section} title="Policies" fields={['policies']}>
        <Field {...section} field="policies" label="Policies" rows={3} />
      </MoreFields>
    </FormSection>
  )
}
