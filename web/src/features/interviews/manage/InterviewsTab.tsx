import { can } from '@nation/domain/permissions'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../../lib/session/session'
import { AskedInterviews } from './AskedInterviews'
import { ManagedInterviews } from './ManagedInterviews'
import { ResponsesView } from './ResponsesView'

/**
 * The dashboard's Interviews (requirements 2.2): administrators ask, open and close, and read the responses;
 * officials see what is asked.
 */
export function InterviewsTab() {
  const [parameters] = useSearchParams()
  const user = useSession((state) => state.user)
  const interviewId = parameters.get('interview')
  if (!can(user, 'interviews.manage')) return <AskedInterviews />
  return interviewId === null ? <ManagedInterviews /> : <ResponsesView key={interviewId} interviewId={interviewId} />
}
