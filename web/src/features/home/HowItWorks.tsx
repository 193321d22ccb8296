import { useLimits } from '../../lib/settings/limits'
import { inFull, Stack, Columns, Text } from '../../ui'
import { electionSettings, positions, weightTiers } from '@nation/domain/elections'
import { countInWords } from '@nation/domain/formats'
import { Link } from 'react-router-dom'
import { useFeatures } from '../../lib/feature-flags'
import home from './Home.module.css'
import classes from './HowItWorks.module.css'

const ON = 1_000_000_000n

const leaders = new Intl.ListFormat('en-GB').format(
  positions.filter(({ phase }) => phase === 'phase_one').map(({ title }) => title),
)
const ministries = countInWords(positions.filter(({ phase }) => phase === 'phase_two').length)

/** How Democracy Works: hold, vote, see. Every number is the one that the rules use. */
export function HowItWorks() {
  const { elections } = useFeatures()
  const { minFollowers, candidacyTokens } = useLimits()
  return (
    <Stack as="section" gap={5} className={home.far} aria-labelledby="how">
      <Text id="how" as="h2" step={4} face="display" className={home.heading}>
        How Democracy Works
      </Text>
      <Columns as="ol" narrowest="19rem" className={classes.steps}>
        <Stack as="li" gap={3} pad={[6, 5]} top className={classes.step}>
          <h3>Hold $ON</h3>
          <p>Your holdings, read in the hour before the election opens, decide how much your vote weighs.</p>
          <table className={classes.tiers}>
            <caption className="visually-hidden">Vote weight by balance</caption>
            <tbody>
              {weightTiers.toReversed().map((tier) => (
                <tr key={tier.tier}>
                  <th scope="row">{tier.title}</th>
                  <td>{tier.from === 0n ? 'from 0' : `from ${Number(tier.from / ON / 1_000_000n)}M`}</td>
                  <td>
                    <b>{(tier.units / 10).toFixed(1)}×</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Stack>
        <Stack as="li" gap={3} pad={[6, 5]} top className={classes.step}>
          <h3>Vote Weekly</h3>
          <p>
            From Monday to Thursday noon the nation votes for {leaders}; from Thursday noon to Sunday midnight for the{' '}
            {ministries} ministries.
          </p>
          <p>
            You may move your vote until the phase closes. Voting needs an X account that is{' '}
            {electionSettings.votingAccountMonths} months old.
          </p>
        </Stack>
        <Stack as="li" gap={3} pad={[6, 5]} top className={classes.step}>
          <h3>See Change</h3>
          <p>
            On Monday, 00:00 UTC, the count is closed, checked, and the winners take their seats. Every result stays
            readable.
          </p>
          <p>
            Want a seat yourself? {inFull(minFollowers)} followers and {inFull(candidacyTokens)}&nbsp;$ON is all it
            takes to {elections ? <Link to="/elections/create-profile">stand</Link> : 'stand'}.
          </p>
        </Stack>
      </Columns>
    </Stack>
  )
}
