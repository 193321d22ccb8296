import { z } from 'zod'
import { publicId, defineEvent } from '../definitions'
import { pollLimits } from './polls'

const counts = [
  'polls.list',
  'polls.get',
  'polls.top-active',
  'polls.results',
  'government.get-polls',
  'vote-hub.get-active-polls',
] as const
const polls = [
  ...counts,
  'polls.recent',
  'vote-hub.check-vote-status',
  'participation.overview',
  'participation.day',
  'government.overview',
] as const
const poll = z.strictObject({ pollId: publicId() })

export const pollEvents = [
  defineEvent({ kind: 'polls.created', summary: 'A poll was opened.', audience: 'public', facts: poll, stale: polls }),
  defineEvent({
    kind: 'polls.updated',
    summary: 'A poll has another question, other options or another closing date.',
    audience: 'public',
    facts: poll.extend({ changes: z.array(z.enum(['question', 'options', 'closesAt'])).max(3) }),
    stale: polls,
  }),
  defineEvent({
    kind: 'polls.closed',
    summary: 'A poll is closed for good.',
    audience: 'public',
    facts: poll.extend({ by: z.string() }),
    stale: polls,
  }),
  defineEvent({
    kind: 'polls.deleted',
    summary: 'A poll is no longer shown.',
    audience: 'public',
    facts: poll,
    // The gazette quotes it no more.
    stale: [...polls, 'gazette.list', 'gazette.get'],
  }),
  defineEvent({
    kind: 'polls.voted',
    summary: 'Votes on a poll stand. Each voter receives their own; no reader learns for what it is.',
    audience: 'listed',
    answers: 'theirs',
    facts: poll,
    stale: polls,
    unnamedInLog: true,
    retentionDays: 30,
    copiedAs: 'pollVotes',
  }),
  defineEvent({
    kind: 'polls.tally-changed',
    summary: 'A poll’s counts changed, at most once in five seconds for each poll.',
    audience: 'public',
    answers: 'nothing',
    facts: poll.extend({
      counts: z
        .array(z.strictObject({ id: publicId(), votes: z.number().int().min(0) }))
        .max(pollLimits.mostOptions)
        .describe('The votes of each option, as they were committed at one moment'),
    }),
    brings: counts,
    retentionDays: 30,
  }),
] as const
