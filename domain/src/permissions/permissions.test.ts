import { describe, expect, it } from 'vitest'
import {
  can,
  governmentRoles,
  isRoleAudience,
  memberLabel,
  messengerGroups,
  permissions,
  roleAudiences,
  type AnyPermission,
  type GovernmentRole,
  type RoleAudience,
  type Roles,
  type Who,
} from './permissions'

const citizen = {
  uid: 'me',
  role: 'citizen',
  governmentRole: null,
  isAdmin: false,
  isSuperAdmin: false,
} as const satisfies Who & Roles

const official = (governmentRole: GovernmentRole): Who => ({ ...citizen, role: 'government', governmentRole })

/** Everybody whom requirements 1.6 and 2.6 speak of, each one fact away from a citizen. */
const people = {
  visitor: null,
  citizen,
  candidate: { ...citizen, role: 'candidate' },
  moderator: { ...citizen, role: 'moderator' },
  president: official('president'),
  primeMinister: official('primeMinister'),
  secretary: official('secretary'),
  finance: official('financeMinister'),
  creativity: official('creativityMinister'),
  marketing: official('marketingMinister'),
  justice: official('justiceMinister'),
  admin: { ...citizen, isAdmin: true },
  superAdmin: { ...citizen, isSuperAdmin: true },
} satisfies Record<string, Who>

type Person = keyof typeof people
const all = Object.keys(people) as Person[]
const signedIn = all.filter((who) => who !== 'visitor')
const admins: Person[] = ['admin', 'superAdmin']
const officials: Person[] = ['president', 'primeMinister', 'secretary', 'finance', 'creativity', 'marketing', 'justice']
const executives: Person[] = ['president', 'primeMinister', 'secretary']

const own = { createdById: 'me', ownerId: 'me' }
const foreign = { createdById: 'another citizen', ownerId: 'another citizen' }

/** Each permission, what it is asked about, and everybody who has it: those who are not named have not. */
const table: [AnyPermission, unknown, Person[]][] = [
  ['elections.create', undefined, ['president', ...admins]],
  ['elections.cancel', own, ['president', ...admins]],
  ['elections.cancel', foreign, admins],
  ['elections.cancel', { createdById: null }, admins],
  ['holdings.view', { ...own, isCandidate: false }, signedIn],
  ['holdings.view', { ...foreign, isCandidate: false }, admins],
  ['holdings.view', { ...foreign, isCandidate: true }, all],
  ['polls.create', undefined, [...officials, ...admins]],
  ['polls.update', undefined, [...officials, ...admins]],
  ['polls.close', own, signedIn],
  ['polls.close', foreign, [...officials, ...admins]],
  ['polls.delete', own, signedIn],
  ['polls.delete', foreign, admins],
  ['polls.export', own, signedIn],
  ['polls.export', foreign, admins],
  ['bank.manage', undefined, admins],
  ['dashboard.open', undefined, [...officials, ...admins]],
  ['tasks.view', undefined, [...officials, ...admins]],
  ['tasks.create', undefined, [...executives, 'creativity', ...admins]],
  ['tasks.respond', undefined, signedIn],
  ['tasks.update', own, signedIn],
  ['tasks.update', foreign, admins],
  ['tasks.complete', own, signedIn],
  ['tasks.complete', foreign, admins],
  ['tasks.delete', own, signedIn],
  ['tasks.delete', foreign, admins],
  ['tasks.filter-by-person', undefined, admins],
  ['interviews.answer', undefined, signedIn],
  ['interviews.manage', undefined, admins],
  ['messenger.enter', { group: 'citizens' }, signedIn],
  ['messenger.enter', { group: 'government' }, [...officials, ...admins]],
  ['messenger.enter', { group: 'executives' }, [...executives, ...admins]],
  ['messenger.enter', { group: 'admins' }, admins],
  ['admin-chat.read', undefined, [...officials, ...admins]],
  ['admin-chat.write', undefined, admins],
  ['members.appoint', { office: 'president' }, admins],
  ...governmentRoles
    .filter((office) => office !== 'president')
    .flatMap((office): [AnyPermission, unknown, Person[]][] => [
      ['members.appoint', { office }, ['president', ...admins]],
      ['members.remove', { office }, ['president', ...admins]],
    ]),
  ['members.remove', { office: 'president' }, admins],
  ['content.moderate', undefined, ['moderator', 'marketing', ...admins]],
]

const ask: (who: Who, permission: AnyPermission, subject: never) => boolean = can

describe('Permissions', () => {
  it.each(
    table.flatMap(([permission, subject, may]) =>
      all.map((who) => ({ permission, subject, who, may: may.includes(who) })),
    ),
  )('$permission of $subject for $who: $may', ({ permission, subject, who, may }) => {
    expect(ask(people[who], permission, subject as never)).toBe(may)
  })

  it('are all in the table, each group and office of the messenger and the cabinet too', () => {
    expect(new Set(table.map(([permission]) => permission))).toEqual(new Set(permissions))
    const groups = table.flatMap(([, subject]) => (subject as { group?: string } | undefined)?.group ?? [])
    expect(groups.toSorted()).toEqual([...messengerGroups].toSorted())
  })
})

describe('The label of a member', () => {
  it.each([
    [people.admin, 'admin'],
    [people.superAdmin, 'admin'],
    [{ ...people.admin, governmentRole: 'president' }, 'admin'],
    [people.president, 'government'],
    [people.moderator, 'citizen'],
    [people.candidate, 'citizen'],
  ] as const)('of %o is %s', (who, label) => {
    expect(who && memberLabel(who)).toBe(label)
  })
})

describe('The audiences of live events that a role decides', () => {
  const hear: Record<RoleAudience, Person[]> = {
    officials: [...officials, ...admins],
    executives: [...executives, ...admins],
    moderators: ['moderator', 'marketing', ...admins],
    admins,
  }

  it.each(Object.entries(hear))('%s are those people, and nobody else', (audience, them) => {
    expect(isRoleAudience(audience) && all.filter((who) => roleAudiences[audience](people[who]))).toEqual(
      all.filter((who) => them.includes(who)),
    )
  })

  it('are not those of everybody, of named citizens or of the server', () => {
    expect(['public', 'citizens', 'listed', 'system', 'citizen:admins', 'toString'].filter(isRoleAudience)).toEqual([])
  })
})
