import type { CallAnswer } from '@nation/domain/contract'
import type { PromiseMark } from '@nation/domain/government'
import { sentenceOf } from '../../../lib/api/api-error'
import type { JsonCallId } from '../../../lib/api/client'
import { useLive } from '../../../lib/live/live'
import { queryClient, useCall, useChange } from '../../../lib/query/query'
import { toast } from '../../../ui'
import type { Pledge, PromiseTerm } from './types'

const REFRESH = 60_000

/** What reads differently after a word or a mark. Only what the event of a mark makes stale: the log names no caller of that call. */
export const promiseReads: readonly JsonCallId[] = ['government.promises']

/** What a citizen promised for the offices that they won, the newest term first. */
export function usePromises(citizenId: string) {
  const live = useLive((state) => state.live)
  return useCall('government.promises', { id: citizenId }, { every: live ? false : REFRESH })
}

/** The caller's mark of a pledge: shown at once, and taken back where the nation refuses it. */
export function useMark(candidateId: string, { kind, place, word, mark }: Pledge) {
  const change = useChange('government.mark-promise', promiseReads)
  return {
    shown: change.isPending ? change.variables.mark : mark,
    /** Marks, or takes the mark back where it is the same. */
    give: (given: PromiseMark) => {
      if (!word || change.isPending) return
      change.mutate(
        { candidateId, kind, place, round: word.round, mark: given === mark ? null : given },
        {
          onSuccess: (answer) => showMark(candidateId, kind, place, answer),
          onError: (error) => toast.error('Failed to save your mark', { detail: sentenceOf(error) }),
        },
      )
    },
  }
}

type Marked = Pick<CallAnswer<'government.mark-promise'>, 'mark' | 'agrees' | 'disagrees'>

/** Puts a mark as the server just answered it where it is shown. */
function showMark(candidateId: string, kind: Pledge['kind'], place: number, { mark, agrees, disagrees }: Marked): void {
  const inItem = (item: Pledge): Pledge =>
    item.kind === kind && item.place === place && item.word
      ? { ...item, mark, word: { ...item.word, agrees, disagrees } }
      : item
  const inTerm = (term: PromiseTerm): PromiseTerm =>
    term.candidateId === candidateId ? { ...term, items: term.items.map(inItem) } : term
  queryClient.setQueriesData<CallAnswer<'government.promises'>>(
    { queryKey: ['government.promises'] },
    (answer) => answer && { ...answer, terms: answer.terms.map(inTerm) },
  )
}
