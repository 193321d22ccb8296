/** What an operator may switch off. Everything is on unless it was switched off (ruling: feature flags). */
export const featureNames = ['elections', 'voting', 'admin'] as const

export type FeatureName = (typeof featureNames)[number]

/** What is on. */
export type Features = Readonly<Record<FeatureName, boolean>>

export const allFeaturesOn: Features = { elections: true, voting: true, admin: true }

/**
 * What can be switched in the panel. The panel itself cannot: an administrator who closed it could not open it again, so
 * that is done by a command on the nation's own machine.
 */
export const panelSwitches = ['elections', 'voting'] as const satisfies FeatureName[]

const featuresOfResource: Readonly<Record<string, readonly FeatureName[]>> = {
  elections: ['elections'],
  candidates: ['elections'],
  votes: ['elections'],
  polls: ['voting'],
  'vote-hub': ['voting'],
  admin: ['admin'],
}

/** Calls of polls under `/api/government`. */
const governmentPolls: readonly string[] = ['government.get-polls', 'government.create-poll']

/**
 * The features that a call belongs to: each of them must be on. Elections: everything about candidates, elections and
 * their results. Voting: polls, and casting a vote in an election. Admin: all that needs the panel's own sign-in.
 */
export function featuresOfCall(call: { readonly id: string; readonly access: unknown }): readonly FeatureName[] {
  if (call.id === 'votes.cast') return ['elections', 'voting']
  if (governmentPolls.includes(call.id)) return ['voting']
  if (call.access === 'panel') return ['admin']
  return featuresOfResource[call.id.split('.')[0] ?? ''] ?? []
}
