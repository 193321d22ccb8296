/** Base units in one $ON: the token has 9 decimals (requirements 1.9). */
export const baseUnitsPerToken = 1_000_000_000n

/** What standing and voting need, and what each page prints of it. One place, so that no two pages disagree. */
export const electionSettings = {
  /** Followers on X that a candidacy needs (ruling: candidacy needs). */
  minFollowers: 100,
  /** $ON that a candidacy needs in the linked wallet (requirements 1.3, tokenRequirement). */
  candidacyTokens: 50_000,
  /** Calendar months that an X account must have existed before it may vote. */
  votingAccountMonths: 6,
  /** $ON from which the ID card says 'Eligible Candidate' (requirements 1.5). */
  eligibleCandidateBadgeTokens: 5_000_000,
} as const

/** Lengths of the texts of a candidacy, in characters. */
export const candidacyLimits = {
  displayName: 60,
  title: 80,
  campaignSlogan: 100,
  bio: 2_000,
  vision: 4_000,
  whyVoteForMe: 4_000,
  goal: 300,
  promise: 300,
  goals: 3,
  promises: 3,
  experience: 4_000,
  policies: 4_000,
  qualifications: 4_000,
  handle: 40,
  url: 500,
  attachmentLabel: 40,
  attachmentFiles: 10,
  search: 80,
} as const

const hour = 3_600_000
const day = 24 * hour

/** Length of the reason for which an election is cancelled, in characters. */
export const cancelReasonLength = 200

/** Lengths of elections, in milliseconds (ruling: election week). */
export const electionLimits = {
  longest: 14 * day,
  startsWithin: 28 * day,
  /** A planned election opens no sooner than this from now: citizens shall hear of it before it elects. */
  notice: day,
  /** Each phase of a planned election lasts at least this: an office whose phase is a moment could not be voted for. */
  shortestPhase: 12 * hour,
  /** A gap between planned elections shorter than this stays a gap: the officials simply stay in office. */
  shortestGap: day,
} as const
