/** The pictures that a citizen may have. */
export interface Pictures {
  /** Their own upload. */
  readonly customPictureUrl: string | null
  /** Our copy of the picture on X. */
  readonly portraitUrl: string | null
  /** The picture on X, at X. */
  readonly avatarUrl: string | null
}

/**
 * The picture to show of a citizen: their own upload first, then our copy of X's, then X's own (requirements 1.3:
 * customProfilePicture, uploadedProfilePicture, profilePictureUrl). Every list and page shows what this says.
 */
export const pictureOf = (of: Pictures): string | null => of.customPictureUrl ?? pictureOnX(of)

/** The same without the citizen's own upload. */
export const pictureOnX = (of: Pick<Pictures, 'portraitUrl' | 'avatarUrl'>): string | null =>
  of.portraitUrl ?? of.avatarUrl
