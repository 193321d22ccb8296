import { isAdministrator } from '@nation/domain/permissions'
import { officeTitle } from '@nation/domain/elections'
import { call } from '../../lib/api/client'
import { useSession, type OwnProfile } from '../../lib/session/session'
import { toast } from '../../ui/toasts/toast'
import { readOwnProfile } from '../../lib/session/own-profile'
import { howYoursEnded } from './term-words'

/** What a role is: two profiles that agree in it may do the same. */
type Roles = Pick<OwnProfile, 'role' | 'governmentRole' | 'isAdmin' | 'isSuperAdmin'>

const administrationEnded = 'You are no longer an administrator. Another administrator changed your role.'

/** Which role a citizen has lost, and why, in a sentence; null when they lost none. */
async function lossInWords(before: Roles, now: Roles): Promise<string | null> {
  if (isAdministrator(before) && !isAdministrator(now)) return administrationEnded
  const office = before.governmentRole
  if (office === null || office === now.governmentRole) return null
  const { term } = await call('government.my-term', {}).catch(() => ({ term: null }))
  const how = term?.office === office ? ` ${howYoursEnded(term)}` : ''
  return `You are no longer ${officeTitle(office)}.${how}`
}

/**
 * Tells a citizen whose role began or ended while a page was open. How an office ended is said by the dashboard's own screen to
 * citizens who have it open. The notice stays until it is closed: it may have come while the page was in the background.
 */
export async function showOfficeNews(before: Roles, now: Roles): Promise<void> {
  const office = now.governmentRole
  if (office !== null && office !== before.governmentRole) {
    return void toast.success(`You are ${officeTitle(office)} now.`, 0)
  }
  const loss = await lossInWords(before, now)
  if (loss === null || (loss !== administrationEnded && location.pathname === '/government')) return
  toast.info(loss, 0)
}

let asking: Promise<string | null> | null = null

/**
 * Why the nation refuses what the screens offered, where it is that the citizen has lost a role meanwhile; null otherwise. It reads
 * one's own profile, so that screens follow also without a live event. Refusals at the same moment are one reading.
 */
export function explainRefusal(): Promise<string | null> {
  asking ??= lostMeanwhile().finally(() => {
    asking = null
  })
  return asking
}

async function lostMeanwhile(): Promise<string | null> {
  const { user: before } = useSession.getState()
  if (!before) return null
  await readOwnProfile(before.uid, 'refusal')
  const { user: now } = useSession.getState()
  return now?.uid === before.uid ? lossInWords(before, now) : null
}
