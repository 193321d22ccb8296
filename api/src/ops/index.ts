export { writeBoardCookie } from './board-cookie'
export { boardPath } from './queue-board'
