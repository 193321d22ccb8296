import type { FeatureName } from '@nation/domain/system'

interface Words {
  readonly title: string
  /** What is going on while it is on, and while it is off. */
  readonly on: string
  readonly off: string
  /** What switching it off means. */
  readonly asked: string
}

/** What each feature is, for the administrator who switches it (decision 30). */
export const switchWords: Readonly<Record<FeatureName, Words>> = {
  elections: {
    title: 'Elections',
    on: 'Candidates, elections and results can be read; citizens stand and vote.',
    off: 'Its pages are hidden. An election that is planned or open goes on to its end; no new one begins.',
    asked:
      'Candidates, elections and results disappear from every page, and citizens cannot stand or vote. An election that is open ' +
      'goes on to its end. Everything is kept.',
  },
  voting: {
    title: 'Voting',
    on: 'Polls are open, and votes are cast in elections.',
    off: 'Polls are hidden, and no vote is taken in elections, which stay readable.',
    asked: 'Polls disappear from every page, and no vote is taken in elections. Everything that was given is kept.',
  },
  admin: {
    title: 'This panel',
    on: 'Only a command on the nation’s own machine switches it: an administrator who closed it here could not open it again.',
    off: 'Switched on again by a command on the nation’s own machine.',
    asked: '',
  },
}
