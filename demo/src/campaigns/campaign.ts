import type { PositionId } from '@nation/domain/elections'

/** What a candidate of the demo nation stands for, as they would have typed it into the form. */
export interface Campaign {
  /** The handle of the persona who stands. */
  readonly handle: string
  readonly position: PositionId
  readonly displayName: string
  readonly title?: string
  readonly slogan: string
  readonly bio: string
  readonly vision: string
  readonly why: string
  readonly goals?: readonly string[]
  readonly promises?: readonly string[]
  readonly experience?: string
  readonly policies?: string
  readonly qualifications?: string
  readonly discord?: string
  readonly website?: string
  /** Whether they had a banner drawn; without one the page draws its own engraving. */
  readonly banner?: boolean
}
