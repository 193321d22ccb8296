export * from './advance'
export { recount, RecountDiffers } from './recount'
