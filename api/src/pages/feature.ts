import type { Feature } from '../frame'
import { serveStatic } from './static'

/** What the API answers of the built web client. */
export const feature: Feature = { routes: serveStatic }
