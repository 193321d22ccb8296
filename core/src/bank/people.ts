import { pictureColumns, pictureOfRow, type PictureRow } from '../citizens/picture-row'

/** A citizen as the bank names them. */
export interface PersonView {
  readonly id: string
  readonly username: string
  readonly twitterUsername: string
  readonly profilePicture: string | null
}

/** A row that was read with `personColumns`. */
export interface PersonRow extends PictureRow {
  readonly payee_uid: string
  readonly username: string
  readonly handle: string
}

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
