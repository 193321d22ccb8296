import { cycleInWords } from '@nation/domain/bank'
import type { ReactNode } from 'react'
import { Skeleton, Countdown, dateInWords, Instant, LineWork, NotKnown, Seal, Row, Text } from '../../ui'
import { daysInWords, money, serialOf } from './bank-words'
import classes from './PoolNote.module.css'
import { holdFromNextCycle, usePaymentStatus, type BankData } from './use-bank'

/** The pool as a note of the state: what a cycle costs, and when it is paid. */
export function PoolNote({ bank }: { bank: BankData }) {
  return (
    <Note serial={bank.cycle ? serialOf(bank.cycle.number) : null}>
      <div className={classes.pool}>
        <Text as="h2" tone="soft" step={-1} className={classes.label}>
          Total salary pool
        </Text>
        <Text tone="state" figures breaks wide face="display" className={classes.figure}>
          {money(bank.totalSalariesCents)}
        </Text>
        <Text tone="soft" step={-1} figures wide>
          for one cycle of {cycleInWords(bank.cycle ? bank.cycle.dueAt - bank.cycle.startsAt : undefined)}
          {bank.totalSetAt !== null && <> · set {dateInWords(bank.totalSetAt)}</>}
        </Text>
      </div>
      <div className={classes.next}>
        <Text as="h2" tone="soft" step={-1} className={classes.label}>
          Next payment
        </Text>
        <NextPayment bank={bank} />
      </div>
    </Note>
  )
}

/** The countdown to the next payment, or why there is none (requirements 1.8). */
export function NextPayment({ bank }: { bank: Pick<BankData, 'nextPaymentDate' | 'lastUpdated'> }) {
  const { isDue, daysUntilPayment } = usePaymentStatus(bank)
  const { nextPaymentDate } = bank
  if (nextPaymentDate === null) {
    return (
      <>
        <p className={classes.status}>No payment scheduled</p>
        <Text tone="soft" step={-1} figures wide>
          No payment scheduled yet
        </Text>
        <Text tone="soft" step={-1} figures wide>
          Admin will initiate the payment cycle
        </Text>
      </>
    )
  }
  if (isDue) {
    return (
      <>
        <Text tone="success" self="start" className={classes.due} role="status">
          Payment Due!
        </Text>
        <Text tone="soft" step={-1} figures wide>
          since <Instant at={nextPaymentDate} />
        </Text>
        {holdFromNextCycle(bank) && (
          <Text tone="soft" step={-1}>
            It is paid with the amounts of that time. Those shown hold from the next cycle on.
          </Text>
        )}
      </>
    )
  }
  return (
    <>
      <Countdown to={nextPaymentDate} label="Salaries are due" className={classes.countdown} />
      <Text tone="soft" step={-1} figures wide>
        {daysUntilPayment === null ? <NotKnown /> : `in ${daysInWords(daysUntilPayment)}`} ·{' '}
        <Instant at={nextPaymentDate} />
      </Text>
    </>
  )
}

/** The note while its figures are loaded. */
export function PoolNoteSkeleton() {
  return (
    <Note serial={null}>
      <div className={classes.pool}>
        <Text as="h2" tone="soft" step={-1} className={classes.label}>
          Total salary pool
        </Text>
        <div className={classes.figure}>
          <Skeleton width="4.4em" />
        </div>
        <Skeleton width="14rem" />
      </div>
      <div className={classes.next}>
        <Text as="h2" tone="soft" step={-1} className={classes.label}>
          Next payment
        </Text>
        <p className={classes.status} role="status">
          Calculating...
        </p>
      </div>
    </Note>
  )
}

function Note({ serial, children }: { serial: string | null; children: ReactNode }) {
  return (
    <Text as="section" stage className={classes.note} aria-label="Salary pool">
      <LineWork seed="the treasury of the nation" kind="band" className={classes.band} />
      <LineWork seed="one cycle" className={classes.rosette} />
      <Row gap={[5, 7]} align="end" justify="between" className={classes.front}>
        {children}
      </Row>
      <Seal fine className={classes.seal} />
      <Row as="p" nowrap justify="between" tone="state" step={-1} face="document" className={classes.foot}>
        <span>Treasury of Nation</span>
        <span>{serial === null ? 'US dollars' : serial}</span>
      </Row>
    </Text>
  )
}
