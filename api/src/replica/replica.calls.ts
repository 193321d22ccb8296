import { openReplica, replicaChanges, replicaPage } from '@nation/core/replica'
import { citizenRead, type Bindings } from '../frame'

export const replicaBindings = {
  'replica.open': citizenRead<'replica.open'>(openReplica),
  'replica.rows': citizenRead<'replica.rows'>(replicaPage),
  'replica.changes': citizenRead<'replica.changes'>(replicaChanges),
} satisfies Partial<Bindings>
