import {
  bankData,
  checkBooks,
  exportBatch,
  exportPayments,
  listCycles,
  listMovements,
  listPayments,
  markBatch,
  markPaid,
  processPayment,
  recordFunding,
  seatWhoIsToBePaid,
  startCycle,
  updatePercentages,
  updateTotal,
} from '@nation/core/bank'
import { read } from '@nation/core/platform'
import type { CallInput } from '@nation/domain/contract'
import { csvType, panelChange, raw, type Binding, type Bindings, type Request, publicRead, sendFile } from '../frame'

const pay = panelChange<'bank.process-payment'>(processPayment)

/** Before the press itself, elections are brought to where the clock is, if the payment waits for them. */
const payWhoWasSeated: Binding = {
  ...pay,
  handle: async (request) => {
    await seatWhoIsToBePaid((request as Request).deps.runtime)
    return pay.handle(request)
  },
}

/** `bank.export-payments`: a file to keep. */
async function download({ deps, input, http }: Request<CallInput<'bank.export-payments'>>): Promise<undefined> {
  const { filename, csv } = await read(deps.runtime, null, (ctx) => exportPayments(ctx, input))
  sendFile(http, { name: filename, type: csvType, content: csv })
  return undefined
}

export const bankBindings: Bindings = {
  'bank.get-data': publicRead('bank.get-data', { shared: bankData }),
  'bank.get-payments': publicRead('bank.get-payments', { shared: listPayments }),
  'bank.get-cycles': publicRead('bank.get-cycles', { shared: listCycles }),
  'bank.get-ledger': publicRead('bank.get-ledger', { shared: listMovements }),
  'bank.export-payments': raw<'bank.export-payments'>(download),
  'bank.update-total': panelChange<'bank.update-total'>(updateTotal),
  'bank.update-percentages': panelChange<'bank.update-percentages'>(updatePercentages),
  'bank.start-cycle': panelChange<'bank.start-cycle'>(startCycle),
  'bank.process-payment': payWhoWasSeated,
  'bank.record-funding': panelChange<'bank.record-funding'>(recordFunding),
  'bank.mark-paid': panelChange<'bank.mark-paid'>(markPaid),
  'bank.mark-batch': panelChange<'bank.mark-batch'>(markBatch),
  'bank.export-batch': panelChange<'bank.export-batch'>(exportBatch),
  'bank.check-books': panelChange<'bank.check-books'>(checkBooks),
}
