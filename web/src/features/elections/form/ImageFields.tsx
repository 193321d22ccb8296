import { roleOfPosition } from '@nation/domain/elections'
import { useCallback, useId } from 'react'
import type { OwnProfile } from '../../../lib/session/session'
import { Button, CitizenAvatar, officeStyle, stateStyle, Text } from '../../../ui'
import { OfficeBanner } from '../../../ui/profile/OfficeBanner'
import { ImageUpload } from '../../media'
import type { SayBusy, SectionProps } from './section'
import { FormSection } from './FormSection'
import classes from './ImageFields.module.css'

type Props = SectionProps & { user: OwnProfile; onBusy: SayBusy }

/** Portrait and banner, shown as the ballot will carry them; without an office while none is chosen. */
export function ImageFields({ user, onBusy, ...section }: Props) {
  const { draft } = section
  const role = draft.position === '' ? null : roleOfPosition(draft.position)
  return (
    <FormSection
      number={1}
      title="Profile Images"
      note="Both are optional: without them the ballot carries an engraving of your own."
    >
      <div className={classes.preview} style={role === null ? stateStyle : officeStyle(role)}>
        <OfficeBanner
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
      <PictureField {...section} onBusy={onBusy} field="profilePicture" preset="profile" name="profile picture" />
      <PictureField {...section} onBusy={onBusy} field="bannerImage" preset="banner" name="banner image" />
    </FormSection>
  )
}

interface PictureProps extends SectionProps {
  field: 'profilePicture' | 'bannerImage'
  preset: 'profile' | 'banner'
  /** What the picture is called, inside a sentence. */
  name: string
  onBusy: SayBusy
}

/** One picture of the candidacy: uploaded, and shown above at once. */
function PictureField({ draft, problems, change, field, preset, name, onBusy }: PictureProps) {
  const problemId = useId()
  const sayBusy = useCallback((busy: boolean) => onBusy(field, busy), [field, onBusy])
  return (
    <div role="group" aria-label={name} data-field={field} aria-describedby={problems[field] && problemId}>
      <ImageUpload
        label={`Upload ${name}`}
        preset={preset}
        onBusy={sayBusy}
        onUploaded={({ secure_url }) => change({ [field]: secure_url })}
        actions={
          draft[field] !== '' && (
            <Button variant="subtle" size="sm" data-danger onClick={() => change({ [field]: '' })}>
              Remove {name}
            </Button>
          )
        }
      />
      {problems[field] && (
        <Text id={problemId} tone="danger" step={-1} className={classes.problem}>
          {problems[field]}
        </Text>
      )}
    </div>
  )
}
