import type { FeatureName } from '@nation/domain/system'

/** What is said in place of a feature that an operator has switched off. */
export const switchedOffWords: Readonly<Record<FeatureName, { readonly title: string; readonly outlook: string }>> = {
  elections: {
    title: 'Elections are switched off',
    outlook: 'Candidacies, votes and results are kept as they are.',
  },
  voting: { title: 'Voting is switched off', outlook: 'Polls and the votes that were given are kept as they are.' },
  admin: {
    title: 'The panel is switched off',
    outlook: 'It is switched on again by a command on the nation’s own machine.',
  },
}
