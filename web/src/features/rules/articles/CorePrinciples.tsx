import { Clause, Clauses } from '../Article'
import { offices, week } from '../facts'

export function CorePrinciples() {
  return (
    <Clauses>
      <Clause title="Power comes from the citizens">
        <p>
          All public power in Nation is lent by its citizens, by vote and for a time. A person who signs in with an X
          account is a citizen. Citizenship is not bought, and it is not inherited.
        </p>
      </Clause>
      <Clause title="Government is for a week">
        <p>
          The government has {offices.count} elected offices. It serves until the next election ends: in regular weeks{' '}
          {week.days} days, until {week.opens}. Then all seats change at once, those filled by appointment too. An
          official may stand again, as often as citizens want them back.
        </p>
      </Clause>
      <Clause title="Rules before persons">
        <p>
          The same rules bind citizens, candidates and officials. An office gives duties and the powers that are needed
          for them. It gives no second vote, and no exception.
        </p>
      </Clause>
      <Clause title="Open results, quiet ballots">
        <p>
          Who won, by how much and by which rule is public and stays public. How many citizens stood behind a candidate
          is shown; who they were is not.
        </p>
      </Clause>
      <Clause title="Nothing decided is forgotten">
        <p>
          Each vote, each change of a vote, each term and each result is kept and never overwritten. Votes are counted
          again, one by one, before a result stands.
        </p>
      </Clause>
      <Clause title="The text and the machine are one">
        <p>
          The numbers on this page are the numbers by which the nation’s servers decide. Neither can be changed without
          the other.
        </p>
      </Clause>
    </Clauses>
  )
}
