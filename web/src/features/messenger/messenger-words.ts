import { isAdministrator, type GovernmentRole } from '@nation/domain/permissions'
import { officeTitle } from '@nation/domain/elections'
import { excerptOf } from '@nation/domain/messenger'
import type { OwnProfile } from '../../lib/session/session'

/** The badge in the messenger's head: Super Admin, the government role, or Citizen (requirements 2.2). */
export function ownBadge(user: OwnProfile): { readonly title: string; readonly role: GovernmentRole | null } {
  if (isAdministrator(user)) return { title: 'Super Admin', role: null }
  return user.governmentRole
    ? { title: officeTitle(user.governmentRole), role: user.governmentRole }
    : { title: 'Citizen', role: null }
}

/** What a sender is, where they are more than a citizen. */
export function senderBadge(sender: {
  readonly isAdmin: boolean
  readonly governmentRole: GovernmentRole | null
}): { readonly title: string; readonly role: GovernmentRole | null } | null {
  if (sender.governmentRole) return { title: officeTitle(sender.governmentRole), role: sender.governmentRole }
  return sender.isAdmin ? { title: 'Admin', role: null } : null
}

export const unreadInWords = (count: number): string => (count === 1 ? '1 unread message' : `${count} unread messages`)

export const mentionsInWords = (count: number): string =>
  count === 1 ? '1 mention of you' : `${count} mentions of you`

export const newInWords = (count: number): string => (count === 1 ? '1 new message' : `${count} new messages`)

/** Says that one's own messages stand where they are not in view. */
export const waitingInWords = (count: number): string =>
  count === 1 ? '1 unsent message at the end' : `${count} unsent messages at the end`

export const membersInWords = (count: number): string =>
  count === 1 ? '1 member' : `${count.toLocaleString('en')} members`

export const deletedMessage = 'This message was deleted.'

/** What the menu of a message is called, and the button that opens it. */
export const actionsLabel = ({ message, images }: { readonly message: string; readonly images: readonly unknown[] }) =>
  `Actions: ${excerptOf(message, images.length > 0).slice(0, 60)}`
