import type { CallAnswer } from '@nation/domain/contract'
import { electionSettings } from '@nation/domain/elections'
import { Instant, inFull } from '../../../ui'
import classes from './EligibilityPanel.module.css'

type Reasons = CallAnswer<'candidates.mine'>['reasons']

/** What standing needs, and what this citizen lacks of it. */
export function EligibilityPanel({ eligible, reasons }: { eligible: boolean; reasons: Reasons }) {
  if (eligible) {
    return (
      <p className={classes.panel} data-eligible>
        <strong>You may stand.</strong> You have at least {electionSettings.minFollowers} followers and{' '}
        {inFull(electionSettings.candidacyTokens)} $ON in your linked wallet. While you stand, everybody can see this
        wallet and its balance.
      </p>
    )
  }
  return (
    <section className={classes.panel} aria-labelledby="not-eligible" id="eligibility">
      <h2 id="not-eligible" className={classes.title}>
        You are not eligible to run for office yet.
      </h2>
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={reason.code}>
            {reason.message}
            {reason.until !== undefined && (
              <>
                {' '}
                From <Instant at={reason.until} />.
              </>
            )}
          </li>
        ))}
      </ul>
      <p>You may write your profile already: it is kept on this device until you can send it.</p>
    </section>
  )
}
