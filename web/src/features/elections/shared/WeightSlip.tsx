import { compactAmount, exactAmount, wholeMissing } from '@nation/domain/formats'
import { Badge, Instant, inFull, NotKnown, Stack, Text, Columns } from '../../../ui'
import type { Weight } from './types'
import classes from './WeightSlip.module.css'

/** What decided the weight, in the words for the voter (ruling: vote weight). */
const because: Readonly<Record<Weight['because'], string>> = {
  on_roll:
    'The balance of your wallet on this election’s roll decides. The roll was read in the hour before the opening and is frozen.',
  last_known:
    'The chain did not report your balance in the hour before the opening. The last known balance is on the roll and counts.',
  linked_later: 'Your wallet was linked after the roll was read. Your vote weighs 1.0 until the next election.',
  wallet_used:
    'Your wallet already counts for another citizen in this election. Your vote weighs 1.0 until the next one.',
  no_wallet: 'None of your wallets is on the roll. Your vote weighs 1.0, the least weight.',
  roll_not_taken:
    'The roll of this election is read in the hour before it opens. This is what your present balance would weigh.',
}

/** Before the opening: a linked wallet of which the chain has not told yet. */
const isUnread = ({ because, wallet, readAt }: Weight) =>
  because === 'roll_not_taken' && wallet !== null && readAt === null

const multiplied = (multiplier: number) => `${multiplier.toFixed(1)}×`

/** The slip of the scales: the tiers, where one stands, and what it was read from. */
export function WeightSlip({ weight }: { weight: Weight }) {
  return (
    <Stack as="section" gap={4} pad={4} tone="ink" step={-1} className={classes.slip} aria-label="Why this weight?">
      {!weight.eligibleToVote && <NotEligible reasons={weight.reasons} />}
      <Text tone="soft">
        {weight.lastKnown && <Badge tone="warning">Last known balance</Badge>} {because[weight.because]}
      </Text>
      <Scale weight={weight} />
      <Columns as="dl" narrowest="14.5rem" gap={[0, 5]} className={classes.facts}>
        <Fact term="Wallet">
          {weight.wallet ? <span title={weight.wallet.address}>{weight.wallet.short}</span> : 'none'}
        </Fact>
        <Fact term={weight.frozen ? 'Balance on the roll' : 'Balance now'}>
          {isUnread(weight) ? <NotKnown /> : `${exactAmount(BigInt(weight.balanceBaseUnits))}\u00A0$ON`}
        </Fact>
        {weight.slot !== null && <Fact term="Slot">{inFull(Number(weight.slot))}</Fact>}
        {weight.readAt !== null && (
          <Fact term="Read">
            <Instant at={weight.readAt} />
          </Fact>
        )}
        <Fact term="Tier">{weight.tierTitle}</Fact>
        <Fact term="Multiplier">{multiplied(weight.multiplier)}</Fact>
      </Columns>
      {weight.nextTier && (
        <Text tone="soft">
          {wholeMissing(BigInt(weight.nextTier.missingBaseUnits))}&nbsp;$ON more at the next opening, and your vote
          weighs {multiplied(weight.nextTier.multiplier)} ({weight.nextTier.title}).
        </Text>
      )}
    </Stack>
  )
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function NotEligible({ reasons }: { reasons: Weight['reasons'] }) {
  return (
    <Stack gap={1} pad={3} className={classes.refused}>
      <p>
        <strong>You may not vote yet.</strong>
      </p>
      {reasons.map((reason) => (
        <p key={reason.code}>
          {reason.message} {reason.todo}
          {reason.until !== undefined && (
            <>
              {' '}
              From <Instant at={reason.until} />.
            </>
          )}
        </p>
      ))}
    </Stack>
  )
}

/** The four tiers as steps, as high as they weigh; one's own is filled. */
function Scale({ weight }: { weight: Weight }) {
  const heaviest = Math.max(...weight.tiers.map((tier) => tier.multiplier))
  return (
    <ol className={classes.scale} aria-label="Tiers of weight">
      {weight.tiers.map((tier) => (
        <li key={tier.tier} aria-current={tier.tier === weight.tier || undefined}>
          <Stack
            as="span"
            figures
            className={classes.step}
            style={{ height: `${(tier.multiplier / heaviest) * 100}%` }}
          >
            <b>{multiplied(tier.multiplier)}</b>
          </Stack>
          <span className={classes.tier}>{tier.title}</span>
          <Text as="span" tone="faint" step={-2} face="document" className={classes.from}>
            from {compactAmount(tier.from)}
          </Text>
        </li>
      ))}
    </ol>
  )
}
