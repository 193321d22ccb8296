import type { Feature } from '../frame'
import { serveShares } from './serve'

/** What the API answers of pictures of shared links. */
export const feature: Feature = { routes: serveShares }
