export * from './advance'
export { RecountDiffers } from './recount'
