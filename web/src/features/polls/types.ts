import type { CallAnswer } from '@nation/domain/contract'

export type Poll = CallAnswer<'polls.list'>['polls'][number]
export type PollOption = Poll['options'][number]
export type PollLog = CallAnswer<'polls.get'>['log']
/** What a tab of the hub shows. */
export type PollTab = 'active' | 'archived'
