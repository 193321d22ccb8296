import { sentenceOf } from '../../../lib/api/api-error'
import { ErrorState, Loading, Columns } from '../../../ui'
import { SkeletonCard } from '../../../ui/SkeletonCard'
import { useBankData } from '../../bank'
import classes from './bank.module.css'
import { BooksPanel } from './BooksPanel'
import { CyclePanel } from './CyclePanel'
import { CyclesTable } from './CyclesTable'
import { FundingForm } from './FundingForm'
import { PayoutsPanel } from './PayoutsPanel'
import { PercentagesForm } from './PercentagesForm'
import { PoolForm } from './PoolForm'

/** The bank as the administration runs it: what waits to be paid, pool, cycle, parts and books (requirements 2.2). */
export function BankTab() {
  const { data, error, isFetching, refetch } = useBankData()
  const bank = data?.bankData
  if (!bank) {
    return error ? (
      <ErrorState title="The bank could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {sentenceOf(error)}
      </ErrorState>
    ) : (
      <Loading label="Loading the bank" className={classes.tab}>
        <SkeletonCard height="30rem" panel />
        <Columns narrowest="22rem" gap={5}>
          <SkeletonCard height="16rem" panel />
          <SkeletonCard height="16rem" panel />
        </Columns>
      </Loading>
    )
  }
  return (
    <div className={classes.tab}>
      <PayoutsPanel />
      <Columns narrowest="22rem" gap={5}>
        <PoolForm bank={bank} />
        <CyclePanel bank={bank} />
      </Columns>
      <PercentagesForm bank={bank} />
      <Columns narrowest="22rem" gap={5}>
        <FundingForm bank={bank} />
        <BooksPanel books={bank.books} />
      </Columns>
      <CyclesTable />
    </div>
  )
}
