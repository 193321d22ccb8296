export { readAnew } from './wallet.calls'
