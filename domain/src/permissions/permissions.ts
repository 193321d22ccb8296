/** The roles of a citizen, which decide what they may do. */
export interface Roles {
  readonly role: CitizenRole
  readonly governmentRole: GovernmentRole | null
  readonly isAdmin: boolean
  readonly isSuperAdmin: boolean
}

/** Every role of a citizen (requirements 1.6). */
export const citizenRoles = ['citizen', 'candidate', 'moderator', 'government', 'admin'] as const

export type CitizenRole = (typeof citizenRoles)[number]

/**
 * The elected offices and the one that is only appointed (ruling: justice minister). A new one comes last: the gazette keeps offices by
 * their place in this list.
 */
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

/** Holds the admin's powers on the site (requirements 2.6: isAdmin or isSuperAdmin). */
export const isAdministrator = (who: Pick<Roles, 'isAdmin' | 'isSuperAdmin'>): boolean =>
  who.isAdmin || who.isSuperAdmin

/** Holds a seat in the government. */
export const isOfficial = (who: Roles): boolean => who.governmentRole !== null

/** What lists of members call one: admin, government or citizen (requirements 1.6). */
export const memberLabel = (who: Omit<Roles, 'role'>): 'admin' | 'government' | 'citizen' =>
  isAdministrator(who) ? 'admin' : who.governmentRole === null ? 'citizen' : 'government'

/** Who asks: a citizen, or null for a visitor who is not signed in. */
export type Who = (Roles & { readonly uid: string }) | null

/** Something with an author: a poll, a task. */
export interface Made {
  readonly createdById: string
}

/** An election in the calendar; those that the nation opens automatically have no planner. */
export interface Planned {
  readonly createdById: string | null
}

/** A wallet and what it holds. `isCandidate`: its owner is a candidate of an election that is not over. */
export interface Holdings {
  readonly ownerId: string
  readonly isCandidate: boolean
}

/** An office that a member is appointed to or removed from. */
export interface Office {
  readonly office: GovernmentRole
}

/** The groups of the messenger (requirements 2.3); the widget's channels are the same. */
export const messengerGroups = ['citizens', 'admins', 'executives', 'government'] as const

export type MessengerGroup = (typeof messengerGroups)[number]

const executives: readonly GovernmentRole[] = ['president', 'primeMinister', 'secretary']
const taskCreators: readonly GovernmentRole[] = [...executives, 'creativityMinister']

const signedIn = (who: Who) => who !== null
const admin = (who: Who) => who !== null && isAdministrator(who)
const president = (who: Who) => who?.governmentRole === 'president'
const governing = (who: Who) => who !== null && (isAdministrator(who) || isOfficial(who))
const holds = (who: Who, offices: readonly GovernmentRole[]) =>
  who !== null && who.governmentRole !== null && offices.includes(who.governmentRole)
const made = (who: Who, thing: Made) => who !== null && who.uid === thing.createdById
const owns = (who: Who, wallet: Holdings) => who !== null && who.uid === wallet.ownerId

/** The Minister of Marketing enforces the code of conduct (requirements 1.6), beside moderators and administrators. */
const moderates = (who: Who) => admin(who) || who?.role === 'moderator' || holds(who, ['marketingMinister'])

/** The president appoints and removes everybody but the president; administrators appoint any office, the president's too. */
const staffs = (who: Who, { office }: Office) => admin(who) || (president(who) && office !== 'president')

const groupRules: Record<MessengerGroup, (who: Who) => boolean> = {
  citizens: signedIn,
  government: governing,
  executives: (who) => admin(who) || holds(who, executives),
  admins: admin,
}

/** The audiences of live events that a role decides, and who is in each: what the server delivers, and what it reads again. */
export const roleAudiences = {
  officials: governing,
  executives: groupRules.executives,
  moderators: moderates,
  admins: admin,
} satisfies Record<string, (who: Who) => boolean>

export type RoleAudience = keyof typeof roleAudiences

/** Whether a role decides who is in an audience. */
export const isRoleAudience = (audience: string): audience is RoleAudience => Object.hasOwn(roleAudiences, audience)

/**
 * Every permission, as a sentence about who asks and what about. Requirements 1.6, requirements 2.6. What depends on a clock, a vote or a
 * rival is decided elsewhere: `canEdit`, `canWithdraw`, `canStand` (elections), `canVoteOnPoll` (polls).
 */
const rules = {
  'elections.create': (who: Who) => admin(who) || president(who),
  'elections.cancel': (who: Who, { createdById }: Planned) =>
    admin(who) || (who !== null && president(who) && createdById === who.uid),

  'holdings.view': (who: Who, wallet: Holdings) => wallet.isCandidate || admin(who) || owns(who, wallet),

  'polls.create': governing,
  'polls.update': governing,
  'polls.close': (who: Who, poll: Made) => governing(who) || made(who, poll),
  'polls.delete': (who: Who, poll: Made) => admin(who) || made(who, poll),
  'polls.export': (who: Who, poll: Made) => admin(who) || made(who, poll),

  'bank.manage': admin,

  'dashboard.open': governing,
  'tasks.view': governing,
  'tasks.create': (who: Who) => admin(who) || holds(who, taskCreators),
  'tasks.respond': signedIn,
  'tasks.update': (who: Who, task: Made) => admin(who) || made(who, task),
  'tasks.complete': (who: Who, task: Made) => admin(who) || made(who, task),
  'tasks.delete': (who: Who, task: Made) => admin(who) || made(who, task),
  'tasks.filter-by-person': admin,

  'interviews.answer': signedIn,
  'interviews.manage': admin,

  'messenger.enter': (who: Who, { group }: { readonly group: MessengerGroup }) => groupRules[group](who),
  'admin-chat.read': governing,
  'admin-chat.write': admin,

  'members.appoint': staffs,
  'members.remove': staffs,
  'content.moderate': moderates,
} satisfies Record<string, (who: Who, subject: never) => boolean>

type Rules = typeof rules

/** Every permission there is. */
export type AnyPermission = keyof Rules

/** What a permission is about; nothing for those that depend on who asks alone. */
type SubjectOf<P extends AnyPermission> =
  Parameters<Rules[P]> extends [unknown, infer Subject] ? [subject: Subject] : []

/** Permissions that depend on who asks alone: a call may name one of them as its access. */
export type Permission = { [P in AnyPermission]: SubjectOf<P> extends [] ? P : never }[AnyPermission]

/** Every permission, for tables and tests. */
export const permissions = Object.keys(rules) as AnyPermission[]

/** Whether a citizen may do something: `can(citizen, 'polls.close', poll)`. The server and every screen ask here. */
export function can<P extends AnyPermission>(who: Who, permission: P, ...subject: SubjectOf<P>): boolean {
  const rule = rules[permission] as (who: Who, subject: unknown) => boolean
  return rule(who, subject[0])
}
