import { useSearchParams } from 'react-router-dom'
import { Page, PageHead } from '../../../ui/Page'
import { usePageTitle } from '../../../ui/use-page-title'
import { useSession } from '../../../lib/session/session'
import { TabLinks } from '../../../ui/kit/TabLinks'
import { MyResponses } from './MyResponses'
import { OpenInterviews } from './OpenInterviews'

const tabs = [
  { id: 'open', label: 'Open interviews', to: '/interviews' },
  { id: 'mine', label: 'My responses', to: '/interviews?show=mine' },
]

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
      {user && <TabLinks label="Interviews" tabs={tabs} current={mine ? 'mine' : 'open'} />}
      {mine ? <MyResponses key={user.uid} /> : <OpenInterviews />}
    </Page>
  )
}
