import type { OwnProfile } from '../../lib/session/session'
import { Dialog } from '../../ui/Dialog'
import { CitizenDesk } from './CitizenDesk'
import { useOwnProfile } from '../../lib/session/own-profile'

/** The ID card, wherever one is. */
export default function CitizenCardDialog({ user, onClose }: { user: OwnProfile; onClose: () => void }) {
  useOwnProfile(user.uid)
  return (
    <Dialog title="Citizen ID" onClose={onClose} size="72rem">
      <CitizenDesk user={user} onLeave={onClose} />
    </Dialog>
  )
}
