import { openReplica, replicaChanges, replicaPage } from '@nation/core/replica'
import { citizenRead, writtenRead, type Bindings } from '../frame'

export const replicaBindings = {
  'replica.open': citizenRead<'replica.open'>(openReplica),
  'replica.rows': writtenRead<'replica.rows'>(replicaPage),
  'replica.changes': citizenRead<'replica.changes'>(replicaChanges),
} satisfies Partial<Bindings>
