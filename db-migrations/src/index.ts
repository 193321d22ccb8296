export { migrations } from './migrations'
