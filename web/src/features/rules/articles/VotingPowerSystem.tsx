import { Clause, Clauses } from '../Article'
import { listed, offices, plans, rollMinutes, tiers, week } from '../facts'
import { Table } from '../../../ui/kit/Table'
import tables from '../tables.module.css'

export function VotingPowerSystem() {
  return (
    <Clauses>
      <Clause title="One vote for each office">
        <p>
          A citizen has one vote for each office in each election: {offices.count} offices, {offices.count} votes. It
          may be cast for oneself.
        </p>
      </Clause>
      <Clause title="Two phases">
        <p>
          The regular week of an election has two phases. A phase includes the instant at which it opens, and not the
          one at which it closes.
        </p>
        <Table caption="When which offices are voted on" className={tables.table}>
          <thead>
            <tr>
              <th scope="col">Phase</th>
              <th scope="col">Offices</th>
              <th scope="col">Votes are taken</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Phase one</th>
              <td>{listed(offices.phaseOne)}</td>
              <td>
                from {week.opens}, until {week.turns}
              </td>
            </tr>
            <tr>
              <th scope="row">Phase two</th>
              <td>{listed(offices.phaseTwo)}</td>
              <td>
                from {week.turns}, until {week.closes}
              </td>
            </tr>
          </tbody>
        </Table>
      </Clause>
      <Clause title="Other dates">
        <p>
          The president and administrators may plan elections on other dates. A planned election lasts at most{' '}
          {plans.longest} and each of its phases at least {plans.shortestPhase}. It is announced at least {plans.notice}{' '}
          before it opens, and opens within {plans.startsWithin}. Its seats change at its end. What is left of a regular
          week has an election of its own, when it is long enough; otherwise the officials stay until the next one.
        </p>
      </Clause>
      <Clause title="Votes can be changed, until they cannot">
        <p>
          <strong>A vote can be changed until the position’s phase closes; then it is final.</strong> A citizen who
          changes a vote takes it from one candidate and gives it to another: it never counts twice. A candidate who
          withdraws loses all votes, and their voters may vote again while the phase is open.
        </p>
      </Clause>
      <Clause title="Weight by holdings">
        <p>Each vote counts. How much it weighs depends on the $ON that the citizen holds in the linked wallet.</p>
        <Table caption="What a vote weighs" className={tables.table}>
          <thead>
            <tr>
              <th scope="col">Standing</th>
              <th scope="col" data-number>
                From $ON
              </th>
              <th scope="col" data-number className={tables.spare}>
                Below $ON
              </th>
              <th scope="col" data-number>
                Weight
              </th>
            </tr>
          </thead>
          <tbody>
            {tiers.map((tier) => (
              <tr key={tier.title}>
                <th scope="row">{tier.title}</th>
                <td data-number>{tier.from}</td>
                <td data-number className={tables.spare}>
                  {tier.below ?? '—'}
                </td>
                <td data-number>
                  <strong>{tier.weight}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
        <p>A balance that is exactly on a threshold belongs to the higher standing.</p>
      </Clause>
      <Clause title="The roll">
        <p>
          Holdings are read from the chain in the last {rollMinutes} minutes before the opening of an election, written
          into its roll and frozen by the opening: buying or selling during the election changes no weight. What the
          chain would not tell in time is the balance that was last known. A wallet that is linked later weighs{' '}
          {tiers[0]?.weight} until the next election. A wallet counts for one citizen in each election, also when
          another links it afterwards.
        </p>
      </Clause>
      <Clause title="Who wins">
        <p>
          The candidate with the greatest weight of votes is elected. If weights are equal, the one with more voters; if
          those are equal too, the one who stood first. The rule that decided is published with the result. An office
          without a candidate is vacant, and may be filled by appointment.
        </p>
      </Clause>
      <Clause title="Polls">
        <p>
          On a proposal that is put to the citizens in a poll, each citizen has one vote. It has no weight, and it is
          final.
        </p>
      </Clause>
    </Clauses>
  )
}
