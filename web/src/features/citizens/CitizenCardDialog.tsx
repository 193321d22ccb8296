import { useState } from 'react'
import { sentenceOf } from '../../lib/api/api-error'
import { signOut } from '../../lib/session/session'
import type { OwnProfile } from '../../lib/session/session'
import { Button, toast } from '../../ui'
import { Dialog } from '../../ui/Dialog'
import classes from './CitizenCardDialog.module.css'
import { CitizenCard } from './CitizenCard'

/** The ID card, and how to leave. */
export default function CitizenCardDialog({ user, onClose }: { user: OwnProfile; onClose: () => void }) {
  const [leaving, setLeaving] = useState<'here' | 'everywhere' | null>(null)
  const leave = async (everywhere: boolean) => {
    setLeaving(everywhere ? 'everywhere' : 'here')
    try {
      await signOut(everywhere)
      toast.success(everywhere ? 'You are signed out in all browsers.' : 'You are signed out.')
      onClose()
    } catch (error) {
      setLeaving(null)
      toast.error(sentenceOf(error))
    }
  }
  return (
    <Dialog title="Citizen ID" onClose={onClose}>
      <CitizenCard user={user} />
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void leave(false)} loading={leaving === 'here'}>
          Sign out
        </Button>
        <Button variant="subtle" onClick={() => void leave(true)} loading={leaving === 'everywhere'}>
          Sign out everywhere
        </Button>
      </div>
    </Dialog>
  )
}
