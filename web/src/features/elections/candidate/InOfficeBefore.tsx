import { Text } from '../../../ui'
import { EarlierPromises, hasEarlierPromises } from '../shared/EarlierPromises'
import type { Candidate } from '../shared/types'
import classes from './InOfficeBefore.module.css'

/** What became of what the candidate promised for offices that they won. */
export function InOfficeBefore({ candidate }: { candidate: Candidate }) {
  return (
    <Text as="div" step={-1} figures className={classes.before}>
      {hasEarlierPromises(candidate) ? (
        <EarlierPromises candidate={candidate} />
      ) : candidate.record ? (
        'Elected before, without goals or promises.'
      ) : (
        'Not elected to an office before.'
      )}
    </Text>
  )
}
