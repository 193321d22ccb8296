import type { LimitName } from '@nation/domain/system'

interface Words {
  readonly title: string
  /** What its field is called. */
  readonly label: string
  /** What it does. */
  readonly does: string
  /** From when a change holds, and for whom not. */
  readonly holds: string
}

/** What each limit is, for the administrators who may change it (decision 99). */
export const limitWords: Readonly<Record<LimitName, Words>> = {
  minFollowers: {
    title: 'Followers that a candidacy needs',
    label: 'Followers on X',
    does: 'How many followers on X a citizen needs to stand for office.',
    holds: 'A change applies to new candidacies. Present candidates stay candidates.',
  },
  candidacyTokens: {
    title: '$ON that a candidacy needs',
    label: '$ON in the linked wallet',
    does: 'How much $ON a citizen needs in their linked wallet to stand for office, and to be marked as a verified holder.',
    holds:
      'A change applies to new candidacies. Present candidates stay candidates; their mark as a holder follows at once.',
  },
}
