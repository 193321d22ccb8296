import type { GovernmentRole } from '@nation/domain/permissions'

/** The measures of a shared picture, in pixels: what the large cards of social networks show whole. */
export const shareSize = { width: 1200, height: 630 } as const

/** One person: a candidate, an official, or a citizen whose page is open. */
export interface PersonShare {
  readonly kind: 'person'
  /** What they are: 'Candidate for President'. */
  readonly is: string
  readonly name: string
  /** On X, without the sign. */
  readonly handle: string
  /** What they say, or what is known of them. */
  readonly line: string
  readonly foot: string
  /** The office whose hue and numeral it bears; null for a citizen. */
  readonly office: { readonly role: GovernmentRole; readonly numeral: string } | null
  /** A path of ours, such as `/media/portraits/ab12.webp`; others are not loaded. */
  readonly picture: string | null
}

/** A seat, and who won it: null when the seat is vacant, or its winner not known yet. */
export interface ShareSeat {
  readonly title: string
  readonly role: GovernmentRole
  readonly numeral: string
  /** Whether votes for it are taken, and until when or from when on, in words. */
  readonly open: boolean
  readonly note: string
  readonly winner: { readonly name: string; readonly username: string; readonly picture: string | null } | null
}

/** A week: who was elected, or, before the count, that the nation votes. */
export interface WeekShare {
  readonly kind: 'week'
  readonly week: string
  readonly title: string
  readonly line: string
  /** Whether the votes are counted. Before, no seat is vacant. */
  readonly counted: boolean
  readonly seats: readonly ShareSeat[]
}

export type Share = PersonShare | WeekShare
