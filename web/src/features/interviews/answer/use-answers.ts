import { unanswered } from '@nation/domain/interviews'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { keptInWords } from '../../../lib/store/device'
import type { Interview } from '../types'
import { saveDraft, readDraft, followDraft, forgetSent } from './drafts'
import type { Draft } from './drafts'

/** What reads differently once a response is in, or was refused. */
const touched = ['interviews.get', 'interviews.list', 'interviews.status', 'interviews.my-responses'] as const

/**
 * What a citizen is writing: stored on this device with every change, and forgotten once it is sent. What another tab writes to the same
 * interview is shown here, too.
 */
export function useAnswers(
  { id: interviewId, questions }: Interview,
  uid: string,
  onSubmitted: () => void,
  onRefused: (error: Error, words: string) => void,
) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(interviewId, uid))
  const [kept, setKept] = useState(true)
  // What stands there now, also between two drawings of the page.
  const latest = useRef(draft)
  const show = (next: Draft) => setDraft((latest.current = next))
  useEffect(
    () =>
      followDraft(
        interviewId,
        uid,
        (theirs) => setDraft((latest.current = theirs)),
        () => latest.current,
      ),
    [interviewId, uid],
  )
  const { mutateAsync: submit, isPending } = useChange('interviews.submit', touched)
  const answers = questions.map(({ id }) => ({ questionId: id, answer: draft[id] ?? '' }))
  const ids = questions.map(({ id }) => id)
  return {
    textOf: (questionId: string) => draft[questionId] ?? '',
    write: (questionId: string, text: string) => {
      show({ ...latest.current, [questionId]: text })
      setKept(saveDraft(interviewId, uid, latest.current))
    },
    /** Whether this device could store what was written last. */
    kept,
    /** How many questions are left to answer. */
    left: unanswered(ids, answers),
    sending: isPending,
    send: () => {
      const sent = latest.current
      // The form may be gone by then: that the response is in can be heard of before its own answer comes.
      submit({ interviewId, answers }).then(
        () => {
          forgetSent(interviewId, uid, sent)
          onSubmitted()
        },
        (error: Error) => onRefused(error, `${sentenceOf(error)} ${keptInWords(kept)}`),
      )
    },
  }
}
