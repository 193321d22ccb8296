import { pictureOf } from '@nation/domain/citizens'

/** The columns that a citizen's picture follows from, for a statement that reads more than citizens. */
export const pictureColumns = (citizens: string): string =>
  ['custom_picture_url', 'portrait_url', 'avatar_url'].map((column) => `${citizens}.${column}`).join(', ')

/** A row that was read with these columns. */
export interface PictureRow {
  readonly custom_picture_url: string | null
  readonly portrait_url: string | null
  readonly avatar_url: string | null
}

/** The picture to show of a citizen whose row was read by hand. */
export const pictureOfRow = (row: PictureRow): string | null =>
  pictureOf({
    customPictureUrl: row.custom_picture_url,
    portraitUrl: row.portrait_url,
    avatarUrl: row.avatar_url,
  })
