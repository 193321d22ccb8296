import { adminEvents } from '../admin/events'
import { authEvents } from '../auth/events'
import { bankEvents } from '../bank/events'
import { broadcastEvents } from '../broadcasts/events'
import { citizenEvents } from '../citizens/events'
import { demoEvents } from '../demo/events'
import { electionEvents } from '../elections/events'
import { gazetteEvents } from '../gazette/events'
import { governmentEvents } from '../government/events'
import { interviewEvents } from '../interviews/events'
import { messengerEvents } from '../messenger/events'
import { pollEvents } from '../polls/events'
import { systemEvents } from '../system/events'
import { taskEvents } from '../tasks/events'
import type { CallId } from '../contract'
import type { EventAudience, EventDeclaration } from '../definitions'
import type { z } from 'zod'

/** Every event of the product, once. An event that names an undeclared call does not compile here. */
export const allEvents = [
  ...authEvents,
  ...citizenEvents,
  ...electionEvents,
  ...governmentEvents,
  ...pollEvents,
  ...interviewEvents,
  ...taskEvents,
  ...bankEvents,
  ...broadcastEvents,
  ...adminEvents,
  ...gazetteEvents,
  ...messengerEvents,
  ...systemEvents,
  ...demoEvents,
] as const satisfies readonly EventDeclaration<string, z.ZodObject, EventAudience, CallId>[]
