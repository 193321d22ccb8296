import type { CallAnswer } from '@nation/domain/contract'
import { useLimits } from '../../../lib/settings/limits'
import { Instant, inFull, Stack, Text } from '../../../ui'
import classes from './EligibilityPanel.module.css'

type Reasons = CallAnswer<'candidates.mine'>['reasons']

/** What standing needs, and what this citizen lacks of it. */
export function EligibilityPanel({ eligible, reasons }: { eligible: boolean; reasons: Reasons }) {
  const { minFollowers, candidacyTokens } = useLimits()
  if (eligible) {
    return (
      <Stack as="p" gap={2} pad={[4, 5]} wide className={classes.panel} data-eligible>
        <strong>You may stand.</strong> You have at least {inFull(minFollowers)} followers and {inFull(candidacyTokens)}
        &nbsp;$ON in your linked wallet. While you are a candidate, this wallet and its balance are public.
      </Stack>
    )
  }
  return (
    <Stack
      as="section"
      gap={2}
      pad={[4, 5]}
      wide
      className={classes.panel}
      aria-labelledby="not-eligible"
      id="eligibility"
    >
      <Text id="not-eligible" as="h2" step={1}>
        You are not eligible to run for office yet.
      </Text>
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
      <p>
        You may write your profile already: it is kept on this device until you can send it. Files that you upload for
        it are removed after a week, and would have to be uploaded again.
      </p>
    </Stack>
  )
}
