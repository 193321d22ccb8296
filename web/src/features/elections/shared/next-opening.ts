import { opensAfter } from '@nation/domain/elections'
import type { ElectionSummary } from './types'

/** When the nation opens an election automatically once this one is over and nothing is planned behind it. */
export const nextOpening = ({ startsAt, endsAt }: Pick<ElectionSummary, 'startsAt' | 'endsAt'>): number =>
  opensAfter({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) }).getTime()
