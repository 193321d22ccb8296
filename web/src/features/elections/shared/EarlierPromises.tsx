import { Link } from 'react-router-dom'
import { Text } from '../../../ui'
import { promisesPath, recordInWords } from '../../government'
import classes from './EarlierPromises.module.css'
import type { Candidate } from './types'

type Recorded = Pick<Candidate, 'userId' | 'displayName' | 'record'>

/** Whether the candidate was elected before with goals or promises. */
export const hasEarlierPromises = ({ record }: Pick<Candidate, 'record'>): boolean =>
  record !== null && record.done + record.broken + record.open > 0

interface Props {
  candidate: Recorded
  /** Whether a title above says already what it is about. */
  titled?: boolean
}

/**
 * (ruling: promises kept) What became of the promises of the candidate's earlier terms, in one line that leads to the whole. Nothing
 * for a candidate who made none in office.
 */
export function EarlierPromises({ candidate, titled = false }: Props) {
  const { record, userId, displayName } = candidate
  if (!record || !hasEarlierPromises(candidate)) return null
  const line = recordInWords(record)
  return (
    <Text as="div" step={titled ? 0 : -1} figures>
      <Link
        to={promisesPath(userId)}
        className={classes.record}
        aria-label={`Earlier promises of ${displayName}: ${line}`}
      >
        {!titled && 'Earlier promises: '}
        {line}
      </Link>
    </Text>
  )
}
