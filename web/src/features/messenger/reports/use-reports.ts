import type { CallAnswer } from '@nation/domain/contract'
import { call } from '../../../lib/api/client'
import { usePages } from '../../../lib/query/use-pages'

export type ReportStatus = 'open' | 'resolved'
export type Report = CallAnswer<'messenger.get-reports'>['reports'][number]
export type Mute = CallAnswer<'messenger.get-mutes'>['mutes'][number]

/** The reports of a kind, page by page. Events notify moderators of changes. */
export const useReports = (status: ReportStatus) =>
  usePages('messenger.get-reports', { status }, (input, options) => call('messenger.get-reports', input, options))

/** Who is muted at the moment, page by page. */
export const useMutes = () =>
  usePages('messenger.get-mutes', {}, (input, options) => call('messenger.get-mutes', input, options))
