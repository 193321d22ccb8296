export * from './day'
export { leftToDo, openNow } from './overview'
export * from './page.service'
