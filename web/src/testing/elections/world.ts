import type { CallAnswer } from '@nation/domain/contract'
import type { demoPersonas } from '@nation/demo'
import type { OwnProfile } from '../../lib/session/session'
import type { FakeOptions } from '../fake-nation'

export type Candidate = CallAnswer<'candidates.get'>['candidate']
export type Election = NonNullable<CallAnswer<'elections.current'>['election']>
export type Summary = CallAnswer<'elections.list'>['elections'][number]

/** Who lives in the nation, and who looks at it. */
export interface World extends FakeOptions {
  readonly people: ReturnType<typeof demoPersonas>
  readonly picture: (index: number) => string
  readonly user: OwnProfile
}

/** What all answers about elections are about; what is changed shows in what is answered next. */
export interface Scene {
  readonly world: World
  /** The week's election. */
  readonly election: Election
  readonly candidates: Candidate[]
  /** The citizen's votes: candidates by position. */
  readonly votes: Map<string, string>
}
