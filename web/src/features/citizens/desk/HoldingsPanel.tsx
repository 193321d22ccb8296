import { cardAmount, exactAmount, wholeMissing } from '@nation/domain/formats'
import type { CallAnswer } from '@nation/domain/contract'
import { displayTokens, weightTiers } from '@nation/domain/elections'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useCall } from '../../../lib/query/query'
import { useLimits } from '../../../lib/settings/limits'
import { Skeleton, Button, ErrorState, Loading, NotKnown, RelativeTime, inFull, Stack, Text } from '../../../ui'
import { Fact, Facts, Panel } from './Panel'
import classes from './HoldingsPanel.module.css'
import { refreshBalance } from '../../wallet'

type Holdings = CallAnswer<'holdings.get'>

/** What the citizen holds and what it gives them. */
export function HoldingsPanel() {
  const holdings = useCall('holdings.get', {})
  const refresh = useRefresh()
  const linked = holdings.data !== undefined && holdings.data.walletAddress !== null
  return (
    <Panel
      title="Holdings"
      aside={
        linked && (
          <Button variant="default" size="xs" loading={refresh.busy} onClick={() => void refresh.run()}>
            Refresh balance
          </Button>
        )
      }
    >
      <p className={classes.problem} role="alert">
        {refresh.problem}
      </p>
      {holdings.data ? (
        <Held holdings={holdings.data} />
      ) : holdings.isError ? (
        <ErrorState
          title="Failed to refresh data"
          onRetry={() => void holdings.refetch()}
          retrying={holdings.isFetching}
        >
          {sentenceOf(holdings.error)}
        </ErrorState>
      ) : (
        <Loading label="Loading your holdings" className={classes.skeletons}>
          <Skeleton width="55%" height="2.4rem" />
          <Skeleton height="3.4rem" />
          <Skeleton height="3rem" />
        </Loading>
      )}
    </Panel>
  )
}

function useRefresh() {
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({ busy: false, problem: null })
  const run = async () => {
    setState({ busy: true, problem: null })
    try {
      await refreshBalance()
      setState({ busy: false, problem: null })
    } catch (error) {
      setState({ busy: false, problem: (error as Error).message })
    }
  }
  return { ...state, run }
}

const notKnownYet = 'Not known yet'

function Held({ holdings }: { holdings: Holdings }) {
  const { walletAddress, tokens, balance, known, native, nextTier, candidacy } = holdings
  const { candidacyTokens } = useLimits()
  const missing = BigInt(candidacy.missing)
  return (
    <>
      {holdings.tokenUpdateRequired && (
        <p className={classes.notice}>
          <strong>Token Update Required</strong> The token has a new version: refresh your balance to have it count.
        </p>
      )}
      <Text step={4} face="title" figures className={classes.sum}>
        {known ? <span title={`${exactAmount(BigInt(balance))} $ON`}>{cardAmount(tokens)}</span> : <NotKnown />}
        &nbsp;$ON
      </Text>
      <Tiers holdings={holdings} />
      <Facts>
        <Fact name="Weight at the next opening">
          {known ? `${holdings.multiplier.toFixed(1)}× · ${holdings.title}` : notKnownYet}
        </Fact>
        <Fact name="To the next tier">
          {!known
            ? notKnownYet
            : nextTier
              ? `${wholeMissing(BigInt(nextTier.missing))}\u00A0$ON more for ${nextTier.multiplier.toFixed(1)}×`
              : 'You hold the highest'}
        </Fact>
        <Fact name="To candidacy">
          {!known
            ? notKnownYet
            : missing === 0n
              ? `You hold the ${inFull(candidacyTokens)}\u00A0$ON`
              : `${wholeMissing(missing)}\u00A0$ON more`}
        </Fact>
        <Fact name="SOL">{native.uiAmount === null ? notKnownYet : <span>{cardAmount(native.uiAmount)}</span>}</Fact>
      </Facts>
      {walletAddress === null ? (
        <Text tone="faint" step={-1}>
          Link a wallet: without one no tokens count for you, and your vote weighs 1.0 from the next opening on.
        </Text>
      ) : (
        <Reading holdings={holdings} />
      )}
    </>
  )
}

/** When the balance was read from the chain, and whether the wallet can pay for a transaction. */
function Reading({ holdings: { readAt, known, lastKnown, canTransact } }: { holdings: Holdings }) {
  return (
    <Text tone="faint" step={-1}>
      {known && readAt !== null ? (
        <>
          Last read from the chain: <RelativeTime at={readAt} />.
        </>
      ) : (
        'The chain has not told of this wallet yet.'
      )}
      {lastKnown && ' It did not answer since: this is the balance known last.'}
      {!canTransact && ' Without SOL this wallet cannot send transactions; voting needs none.'}
    </Text>
  )
}

/** The weights as denominations, lightest first; one's own is filled. */
function Tiers({ holdings }: { holdings: Holdings }) {
  const tiers = weightTiers.toReversed()
  const ownTier = holdings.known ? tiers.findIndex(({ tier }) => tier === holdings.tier) : -1
  return (
    <ol className={classes.tiers} aria-label="Weights of a vote">
      {tiers.map((tier, index) => (
        <Tier
          key={tier.tier}
          reached={index <= ownTier}
          isOwn={index === ownTier}
          part={index === ownTier ? partOf(holdings) : 0}
        >
          <strong>{(tier.units / 10).toFixed(1)}×</strong>
          <span>{tier.from === 0n ? 'from 0' : `from ${cardAmount(displayTokens(tier.from))}`}</span>
        </Tier>
      ))}
    </ol>
  )
}

/** How far into the tier the balance is, 0 to 1. */
function partOf({ balance, nextTier, tier }: Holdings): number {
  if (!nextTier) return 1
  const from = weightTiers.find((one) => one.tier === tier)!.from
  const held = BigInt(balance) - from
  const span = held + BigInt(nextTier.missing)
  return span === 0n ? 0 : Number((held * 1000n) / span) / 1000
}

interface TierProps {
  reached: boolean
  isOwn: boolean
  part: number
  children: ReactNode
}

function Tier({ reached, isOwn, part, children }: TierProps) {
  return (
    <Stack
      as="li"
      tone="faint"
      step={-2}
      figures
      className={classes.tier}
      data-reached={reached || undefined}
      aria-current={isOwn || undefined}
    >
      <span className={classes.track} aria-hidden="true">
        <span style={{ scale: `${isOwn ? Math.max(part, 0.04) : reached ? 1 : 0} 1` }} />
      </span>
      {children}
    </Stack>
  )
}
