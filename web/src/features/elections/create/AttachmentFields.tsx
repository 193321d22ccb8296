import { Textarea } from '@mantine/core'
import { positionOf } from '@nation/domain/elections'
import type { SectionProps } from './section'
import { FormSection } from './FormSection'

/** What the chosen position asks to be shown; nothing for most of them. */
export function AttachmentFields({ draft, problems, change }: SectionProps) {
  const requirements = draft.position === '' ? [] : positionOf(draft.position).attachments
  if (requirements.length === 0) return null
  return (
    <FormSection number={5} title="Attachments" note="Give the https addresses of your files, one on each line.">
      {requirements.map((need) => (
        <Textarea
          key={need.type}
          label={need.label}
          description={`${need.description} At most ${need.maxFiles} files: ${need.acceptedTypes.join(', ')}.`}
          rows={3}
          required={need.required}
          value={draft.attachments[need.type] ?? ''}
          error={problems[`attachments.${need.type}`]}
          onChange={(event) =>
            change({ attachments: { ...draft.attachments, [need.type]: event.currentTarget.value } })
          }
        />
      ))}
    </FormSection>
  )
}
