import { roleOfPosition } from '@nation/domain/elections'
import type { OwnProfile } from '../../../lib/session/session'
import { CitizenAvatar, officeStyle } from '../../../ui'
import { CandidateBanner } from '../shared/CandidateBanner'
import type { SectionProps } from './section'
import { Field } from './fields'
import { FormSection } from './FormSection'
import classes from './ImageFields.module.css'

/** Portrait and banner, shown as the ballot will carry them. */
export function ImageFields({ user, ...section }: SectionProps & { user: OwnProfile }) {
  const { draft } = section
  const role = draft.position === '' ? 'president' : roleOfPosition(draft.position)
  return (
    <FormSection
      number={1}
      title="Profile Images"
      note="Both are optional: without them the ballot carries an engraving of your own."
    >
      <div className={classes.preview} style={officeStyle(role)}>
        <CandidateBanner
          key={draft.bannerImage}
          id={user.uid}
          role={role}
          picture={draft.bannerImage.trim() || null}
          className={classes.banner}
        />
        <CitizenAvatar
          id={user.uid}
          name={draft.displayName || user.username}
          picture={draft.profilePicture.trim() || user.profilePicture}
          size={84}
          className={classes.avatar}
        />
      </div>
      <Field
        {...section}
        field="profilePicture"
        label="Profile picture"
        hint="The address of a picture on X (https://pbs.twimg.com/…); 400x400 looks best."
        max={500}
      />
      <Field
        {...section}
        field="bannerImage"
        label="Banner image"
        hint="The address of a picture on X (https://pbs.twimg.com/…); 1200x300 looks best."
        max={500}
      />
    </FormSection>
  )
}
