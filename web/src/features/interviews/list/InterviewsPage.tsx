import { Link, useSearchParams } from 'react-router-dom'
import { Page, PageHead } from '../../../app/Page'
import { usePageTitle } from '../../../app/use-page-title'
import { useSession } from '../../../lib/session/session'
import { MyResponses } from './MyResponses'
import classes from './InterviewsPage.module.css'
import { OpenInterviews } from './OpenInterviews'

/** What the nation asks its citizens (requirements 2.2), and what one has answered. */
export default function InterviewsPage() {
  usePageTitle()
  const [parameters] = useSearchParams()
  const user = useSession((state) => state.user)
  const mine = user !== null && parameters.get('show') === 'mine'
  return (
    <Page>
      <PageHead title="Interviews">
        <p>
          What the government wants to hear from you, in your own words. Everybody reads the questions; citizens answer.
        </p>
      </PageHead>
      {user && (
        <nav className={classes.tabs} aria-label="Interviews">
          <Link to="/interviews" aria-current={mine ? undefined : 'page'}>
            Open interviews
          </Link>
          <Link to="/interviews?show=mine" aria-current={mine ? 'page' : undefined}>
            My responses
          </Link>
        </nav>
      )}
      {mine ? <MyResponses key={user.uid} /> : <OpenInterviews />}
    </Page>
  )
}
