import type { JsonCallId } from '../../../lib/api/client'
import { usePanelChange } from '../panel-session'

/** All that may read differently once the bank was changed. */
const changed: readonly JsonCallId[] = [
  'bank.get-data',
  'bank.get-payments',
  'bank.get-cycles',
  'bank.get-ledger',
  'bank.export-batch',
  'participation.day',
]

/** Changes something of the bank in the panel's name. */
export const useBankChange = <Id extends JsonCallId>(id: Id) => usePanelChange(id, changed)
