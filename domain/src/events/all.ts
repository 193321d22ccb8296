import { adminEvents } from '../admin/events'
import { authEvents } from '../auth/events'
import { bankEvents } from '../bank/events'
import { broadcastEvents } from '../broadcasts/events'
import { citizenEvents } from '../citizens/events'
import { demoEvents } from '../demo/events'
import { electionEvents } from '../elections/events'
import { governmentEvents } from '../government/events'
import { interviewEvents } from '../interviews/events'
import { pollEvents } from '../polls/events'
import { systemEvents } from '../system/events'

/** Every event of the product, once. */
export const allEvents = [
  ...authEvents,
  ...citizenEvents,
  ...electionEvents,
  ...governmentEvents,
  ...pollEvents,
  ...interviewEvents,
  ...bankEvents,
  ...broadcastEvents,
  ...adminEvents,
  ...systemEvents,
  ...demoEvents,
] as const
