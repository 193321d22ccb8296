/** What a citizen is to the nation: enough to decide what they may do. */
export interface Standing {
  readonly role: CitizenRole
  readonly governmentRole: GovernmentRole | null
  readonly isAdmin: boolean
  readonly isSuperAdmin: boolean
}

/** Spec document 1 section 6. */
export type CitizenRole = 'citizen' | 'candidate' | 'moderator' | 'government' | 'admin'

/** The nine elected offices and the tenth, which is only appointed (design decision on justiceMinister). */
export const governmentRoles = [
  'president',
  'primeMinister',
  'secretary',
  'financeMinister',
  'creativityMinister',
  'raidMinister',
  'developmentMinister',
  'citizensMinister',
  'marketingMinister',
  'justiceMinister',
] as const

export type GovernmentRole = (typeof governmentRoles)[number]

/** Holds the admin's powers on the site (spec document 2 section 6: isAdmin or isSuperAdmin). */
export const isAdministrator = (who: Standing): boolean => who.isAdmin || who.isSuperAdmin

/** Holds a seat in the government. */
export const isOfficial = (who: Standing): boolean => who.governmentRole !== null

const isPresident = (who: Standing): boolean => who.governmentRole === 'president'

/** Every permission, as a sentence about the caller. Spec document 1 section 6, document 2 section 6. */
const permissionTable = {
  'elections.create': (who: Standing) => isAdministrator(who) || isPresident(who),
  'candidates.delete-any': isAdministrator,
  'members.manage': isAdministrator,
  'dashboard.open': (who: Standing) => isAdministrator(who) || isOfficial(who),
} satisfies Record<string, (who: Standing) => boolean>

export type Permission = keyof typeof permissionTable

/** Whether a signed-in citizen holds a permission. */
export function can(who: Standing, permission: Permission): boolean {
  return permissionTable[permission](who)
}
