// What the app and other features use of the panel.
export { AdminGate } from './AdminGate'
export { AdminShell } from './AdminShell'
export { usePanel } from './panel-session'
export { askToLeave } from './replica/ask-to-leave'
export { keepReplica, wakeReplica } from './replica/keeping'
export { useKept } from './replica/kept'
