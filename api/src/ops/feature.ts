import type { Feature } from '../frame'
import { serveQueueBoard } from './queue-board'

/** What the API answers of the pages under `/ops`. */
export const feature: Feature = { routes: serveQueueBoard }
