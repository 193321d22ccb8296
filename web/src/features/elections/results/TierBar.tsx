import { Stack, Columns, Text } from '../../../ui'
import { percentInWords, sharesOf } from '@nation/domain/elections'
import classes from './TierBar.module.css'
import { amountInWords } from './count-by'
import type { CountBy, Tier } from './count-by'

interface Props {
  tiers: readonly Tier[]
  by: CountBy
  /** Of one position each voter gave one ballot; of all together a voter gave up to one for each. */
  people?: 'voter' | 'ballot'
}

/** Who voted, by what their votes weigh: each tier's part of the weight, or of the voters. */
export function TierBar({ tiers, by, people = 'voter' }: Props) {
  const amount = (tier: Tier) => (by === 'weight' ? tier.weightUnits : tier.voters)
  if (tiers.every((tier) => amount(tier) === 0)) return null
  const shares = sharesOf(tiers.map(amount))
  return (
    <Stack gap={3}>
      <div className={classes.bar} aria-hidden="true">
        {tiers.map((tier, index) => (
          <span key={tier.tier} data-step={index} style={{ flexGrow: amount(tier) }} />
        ))}
      </div>
      <Columns as="ul" narrowest="13rem" gap={[2, 5]} step={-1} aria-label="Weight tiers">
        {tiers.map((tier, index) => (
          <li key={tier.tier}>
            <span className={classes.key} data-step={index} aria-hidden="true" />
            <b>{tier.multiplier.toFixed(1)}×</b> {tier.title}
            <Text as="span" tone="faint" figures className={classes.figure}>
              {by === 'weight' ? amountInWords(tier.votes, 'vote') : amountInWords(tier.voters, people)} ·{' '}
              {percentInWords(shares[index] ?? 0)}%
            </Text>
          </li>
        ))}
      </Columns>
    </Stack>
  )
}
