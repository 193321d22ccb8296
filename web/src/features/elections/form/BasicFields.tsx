import type { SectionProps } from './section'
import { Field } from './fields'
import { Columns } from '../../../ui'
import { FormSection } from './FormSection'

/** Who stands. */
export function BasicFields(section: SectionProps) {
  return (
    <FormSection number={3} title="Basic Information">
      <Field {...section} field="displayName" label="Display name" required />
      <Field {...section} field="title" label="Title" hint="What you are, in a few words. Optional." />
      <Field {...section} field="bio" label="Bio" rows={5} required />
      <Field {...section} field="experience" label="Experience" rows={3} />
      <Field {...section} field="qualifications" label="Qualifications" rows={3} />
      <Columns narrowest="13rem" gap={5}>
        <Field {...section} field="twitter" label="Twitter" />
        <Field {...section} field="discord" label="Discord" />
        <Field {...section} field="website" label="Website" placeholder="https://" max={500} />
      </Columns>
    </FormSection>
  )
}
