import { Columns } from '../../../ui'
import { Field } from './fields'
import { FormSection } from './FormSection'
import { MoreFields } from './MoreFields'
import type { SectionProps } from './section'

/** Who stands: a name and a few lines. The rest is asked of those who open it. */
export function BasicFields(section: SectionProps) {
  return (
    <FormSection number={3} title="Basic Information">
      <Field {...section} field="displayName" label="Display name" required />
      <Field {...section} field="bio" label="Bio" rows={4} required />
      <MoreFields
        {...section}
        title="More about you"
        fields={['title', 'experience', 'qualifications', 'twitter', 'discord', 'website']}
      >
        <Field {...section} field="title" label="Title" hint="What you are, in a few words." />
        <Field {...section} field="experience" label="Experience" rows={3} />
        <Field {...section} field="qualifications" label="Qualifications" rows={3} />
        <Columns narrowest="13rem" gap={5}>
          <Field {...section} field="twitter" label="Twitter" />
          <Field {...section} field="discord" label="Discord" />
          <Field {...section} field="website" label="Website" placeholder="https://" max={500} />
        </Columns>
      </MoreFields>
    </FormSection>
  )
}
