// What the app and other features use of the panel.
export { AdminGate } from './AdminGate'
export { AdminShell } from './AdminShell'
export { usePanel } from './panel-session'
export { askToGoBack } from './replica/ask-to-leave'
export { addActions } from './replica/palette-actions'
export { runReplica, wakeReplica } from './replica/run-replica'
export { useReplica } from './replica/use-replica'
export { watchWaits } from './what-waits'
