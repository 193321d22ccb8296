import { IconCheckbox, IconMessage2Question, IconWritingSign } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useFeatures } from '../../lib/feature-flags'
import { Page, PageHead } from '../../ui/Page'
import { usePageTitle } from '../../ui/use-page-title'
import { needs, offices, week } from '../rules'
import { OfficesToVote, OpenInterviews, OpenPolls } from './Figures'
import { OpenElection } from './OpenElection'
import { Columns, Text } from '../../ui'
import classes from './Participation.module.css'
import { Way } from './Way'

/** Three ways to take part (requirements 1.2). */
export default function Participation() {
  usePageTitle()
  const { elections, voting } = useFeatures()
  return (
    <Page>
      <PageHead title="Participation">
        <p>A nation is what its citizens do. There are three ways to have a say, and none of them takes long.</p>
      </PageHead>
      <Columns as="ol" narrowest="19rem" gap={5} aria-label="Ways to take part">
        <Way
          to="/elections"
          title="Elections"
          sign={<IconCheckbox size={30} stroke={1.5} aria-hidden />}
          action="Go to the elections"
          first
          terms={[
            ['Who', `Everybody whose X account is at least ${needs.accountMonths} months old.`],
            ['When', `Every week from ${week.opens}.`],
            ['Counts', 'One vote for each office, weighted by holdings; changeable until the phase closes.'],
          ]}
        >
          <p>
            Choose the {offices.count} who govern, or stand for office yourself. Read what the candidates promise, give
            each office your vote, and see who is seated when the election ends.
          </p>
          {elections && <OpenElection />}
          {elections && voting && <OfficesToVote />}
        </Way>
        <Way
          to="/vote"
          title="Vote"
          sign={<IconWritingSign size={30} stroke={1.5} aria-hidden />}
          action="Go to the Vote Hub"
          terms={[
            ['Who', 'Every citizen who may vote in elections.'],
            ['When', 'As soon as the government puts a question to you.'],
            ['Counts', 'One vote for each proposal. All weigh the same, and they are final.'],
          ]}
        >
          <p>
            Between elections the government asks: shall we do this, or that? Answer its polls, and see at once how the
            nation is divided.
          </p>
          {voting && <OpenPolls />}
        </Way>
        <Way
          to="/interviews"
          title="Interviews"
          sign={<IconMessage2Question size={30} stroke={1.5} aria-hidden />}
          action="Go to the interviews"
          terms={[
            ['Who', 'Everybody may read the questions; citizens answer them.'],
            ['When', 'While an interview is active.'],
            ['Counts', 'In your own words, read by the government.'],
          ]}
        >
          <p>
            Some things cannot be ticked. In an interview you tell the government in your own words what you see, what
            you miss and what you can do.
          </p>
          <OpenInterviews />
        </Way>
      </Columns>
      <Text tone="soft" wide className={classes.rules}>
        What it takes to vote and to stand is written in the constitution:{' '}
        <Link to="/rules#membership-requirements">Membership Requirements</Link> and{' '}
        <Link to="/rules#voting-power-system">Voting Power System</Link>.
      </Text>
    </Page>
  )
}
