import type { OwnProfile } from '../../../lib/session/session'

/** Of a citizen, what their ID card is made from. */
export type CardHolder = Pick<
  OwnProfile,
  | 'uid'
  | 'username'
  | 'twitterUsername'
  | 'profilePicture'
  | 'joinedAt'
  | 'governmentRole'
  | 'isAdmin'
  | 'isSuperAdmin'
  | 'tokenBalance'
>
