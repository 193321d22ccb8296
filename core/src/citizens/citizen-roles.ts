import type { CitizenRole } from '@nation/domain/citizens'

/** Every role of a citizen, for the shapes of rows. */
export const citizenRoles = [
  'citizen',
  'candidate',
  'moderator',
  'government',
  'admin',
] as const satisfies readonly CitizenRole[]
