import type { CallAnswer } from '@nation/domain/contract'

/** An interview as everybody sees it. */
export type Interview = CallAnswer<'interviews.get'>['interview']

/** An interview as those see it who manage it. */
export type ManagedInterview = CallAnswer<'interviews.all'>['interviews'][number]

/** What a citizen answered, as they see it. */
export type OwnResponse = CallAnswer<'interviews.my-responses'>['responses'][number]

/** What a citizen answered, as those see it who asked. */
export type Response = CallAnswer<'interviews.responses'>['responses'][number]
