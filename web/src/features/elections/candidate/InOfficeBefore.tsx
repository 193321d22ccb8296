import { Link } from 'react-router-dom'
import { Text } from '../../../ui'
import { promisesPath, doneInWords, usePromises } from '../../government'
import type { Candidate } from '../shared/types'
import classes from './InOfficeBefore.module.css'

/** What became of what the candidate promised for offices that they won. Fails silently: it is not what one came for. */
export function InOfficeBefore({ candidate: { id, userId } }: { candidate: Pick<Candidate, 'id' | 'userId'> }) {
  const { data } = usePromises(userId)
  const terms = data?.terms.filter(({ candidateId }) => candidateId !== id) ?? []
  if (terms.length === 0) return null
  return (
    <Text step={-1} figures className={classes.before}>
      In office before: <Link to={promisesPath(userId)}>{doneInWords(terms)}</Link>
    </Text>
  )
}
