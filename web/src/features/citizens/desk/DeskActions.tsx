import { useState } from 'react'
import { can } from '@nation/domain/permissions'
import { sentenceOf } from '../../../lib/api/api-error'
import { useBuilt } from '../../../lib/built'
import { signOut, type OwnProfile } from '../../../lib/session/session'
import { Button, ButtonLink, toast, Row } from '../../../ui'
import { SaveCard } from '../card/SaveCard'
import classes from './desk.module.css'

interface Way {
  readonly to: string
  readonly label: string
}

/** Where this citizen may go from their card; only where something is built, and on. */
function waysOf(user: OwnProfile, candidateId: string | undefined, isBuilt: (to: string) => boolean): Way[] {
  const ways: (Way | false)[] = [
    { to: '/elections', label: 'Go to Elections' },
    candidateId !== undefined && { to: `/elections/candidate/${candidateId}`, label: 'View Campaign' },
    can(user, 'dashboard.open') && { to: '/government', label: 'Government' },
    (user.isAdmin || user.isSuperAdmin) && { to: '/admin', label: 'Admin Panel' },
  ]
  return ways.filter((way): way is Way => way !== false && isBuilt(way.to))
}

/** The ways on from the card. */
export function Ways({
  user,
  candidateId,
  onGo,
}: {
  user: OwnProfile
  candidateId: string | undefined
  onGo?: () => void
}) {
  const isBuilt = useBuilt()
  return (
    <Row as="nav" gap={3} className={classes.ways} aria-label="From your card">
      {waysOf(user, candidateId, isBuilt).map((way, index) => (
        <ButtonLink
          key={way.to}
          to={way.to}
          variant={index === 0 ? 'filled' : 'default'}
          {...(onGo && { onClick: onGo })}
        >
          {way.label}
        </ButtonLink>
      ))}
      <Button variant="default" onClick={() => print()}>
        Print card
      </Button>
      <SaveCard user={user} />
    </Row>
  )
}

/** The ways out. */
export function SignOutButtons({ onDone }: { onDone?: (() => void) | undefined }) {
  const [leaving, setLeaving] = useState<'here' | 'everywhere' | null>(null)
  const leave = async (everywhere: boolean) => {
    setLeaving(everywhere ? 'everywhere' : 'here')
    try {
      await signOut(everywhere)
      toast.success(everywhere ? 'You are signed out in all browsers.' : 'You are signed out.')
      onDone?.()
    } catch (error) {
      setLeaving(null)
      toast.error(sentenceOf(error))
    }
  }
  return (
    <Row gap={3}>
      <Button variant="default" onClick={() => void leave(false)} loading={leaving === 'here'}>
        Sign out
      </Button>
      <Button variant="subtle" onClick={() => void leave(true)} loading={leaving === 'everywhere'}>
        Sign out everywhere
      </Button>
    </Row>
  )
}
