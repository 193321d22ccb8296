import { moneyOf, percentInWords } from './bank-words'
import classes from './Funding.module.css'
import type { BankData } from './use-bank'

/** Where the money comes from: the developer wallet's share, halved; and how far it is. */
export function Funding({ bank }: { bank: BankData }) {
  const { split, balances } = bank
  return (
    <section aria-labelledby="funding" className={classes.section}>
      <h2 id="funding" className={classes.heading}>
        Where the money comes from
      </h2>
      <p className={classes.lead}>
        The developer wallet’s share is split in two. Salaries are paid from the government’s part alone.
      </p>
      <div className={classes.split}>
        <div className={classes.part} data-part="government" style={{ flexGrow: split.governmentPercent }}>
          <b>{percentInWords(split.governmentPercent)}</b>
          <span>Government budget</span>
        </div>
        <div className={classes.part} data-part="operations" style={{ flexGrow: split.operationsPercent }}>
          <b>{percentInWords(split.operationsPercent)}</b>
          <span>Project operations</span>
        </div>
      </div>
      <dl className={classes.figures}>
        <Figure name="Funding recorded so far" amount={balances.funded} />
        <Figure name="Treasury" amount={balances.treasury} />
        <Figure name="Project operations" amount={balances.operations} />
        <Figure name="Earned, not paid out yet" amount={balances.owed} />
        <Figure name="Paid out" amount={balances.paidOut} />
      </dl>
      {balances.treasury < 0 && (
        <p className={classes.short}>
          Salaries of {moneyOf(-balances.treasury)} are booked ahead of the funding that has been recorded.
        </p>
      )}
    </section>
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
