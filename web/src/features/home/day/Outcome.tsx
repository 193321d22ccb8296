import { titles } from '@nation/domain/pages'
import { ButtonLink, Row, Stack, Text } from '../../../ui'
import { ShareButton } from '../../../ui/ShareButton'
import { wonInWords } from '../../elections'
import type { Day } from '../../participation'
import classes from './Day.module.css'

/** How the citizen's votes went in the election that ended last. */
export function Outcome({ outcome }: { outcome: NonNullable<Day['outcome']> }) {
  const { electionId, votes, won } = outcome
  return (
    <Stack as="section" gap={2} pad={5} className={classes.outcome} aria-labelledby="outcome">
      <Text tone="faint" step={-1}>
        Your votes in the last election
      </Text>
      <Text id="outcome" as="h2" step={2}>
        {wonInWords(won, votes)}
      </Text>
      <Row gap={3}>
        <ButtonLink to={`/elections/results/${electionId}`} variant="default" size="sm">
          See the results
        </ButtonLink>
        {/* The picture of the home page shows who governs from today on. */}
        <ShareButton title={titles['/']} path="/" size="sm" />
      </Row>
    </Stack>
  )
}
