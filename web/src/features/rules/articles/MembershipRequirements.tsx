import { Clause, Clauses } from '../Article'
import { listed, needs, offices, useCandidacyNeeds } from '../facts'

export function MembershipRequirements() {
  const candidacy = useCandidacyNeeds()
  return (
    <Clauses>
      <Clause title="To be a citizen">
        <p>
          Sign in with your X account. One account is one citizen. A wallet may be linked, and need not be: one wallet
          belongs to one citizen at a time.
        </p>
      </Clause>
      <Clause title="To vote">
        <p>
          Your X account must have existed for at least <strong>{needs.accountMonths} months</strong>, counted by the
          calendar, in UTC, to the time of day at which it was made. From then on you may vote.
        </p>
      </Clause>
      <Clause title="To stand for office">
        <p>At the moment you stand you need both of these:</p>
        <ul>
          <li>
            at least <strong>{candidacy.followers} followers</strong> on X,
          </li>
          <li>
            <strong>{candidacy.candidacyTokens}</strong> in the wallet that you have linked.
          </li>
        </ul>
        <p>They are checked when you stand, and not again at the close of the polls.</p>
      </Clause>
      <Clause title="One candidacy at a time">
        <p>
          A citizen has one active candidacy. It may be handed in until the phase of its position closes, and may be
          withdrawn at any time before the election ends. After the first vote its position can no longer be changed.
        </p>
      </Clause>
      <Clause title="What candidates show">
        <p>Some offices ask a candidate to show their work:</p>
        <ul>
          {offices.withFiles.map(({ office, label, atMost, types }) => (
            <li key={office}>
              {office}: {label}, at most {atMost} files ({listed(types)}).
            </li>
          ))}
        </ul>
      </Clause>
      <Clause title="Marks of standing">
        <p>
          Whoever holds {needs.badgeTokens} or more carries the mark ‘Eligible Candidate’ on their ID card. It is an
          honour and no requirement: for standing, the clause above alone decides.
        </p>
      </Clause>
      <Clause title="Appointment">
        <p>
          A vacant seat may be filled by appointment until the next election. A {offices.appointedOnly} is appointed and
          never elected, and is an official beside the {offices.count}.
        </p>
      </Clause>
    </Clauses>
  )
}
