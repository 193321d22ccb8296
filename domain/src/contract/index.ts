import type { z } from 'zod'
import type { allCalls } from './all'
import type { OwnPartOf } from '../definitions'

export { allCalls } from './all'
export { commonErrors, ownPartOf } from '../definitions'
export { compiled } from './compiled'
export { parseInput } from './parse-input'
export type { Access, Call, OwnPlan, RateLimit } from '../definitions'

type AnyCall = (typeof allCalls)[number]

/** The id of a call, such as `candidates.create`. */
export type CallId = AnyCall['id']

/** The declaration of one call. */
export type CallOf<Id extends CallId> = Extract<AnyCall, { id: Id }>

/** What a client sends. */
export type CallRequest<Id extends CallId> = z.input<CallOf<Id>['input']>

/** What a service is given: parsed, trimmed, defaults filled in. */
export type CallInput<Id extends CallId> = z.output<CallOf<Id>['input']>

/** What a service answers, before it is written out. */
export type CallOutput<Id extends CallId> = z.input<CallOf<Id>['output']>

/** What of a public answer is the reader's own: the fields that the contract marks so. */
export type OwnPart<Id extends CallId> = OwnPartOf<CallOf<Id>['output']>

/** What a client receives. */
export type CallAnswer<Id extends CallId> = z.output<CallOf<Id>['output']>
