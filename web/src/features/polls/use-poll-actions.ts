import { percentageOf, shownPercentages } from '@nation/domain/polls'
import { errorTable } from '@nation/domain/errors'
import type { CallAnswer } from '@nation/domain/contract'
import { failureOf, sentenceOf } from '../../lib/api/api-error'
import { download } from '../../lib/api/download'
import { useChange } from '../../lib/query/query'
import { confirm, confirmDeletion, rememberItem, toast } from '../../ui'
import type { FormErrorsOf } from '../../ui/form-errors/use-form-errors'
import type { Poll } from './types'
import { pollReads, showPoll } from './use-polls'

/** Announces the same. Why it could not be done stands beside the sentence. */
function announceFailure(error: Error, failed: string): void {
  const words = failureOf(error, failed)
  toast.error(words, { detail: words === failed ? sentenceOf(error) : undefined })
}

/** Votes on a poll, for good. What is refused is said in the form. */
export function useVoteOnPoll(poll: Poll, errors: Pick<FormErrorsOf, 'refuse' | 'fail'>) {
  const vote = useChange('polls.vote', pollReads)
  return {
    voting: vote.isPending,
    vote: (optionId: string | null) => {
      if (vote.isPending) return
      if (optionId === null) return void errors.refuse({ optionId: errorTable.poll_option_missing[1] })
      errors.refuse({})
      vote.mutate(
        { pollId: poll.id, optionId },
        {
          onSuccess: (answer) => {
            showPoll(poll.id, (shown) => counted(shown, answer))
            toast.success(`Vote submitted successfully! ${answer.message}`)
          },
          onError: (error) => {
            const words = failureOf(error, 'Failed to submit vote')
            errors.fail(error, words === sentenceOf(error) ? words : `${words}: ${sentenceOf(error)}`)
          },
        },
      )
    },
  }
}

/** A poll with the counts that the server answered, and one's own vote on it. */
function counted(poll: Poll, answer: CallAnswer<'polls.vote'>): Poll {
  const votes = poll.options.map(({ id }) => answer.options.find((option) => option.id === id)?.votes ?? 0)
  const shown = shownPercentages(votes)
  return {
    ...poll,
    hasVoted: true,
    votedOptionId: answer.optionId,
    totalVotes: answer.totalVotes,
    may: { ...poll.may, vote: false, updateTexts: false },
    reason: { code: 'poll_already_voted', message: 'You have already voted' },
    options: poll.options.map((option, place) => ({
      ...option,
      votes: votes[place] ?? 0,
      percentage: percentageOf(votes[place] ?? 0, answer.totalVotes),
      shownPercentage: shown[place] ?? 0,
    })),
  }
}

/** Closes a poll, once that was confirmed. */
export function useClosePoll(poll: Poll) {
  const close = useChange('polls.close', pollReads)
  return {
    closing: close.isPending,
    close: async () => {
      const sure = await confirm({
        title: 'Close Poll',
        message: 'Are you sure you want to close this poll?',
        confirm: 'Close Poll',
        danger: true,
      })
      if (!sure) return
      close.mutate(
        { pollId: poll.id },
        {
          onSuccess: (answer) => {
            showPoll(poll.id, () => answer.poll)
            toast.success(answer.message)
          },
          onError: (error) => announceFailure(error, 'Failed to close poll'),
        },
      )
    },
  }
}

/** Deletes a poll, once that was confirmed. */
export function useDeletePoll(poll: Poll) {
  const remove = useChange('polls.delete', pollReads)
  return {
    deleting: remove.isPending,
    remove: async () => {
      const moveOn = rememberItem()
      const confirmed = await confirmDeletion({
        title: 'Delete Poll',
        message:
          'Are you sure you want to delete this poll? Its votes stay on record, but they are not shown any more.',
        confirm: 'Delete Poll',
      })
      if (!confirmed) return
      remove.mutate(
        { pollId: poll.id, ...confirmed },
        {
          onSuccess: () => {
            toast.success('Poll deleted')
            moveOn()
          },
          onError: (error) => announceFailure(error, 'Failed to delete poll'),
        },
      )
    },
  }
}

/** Saves a poll as a file. */
export async function savePoll(poll: Poll, format: 'csv' | 'json'): Promise<void> {
  try {
    await download(`/api/polls/export?pollId=${poll.id}&format=${format}`, `poll-${poll.id}.${format}`)
  } catch (error) {
    toast.error('Failed to export poll', { detail: sentenceOf(error) })
  }
}
