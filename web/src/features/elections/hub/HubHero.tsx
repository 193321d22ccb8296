import { electedRoles } from '@nation/domain/elections'
import { countFirst } from '@nation/domain/formats'
import { Link, useSearchParams } from 'react-router-dom'
import { useFeatures } from '../../../lib/feature-flags'
import { ButtonLink, LineWork, officeStyle, Stack, Row, Text } from '../../../ui'
import type { Election } from '../shared/types'
import { useElectionNow } from '../shared/use-stage'
import classes from './HubHero.module.css'
import { takesCandidacies, votedOffices } from './offices'
import { OpenOffices } from './OpenOffices'
import { viewOf, views } from './views'

interface Props {
  /** The election that runs: undefined while it is read, null where there is none. */
  election: Election | null | undefined
  /** Whether it could not be read. */
  failed: boolean
}

/** The hub's head: what this is, what is open, the way to stand for office, and which elections one looks at. */
export function HubHero({ election, failed }: Props) {
  const standings = election && election.status !== 'upcoming' ? election.id : undefined
  const [parameters] = useSearchParams()
  const view = viewOf(parameters)
  return (
    <Stack as="header" className={classes.head}>
      <Text as="div" tone="state" stage className={classes.stage}>
        <LineWork seed="the elections of the nation" kind="band" className={classes.band} />
        <LineWork seed="nine seats, every week anew" className={classes.rosette} />
        <Stack gap={3} className={classes.words}>
          <Text as="h1" tone="state" step={4} face="display" className={classes.title}>
            Elections
          </Text>
          <Text tone="soft" step={1} className={classes.lead}>
            {countFirst(electedRoles.length)} seats, elected every week. Each vote is weighted by what your wallet held
            before the opening, and you may move it until its phase closes.
          </Text>
          <OpenOffices election={election} failed={failed} />
          <Row gap={3}>
            {election ? <RunAtThisTime election={election} /> : <Run first={false} />}
            {/* Its room is reserved until it is known whose standings they are. */}
            <ButtonLink
              to={standings === undefined ? '/elections' : `/elections/results/${standings}`}
              variant="default"
              size="md"
              className={standings === undefined ? classes.later : undefined}
            >
              Standings
            </ButtonLink>
          </Row>
        </Stack>
        <span className={classes.hues} aria-hidden="true">
          {electedRoles.map((role) => (
            <i key={role} style={officeStyle(role)} />
          ))}
        </span>
      </Text>
      <Row as="nav" nowrap gap={5} className={classes.views} aria-label="Elections by time">
        {views.map(({ id, label, to }) => (
          <Link key={id} to={to} aria-current={view === id ? 'page' : undefined} preventScrollReset>
            {label}
          </Link>
        ))}
      </Row>
    </Stack>
  )
}

/**
 * While offices take votes the filled button is that of the ballot, in the bar; while none takes candidacies, there is none. The
 * nation's time is known once the election is.
 */
function RunAtThisTime({ election }: { election: Election }) {
  const { voting } = useFeatures()
  const voted = votedOffices(election, useElectionNow(election))
  return <Run first={takesCandidacies(election) && (!voting || voted.length === 0)} />
}

const Run = ({ first }: { first: boolean }) => (
  <ButtonLink to="/elections/create-profile" variant={first ? 'filled' : 'default'} size="md">
    Run for Office
  </ButtonLink>
)
