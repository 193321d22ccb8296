import { governmentRoles, type GovernmentRole } from '../permissions'

/** What entries are filtered by: the number by which the database knows each kind never changes, and is never used again. */
export const gazetteKinds = {
  appointments: { code: 1, title: 'Appointments' },
  removals: { code: 2, title: 'Removals' },
  resignations: { code: 3, title: 'Resignations' },
  elections: { code: 4, title: 'Elections' },
  polls: { code: 5, title: 'Polls' },
  bank: { code: 6, title: 'Bank' },
  switches: { code: 7, title: 'Switches' },
  broadcasts: { code: 8, title: 'Broadcasts' },
} as const

export type GazetteKind = keyof typeof gazetteKinds

export const gazetteKindNames = Object.keys(gazetteKinds) as [GazetteKind, ...GazetteKind[]]

/** By what the audit of administrators is filtered. */
export const auditKinds = {
  'sign-ins': { title: 'Sign-ins' },
  roles: { title: 'Roles' },
  deletions: { title: 'Deletions' },
  exports: { title: 'Exports' },
  conduct: { title: 'Conduct' },
  work: { title: 'Background work' },
  system: { title: 'System' },
} as const

export type AuditKind = keyof typeof auditKinds

export const auditKindNames = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]]

/** The number by which the database knows an office. */
export const officeCode = (office: GovernmentRole): number => governmentRoles.indexOf(office) + 1

/** How much is read at once, and how long a search may be. */
export const gazetteLimits = { page: 30, largestPage: 100, search: 100, feed: 50 } as const
