import { EmptyState } from '../../../ui'
import { AdminGate } from '../AdminGate'
import { useOffline } from './use-offline'

/** Shown instead of a tab without rows in the copy. Offline it says so; online it asks for the panel's password. */
export function NeedsConnection({ title, children }: { title: string; children: string }) {
  return useOffline() ? <EmptyState title={title}>{children}</EmptyState> : <AdminGate />
}
