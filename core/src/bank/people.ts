import { pictureColumns, pictureOfRow, pictureRow } from '../citizens'
import { column, type RowOf } from '../platform'

/** A citizen as the bank names them. */
export interface PersonView {
  readonly id: string
  readonly username: string
  readonly twitterUsername: string
  readonly profilePicture: string | null
}

/** The columns of `personColumns`, for the shape of a statement that reads them. */
export const personRow = { payee_uid: column.text, username: column.text, handle: column.text, ...pictureRow }

export type PersonRow = RowOf<typeof personRow>

/** The columns that a person is shown by, for a statement that reads more than citizens. */
export const personColumns = (citizens: string): string =>
  `${citizens}.uid AS payee_uid, ${citizens}.username, ${citizens}.handle, ${pictureColumns(citizens)}`

/** A citizen whose row was read by hand. */
export const presentPerson = (row: PersonRow): PersonView => ({
  id: row.payee_uid,
  username: row.username,
  twitterUsername: row.handle,
  profilePicture: pictureOfRow(row),
})
