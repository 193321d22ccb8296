import type { ReactNode } from 'react'
import { Bone, Countdown, dateInWords, Instant, LineWork, Seal } from '../../ui'
import { daysInWords, money, serialOf } from './bank-words'
import classes from './PoolNote.module.css'
import { usePaymentStatus, type BankData } from './use-bank'

/** The pool as a note of the state: what a cycle costs, and when it is paid. */
export function PoolNote({ bank }: { bank: BankData }) {
  return (
    <Note serial={bank.cycle ? serialOf(bank.cycle.number) : null}>
      <div className={classes.pool}>
        <h2 className={classes.label}>Total salary pool</h2>
        <p className={classes.figure}>{money(bank.totalSalariesCents)}</p>
        <p className={classes.terms}>
          for one cycle of seven days
          {bank.lastUpdated !== null && <> · set {dateInWords(bank.lastUpdated)}</>}
        </p>
      </div>
      <div className={classes.next}>
        <h2 className={classes.label}>Next payment</h2>
        <NextPayment bank={bank} />
      </div>
    </Note>
  )
}

/** The countdown to the next payment, or why there is none (requirements 1.8). */
export function NextPayment({ bank }: { bank: Pick<BankData, 'nextPaymentDate'> }) {
  const { isDue, daysUntilPayment } = usePaymentStatus(bank)
  const { nextPaymentDate } = bank
  if (nextPaymentDate === null) {
    return (
      <>
        <p className={classes.status}>No payment scheduled</p>
        <p className={classes.terms}>No payment scheduled yet</p>
        <p className={classes.terms}>Admin will initiate the payment cycle</p>
      </>
    )
  }
  if (isDue) {
    return (
      <>
        <p className={classes.due} role="status">
          Payment Due!
        </p>
        <p className={classes.terms}>
          since <Instant at={nextPaymentDate} />
        </p>
      </>
    )
  }
  return (
    <>
      <Countdown to={nextPaymentDate} label="Salaries are paid" className={classes.countdown} />
      <p className={classes.terms}>
        {daysInWords(daysUntilPayment ?? 0)} · <Instant at={nextPaymentDate} />
      </p>
    </>
  )
}

/** The note while nobody knows yet what is on it. */
export function PoolNoteSkeleton() {
  return (
    <Note serial={null}>
      <div className={classes.pool}>
        <h2 className={classes.label}>Total salary pool</h2>
        <Bone width="min(100%, 20rem)" height="4.2rem" />
      </div>
      <div className={classes.next}>
        <h2 className={classes.label}>Next payment</h2>
        <p className={classes.status} role="status">
          Calculating...
        </p>
      </div>
    </Note>
  )
}

function Note({ serial, children }: { serial: string | null; children: ReactNode }) {
  return (
    <section className={classes.note} aria-label="Salary pool">
      <LineWork seed="the treasury of the nation" kind="band" className={classes.band} />
      <LineWork seed="one cycle" className={classes.rosette} />
      <div className={classes.face}>{children}</div>
      <Seal fine className={classes.seal} />
      <p className={classes.foot}>
        <span>Treasury of Nation</span>
        <span>{serial === null ? 'US dollars' : serial}</span>
      </p>
    </section>
  )
}
