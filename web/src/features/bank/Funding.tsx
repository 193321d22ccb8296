import { treasuryLacksCents } from '@nation/domain/bank'
import { Instant, Stack, Text } from '../../ui'
import { money, moneyOf, percentInWords } from './bank-words'
import classes from './Funding.module.css'
import { holdFromNextCycle, type BankData } from './use-bank'

/** Where the money comes from: the developer wallet's share, halved; and how far it is. */
export function Funding({ bank }: { bank: BankData }) {
  const { split, balances } = bank
  return (
    <Stack aria-labelledby="funding" as="section" gap={4} top>
      <Text id="funding" as="h2" step={3}>
        Where the money comes from
      </Text>
      <Text tone="soft">
        The developer wallet’s share is split in two. Salaries are paid from the government’s part alone.
      </Text>
      <div className={classes.split}>
        <Stack
          pad={[3, 4]}
          tone="state"
          className={classes.part}
          data-part="government"
          style={{ flexGrow: split.governmentPercent }}
        >
          <b>{percentInWords(split.governmentPercent)}</b>
          <span>Government budget</span>
        </Stack>
        <Stack
          pad={[3, 4]}
          tone="state"
          className={classes.part}
          data-part="operations"
          style={{ flexGrow: split.operationsPercent }}
        >
          <b>{percentInWords(split.operationsPercent)}</b>
          <span>Project operations</span>
        </Stack>
      </div>
      <dl className={classes.figures}>
        <Figure name="Funding recorded so far" amount={balances.funded} />
        <Figure name="Treasury" amount={balances.treasury} />
        <Figure name="Project operations" amount={balances.operations} />
        <Figure name="Salaries recorded, not paid yet" amount={balances.owed} />
        <Figure name="Salaries paid" amount={balances.paidOut} />
      </dl>
    </Stack>
  )
}

/** What the treasury is short of: salaries that are recorded already, and those of the next cycle. */
export function Overdraft({ bank }: { bank: BankData }) {
  const { balances, totalSalariesCents, nextPaymentDate } = bank
  const treasuryCents = Math.round(balances.treasury * 100)
  const lacks = treasuryLacksCents(Math.max(0, treasuryCents), Number(totalSalariesCents))
  if (treasuryCents >= 0 && lacks === 0) return null
  return (
    <Text as="div" tone="warning" step={-1} className={classes.short} role="note" aria-label="Overdraft">
      {treasuryCents < 0 && (
        <p>Salaries of {moneyOf(-balances.treasury)} are recorded ahead of the funding that has been recorded.</p>
      )}
      {lacks > 0 && (
        <p>
          The treasury lacks {moneyOf(lacks / 100)} for the next cycle’s {money(totalSalariesCents)}
          {nextPaymentDate !== null && !holdFromNextCycle(bank) && (
            <>
              , due <Instant at={nextPaymentDate} />
            </>
          )}
          .
        </p>
      )}
    </Text>
  )
}

function Figure({ name, amount }: { name: string; amount: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-below={amount < 0 || undefined}>{moneyOf(amount)}</dd>
    </div>
  )
}
