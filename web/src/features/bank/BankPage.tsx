import { useSearchParams } from 'react-router-dom'
import { Page, PageHead } from '../../ui/Page'
import { usePageTitle } from '../../ui/use-page-title'
import { sentenceOf } from '../../lib/api/api-error'
import { useSession } from '../../lib/session/session'
import { ErrorState, Stack } from '../../ui'
import { onDemand } from '../../ui/on-demand'
import classes from './BankPage.module.css'
import { Distribution } from './Distribution'
import { Funding, Overdraft } from './Funding'
import { History } from './history/History'
import { Ledger } from './history/Ledger'
import { OwnAccount } from './OwnAccount'
import { PoolNote, PoolNoteSkeleton } from './PoolNote'
import { SalaryNotes, SalaryNotesSkeleton } from './SalaryNotes'
import { useBankData } from './use-bank'

const Receipt = onDemand(() => import('./history/Receipt'))

/** The bank: what the government costs, who is paid what and when, and every movement of money (requirements 1.2). */
export default function BankPage() {
  usePageTitle()
  const { data, error, isFetching, refetch } = useBankData()
  const user = useSession((state) => state.user)
  const [parameters, setParameters] = useSearchParams()
  const receipt = parameters.get('receipt')
  const bank = data?.bankData
  return (
    <Page>
      <PageHead title="Bank">
        <p>The government’s salaries: what each office is paid, when, and where every cent came from.</p>
      </PageHead>
      {bank ? (
        <>
          <PoolNote bank={bank} />
          <Overdraft bank={bank} />
          {user && <OwnAccount uid={user.uid} />}
          <SalaryNotes bank={bank} />
          <Stack gap={6} className={classes.pair}>
            <Distribution bank={bank} />
            <Funding bank={bank} />
          </Stack>
          <History />
          <Ledger books={bank.books} />
        </>
      ) : error ? (
        <ErrorState title="The bank could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {sentenceOf(error)}
        </ErrorState>
      ) : (
        <BankSkeleton />
      )}
      {receipt !== null && (
        <Receipt paymentId={receipt} onClose={() => setParameters({}, { replace: true, preventScrollReset: true })} />
      )}
    </Page>
  )
}

function BankSkeleton() {
  return (
    <>
      <PoolNoteSkeleton />
      <SalaryNotesSkeleton />
    </>
  )
}
