import type { CallAnswer } from '@nation/domain/contract'

/** A term with what was promised for it. */
export type PromiseTerm = CallAnswer<'government.promises'>['terms'][number]
/** A goal or a promise, and what became of it. */
export type Pledge = PromiseTerm['items'][number]
/** What the official said of it. */
export type Word = NonNullable<Pledge['word']>
