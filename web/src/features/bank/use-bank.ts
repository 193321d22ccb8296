import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import { paymentStatus, type PaymentStatus } from '@nation/domain/bank'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/client'
import { useLive } from '../../lib/live/live'
import { useCall } from '../../lib/query/query'
import { useNow } from '../../ui'

export type BankData = CallAnswer<'bank.get-data'>['bankData']
export type Position = BankData['positions'][number]
export type Payment = CallAnswer<'bank.get-payments'>['payments'][number]
export type Movement = CallAnswer<'bank.get-ledger'>['movements'][number]

/** How often the bank is asked where events do not arrive by themselves. */
const REFRESH = 30_000

/** The bank as it stands; asked again by itself where nothing else says that it changed. */
export function useBankData() {
  const live = useLive((state) => state.live)
  return useCall('bank.get-data', {}, { every: live ? false : REFRESH })
}

/** Whether a payment is due, by the nation's clock: it turns at the instant, not with the next request. */
export function usePaymentStatus({ nextPaymentDate }: Pick<BankData, 'nextPaymentDate'>): PaymentStatus {
  return paymentStatus(nextPaymentDate, useNow())
}

/** Whether the amounts were set after the payment that is due fell due: it is paid with those of before (decision 38). */
export const holdFromNextCycle = ({
  nextPaymentDate,
  lastUpdated,
}: Pick<BankData, 'nextPaymentDate' | 'lastUpdated'>) =>
  nextPaymentDate !== null && lastUpdated !== null && lastUpdated >= nextPaymentDate

/** The bank's lists that are read page by page. */
type ListId = 'bank.get-payments' | 'bank.get-cycles' | 'bank.get-ledger'

/** A list page by page, the newest first. */
function usePages<Id extends ListId>(id: Id, input: Omit<CallRequest<Id>, 'cursor'>, enabled = true) {
  return useInfiniteQuery({
    queryKey: [id, input],
    queryFn: ({ pageParam, signal }) =>
      call(id, { ...input, ...(pageParam !== null && { cursor: pageParam }) } as CallRequest<Id>, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as CallAnswer<ListId>).nextCursor,
    enabled,
  })
}

/** Payments, all of them or those that are asked for. */
export const usePayments = (input: Omit<CallRequest<'bank.get-payments'>, 'cursor'>) =>
  usePages('bank.get-payments', input)

/** The cycles that were paid. */
export const useCycles = () => usePages('bank.get-cycles', {})

/** The ledger, once it is opened. */
export const useLedger = (open: boolean) => usePages('bank.get-ledger', { limit: 12 }, open)
