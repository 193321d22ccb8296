import type { CallAnswer } from '@nation/domain/contract'
import { electedRoles, positions } from '@nation/domain/elections'

/** A seated official. */
export type Member = CallAnswer<'members.get-government'>['members'][number]

export interface Seat {
  readonly role: Member['governmentRole']
  readonly member: Member | undefined
}

/** The elected seats in the order of the ballot paper, vacant ones included, and officials appointed beside them. */
export function seatsOf(members: readonly Member[]): { elected: readonly Seat[]; appointed: readonly Seat[] } {
  const byRole = new Map(members.map((member) => [member.governmentRole, member]))
  return {
    elected: positions.map(({ role }) => ({ role, member: byRole.get(role) })),
    appointed: members
      .filter((member) => !electedRoles.includes(member.governmentRole))
      .map((member) => ({ role: member.governmentRole, member })),
  }
}

/** Who holds each seat; seats that are vacant are left out. */
export const holdersOf = (seats: readonly Seat[]): ReadonlyMap<Seat['role'], string> =>
  new Map(seats.flatMap(({ role, member }) => (member ? [[role, member.uid]] : [])))

/** The seats that changed hands, fell vacant or were filled since `before`, in their order: each with its place among them. */
export function turnsSince(
  before: ReadonlyMap<Seat['role'], string>,
  seats: readonly Seat[],
): ReadonlyMap<Seat['role'], number> {
  const turned = seats.filter(({ role, member }) => before.get(role) !== member?.uid)
  return new Map(turned.map(({ role }, place) => [role, place]))
}

/** How many of the seats have changed hands, for those who do not see them turn over. */
export const turnsInWords = (turned: number, of: number): string =>
  `The government has changed: ${turned} of ${of} seats ${turned === 1 ? 'is' : 'are'} held by another citizen or vacant.`
