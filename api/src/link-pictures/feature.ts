import type { Feature } from '../frame'
import { serveShares } from './serve'

/** What the API answers of share pictures. */
export const feature: Feature = { routes: serveShares }
