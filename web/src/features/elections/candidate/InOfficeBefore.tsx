import { Link } from 'react-router-dom'
import { NotKnown, Skeleton, Text } from '../../../ui'
import { promisesPath, doneInWords, usePromises } from '../../government'
import type { Candidate } from '../shared/types'
import classes from './InOfficeBefore.module.css'

/** What became of what the candidate promised for offices that they won. Its line is there before it is known: nothing moves. */
export function InOfficeBefore({ candidate: { id, userId } }: { candidate: Pick<Candidate, 'id' | 'userId'> }) {
  const { data, error } = usePromises(userId)
  const terms = data?.terms.filter(({ candidateId }) => candidateId !== id)
  return (
    <Text step={-1} figures className={classes.before}>
      {terms?.length === 0 ? (
        'Not elected to an office before.'
      ) : (
        <>
          In office before:{' '}
          {terms ? (
            <Link to={promisesPath(userId)}>{doneInWords(terms)}</Link>
          ) : error ? (
            <NotKnown />
          ) : (
            <Skeleton width="11rem" height="1em" className={classes.waiting} />
          )}
        </>
      )}
    </Text>
  )
}
