import { useState } from 'react'
import { useChange } from '../../../lib/query/query'
import type { OwnProfile } from '../../../lib/session/session'
import { Button, CitizenAvatar, toast } from '../../../ui'
import { ImageUpload, type Uploaded } from '../../media'
import { takeOver } from '../../../lib/session/own-profile'
import { Panel } from './Panel'

/** The citizen's picture: an upload of their own, or the one on X. */
export function PicturePanel({ user }: { user: OwnProfile }) {
  const change = useChange('user.update-profile-picture', [])
  const [removing, setRemoving] = useState(false)
  const show = async ({ secure_url }: Uploaded) => {
    try {
      takeOver((await change.mutateAsync({ profilePictureUrl: secure_url })).user)
    } catch {
      throw new Error('Failed to update profile picture')
    }
    toast.success('Your picture is on your card.')
  }
  const remove = async () => {
    setRemoving(true)
    try {
      takeOver((await change.mutateAsync({ profilePictureUrl: null })).user)
      toast.success('Your picture is removed. Your card shows the one on X again.')
    } catch {
      toast.error('Failed to remove profile picture')
    } finally {
      setRemoving(false)
    }
  }
  return (
    <Panel title="Profile picture">
      <ImageUpload
        label="Upload picture"
        preset="profile"
        onUploaded={show}
        disabled={removing}
        preview={<CitizenAvatar id={user.uid} name={user.username} picture={user.profilePicture} size={64} />}
        actions={
          user.customProfilePicture !== null && (
            <Button variant="subtle" size="sm" data-danger loading={removing} onClick={() => void remove()}>
              Remove
            </Button>
          )
        }
      />
    </Panel>
  )
}
