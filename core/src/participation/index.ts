export * from './day'
export { leftToDo, openNow } from './overview'
