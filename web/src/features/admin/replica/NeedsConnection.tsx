import { EmptyState } from '../../../ui'
import { AdminGate } from '../AdminGate'
import { useOffline } from './use-offline'

/** In place of a tab of which the copy holds nothing: offline it says so; online the panel's password is asked for. */
export function NeedsConnection({ title, children }: { title: string; children: string }) {
  return useOffline() ? <EmptyState title={title}>{children}</EmptyState> : <AdminGate />
}
