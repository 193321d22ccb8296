import { usernameOf } from '@nation/domain/citizens'
import { governmentRoles, citizenRoles } from '@nation/domain/permissions'
import { channels, excerptOf } from '@nation/domain/messenger'
import type { CallOutput } from '@nation/domain/contract'
import { pictureColumns, pictureOfRow, pictureRow } from '../citizens'
import { column, type RowOf } from '../platform'
import { contentColumns, contentFlags, noContent, type MessageContent } from './content'

/** A message as calls answer it. */
export type MessageView = CallOutput<'messenger.edit-message'>['message']

/** A conversation as writers lock it. */
export const conversationRow = {
  id: column.key,
  uid: column.text,
  channel: column.oneOf(channels).nullable,
  low_id: column.key.nullable,
  high_id: column.key.nullable,
  started_by: column.key.nullable,
  accepted_at: column.instant.nullable,
  last_number: column.integer,
}

export type ConversationRow = RowOf<typeof conversationRow>

export const conversationColumns = 'id, uid, channel, low_id, high_id, started_by, accepted_at, last_number'

/** A citizen who writes, as far as it decides where they may. */
export const writerRow = {
  id: column.key,
  uid: column.text,
  role: column.oneOf(citizenRoles),
  government_role: column.oneOf(governmentRoles).nullable,
  is_admin: column.flag,
  is_super_admin: column.flag,
  left_at: column.instant.nullable,
}

export type WriterRow = RowOf<typeof writerRow>

export const writerColumns = 'id, uid, role, government_role, is_admin, is_super_admin, left_at'

/** What a citizen is, as permissions ask. */
export const rolesOf = (row: WriterRow) => ({
  uid: row.uid,
  role: row.role,
  governmentRole: row.government_role,
  isAdmin: row.is_admin,
  isSuperAdmin: row.is_super_admin,
})

/** A citizen as messages show them. */
const senderRow = {
  uid: column.text,
  username: column.text,
  government_role: column.oneOf(governmentRoles).nullable,
  is_admin: column.flag,
  is_super_admin: column.flag,
  ...pictureRow,
}

/** A message with its sender and what it answers. */
export const messageRow = {
  message_uid: column.text,
  number: column.integer,
  sender_id: column.key,
  client_id: column.text.nullable,
  text: column.text,
  sent_at: column.instant,
  edited_at: column.instant.nullable,
  deleted_at: column.instant.nullable,
  withheld_from: column.key.nullable,
  reply_to: column.integer.nullable,
  reply_text: column.text.nullable,
  reply_sender: column.text.nullable,
  reply_withheld: column.key.nullable,
  reply_images: column.flag.nullable,
  ...contentFlags,
  ...senderRow,
}

export type MessageRow = RowOf<typeof messageRow>

/** The columns of a statement that reads messages `m` with `senderAndQuoted`. */
export const messageColumns = `m.uid AS message_uid, m.number, m.sender_id, m.client_id, m.text, m.sent_at, m.edited_at,
  m.deleted_at, m.withheld_from, m.reply_to, r.text AS reply_text, rc.username AS reply_sender, r.withheld_from AS reply_withheld,
  r.has_images AS reply_images, ${contentColumns}, c.uid, c.username, c.government_role,
  c.is_admin, c.is_super_admin, ${pictureColumns('c')}`

/** Joins the senders of messages `m`, and what they answer. */
export const senderAndQuoted = `JOIN citizens c ON c.id = m.sender_id
  LEFT JOIN messages r ON r.conversation_id = m.conversation_id AND r.number = m.reply_to
  LEFT JOIN citizens rc ON rc.id = r.sender_id`

/** The reader: row key and public id. */
export interface Reader {
  readonly id: string
  readonly uid: string
}

/** A reader of whom nothing is known. */
export const nobody: Reader = { id: '0', uid: '' }

/**
 * A message as its reader sees it. One that is withheld from them, or from all where the reader is unknown, looks deleted
 * from its beginning.
 */
export function presentMessage(row: MessageRow, reader: Reader, content: MessageContent = noContent): MessageView {
  const hidden = (from: string | null) => from !== null && (from === reader.id || reader.uid === nobody.uid)
  const isWithheld = hidden(row.withheld_from)
  const shown = isWithheld ? noContent : content
  const mentions = shown.mentioned.map(({ uid }) => uid)
  return {
    id: row.message_uid,
    number: row.number,
    senderId: row.uid,
    sender: {
      username: usernameOf(row.username),
      governmentRole: row.government_role,
      isAdmin: row.is_admin || row.is_super_admin,
      profilePicture: pictureOfRow(row),
    },
    message: isWithheld ? '' : row.text,
    timestamp: row.sent_at.getTime(),
    editedAt: isWithheld ? null : (row.edited_at?.getTime() ?? null),
    deletedAt: isWithheld ? row.sent_at.getTime() : (row.deleted_at?.getTime() ?? null),
    clientId: row.sender_id === reader.id ? row.client_id : null,
    replyTo:
      row.reply_to === null || isWithheld
        ? null
        : {
            number: row.reply_to,
            senderName: usernameOf(row.reply_sender ?? ''),
            excerpt: hidden(row.reply_withheld) ? '' : excerptOf(row.reply_text ?? '', row.reply_images ?? false),
          },
    images: shown.images,
    mentions,
    reactions: shown.reactions,
    mentionsYou: mentions.includes(reader.uid),
  }
}

/** A message as the admin chat shows it (requirements 2.3). */
export const asAdminMessage = (view: MessageView): CallOutput<'admin-chat.get-messages'>['messages'][number] => ({
  id: view.id,
  number: view.number,
  message: view.message,
  content: view.message,
  senderId: view.senderId,
  senderName: view.sender.username,
  senderPicture: view.sender.profilePicture,
  senderRole: view.sender.isAdmin ? 'admin' : (view.sender.governmentRole ?? 'citizen'),
  timestamp: view.timestamp,
  editedAt: view.editedAt,
  deletedAt: view.deletedAt,
})
