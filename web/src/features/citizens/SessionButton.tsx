import { useState } from 'react'
import { signIn, useSession } from '../../lib/session/session'
import { Skeleton, Button, CitizenAvatar } from '../../ui'
import { onDemand } from '../../ui/on-demand'
import { useOwnNews } from '../../lib/session/own-profile'
import classes from './SessionButton.module.css'

const CitizenCardDialog = onDemand(() => import('./CitizenCardDialog'))

/** CONNECT starts the sign-in; PROFILE opens the ID card. */
export function SessionButton() {
  const { status, user } = useSession()
  const [open, setOpen] = useState(false)
  useOwnNews(user?.uid)
  if (status === 'unknown') return <Skeleton width="6.5rem" height="2.25rem" />
  if (!user) {
    return (
      <Button size="sm" onClick={() => signIn()}>
        CONNECT
      </Button>
    )
  }
  return (
    <>
      <button type="button" className={classes.profile} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CitizenAvatar id={user.uid} name={user.username} picture={user.profilePicture} size={30} />
        PROFILE
      </button>
      {open && <CitizenCardDialog user={user} onClose={() => setOpen(false)} />}
    </>
  )
}
