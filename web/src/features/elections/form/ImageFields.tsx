import type { GovernmentRole } from '@nation/domain/permissions'
import { roleOfPosition } from '@nation/domain/elections'
import { useId } from 'react'
import type { OwnProfile } from '../../../lib/session/session'
import { Button, CitizenAvatar, officeStyle, Text } from '../../../ui'
import { OfficeBanner } from '../../../ui/profile/OfficeBanner'
import { ImageUpload } from '../../media'
import type { Position } from '../shared/types'
import type { Draft } from './draft'
import type { SectionProps } from './section'
import { FormSection } from './FormSection'
import classes from './ImageFields.module.css'

type Props = SectionProps & { user: OwnProfile; positions: readonly Position[] }

/** The office whose ballot is shown: the chosen one; before that, the first that still takes candidacies. */
function previewOf({ position }: Draft, positions: readonly Position[]): GovernmentRole {
  const shown = position === '' ? positions.find(({ candidaciesOpen }) => candidaciesOpen)?.id : position
  return roleOfPosition(shown ?? 'president')
}

/** Portrait and banner, shown as the ballot will carry them. */
export function ImageFields({ user, positions, ...section }: Props) {
  const { draft } = section
  const role = previewOf(draft, positions)
  return (
    <FormSection
      number={4}
      title="Profile Images"
      note="Both are optional: without them the ballot carries an engraving of your own."
    >
      <div className={classes.preview} style={officeStyle(role)}>
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
      <PictureField {...section} field="profilePicture" preset="profile" name="profile picture" />
      <PictureField {...section} field="bannerImage" preset="banner" name="banner image" />
    </FormSection>
  )
}

interface PictureProps extends SectionProps {
  field: 'profilePicture' | 'bannerImage'
  preset: 'profile' | 'banner'
  /** What the picture is called, inside a sentence. */
  name: string
}

/** One picture of the candidacy: uploaded, and shown above at once. */
function PictureField({ draft, problems, change, field, preset, name }: PictureProps) {
  const problemId = useId()
  return (
    <div role="group" aria-label={name} data-field={field} aria-describedby={problems[field] && problemId}>
      <ImageUpload
        label={`Upload ${name}`}
        preset={preset}
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
