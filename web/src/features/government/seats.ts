import type { CallAnswer } from '@nation/domain/contract'
import { electedRoles } from '@nation/domain/elections'

/** A seated official. */
export type Member = CallAnswer<'members.get-government'>['members'][number]

export interface Seat {
  readonly role: Member['governmentRole']
  readonly member: Member | undefined
}

/** The nine elected seats in the order of the ballot paper, vacant ones included, and officials appointed beside them. */
export function seatsOf(members: readonly Member[]): { elected: readonly Seat[]; appointed: readonly Seat[] } {
  const byRole = new Map(members.map((member) => [member.governmentRole, member]))
  const elected = electedRoles.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  return {
    elected: elected.map((role) => ({ role, member: byRole.get(role) })),
    appointed: members
      .filter((member) => !electedRoles.includes(member.governmentRole))
      .map((member) => ({ role: member.governmentRole, member })),
  }
}

const order: readonly Member['governmentRole'][] = [
  'president',
  'primeMinister',
  'secretary',
  'financeMinister',
  'creativityMinister',
  'raidMinister',
  'developmentMinister',
  'marketingMinister',
  'citizensMinister',
]
