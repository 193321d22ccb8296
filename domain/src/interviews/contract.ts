import { interviewOnlyCalls } from './interviews.contract'
import { interviewRestCalls } from './rest.contract'

/** Every call about interviews. */
export const interviewCalls = [...interviewOnlyCalls, ...interviewRestCalls] as const
