import { pictureOf } from '@nation/domain/citizens'
import { column, type RowOf } from '../platform'

/** The columns that a citizen's picture follows from, for a statement that reads more than citizens. */
export const pictureColumns = (citizens: string): string =>
  ['custom_picture_url', 'portrait_url', 'avatar_url'].map((column) => `${citizens}.${column}`).join(', ')

/** The picture itself, as SQL: the same as `pictureOfRow`. @param citizens the alias of the table */
export const pictureInSql = (citizens: string): string => `COALESCE(${pictureColumns(citizens)})`

/** These columns, for the shape of such a statement. */
export const pictureRow = {
  custom_picture_url: column.text.nullable,
  portrait_url: column.text.nullable,
  avatar_url: column.text.nullable,
}

/** A row that was read with these columns. */
export type PictureRow = RowOf<typeof pictureRow>

/** The picture to show of a citizen whose row was read by hand. */
export const pictureOfRow = (row: PictureRow): string | null =>
  pictureOf({
    customPictureUrl: row.custom_picture_url,
    portraitUrl: row.portrait_url,
    avatarUrl: row.avatar_url,
  })
