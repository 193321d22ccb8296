import type { CallAnswer } from '@nation/domain/contract'

/** What the dashboard opens with. */
export type Overview = CallAnswer<'government.overview'>
export type You = NonNullable<Overview['you']>
