import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import {
  keepPreviousData,
  MutationCache,
  QueryClient,
  QueryObserver,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { hasCode } from '../api/api-error'
import { call } from '../api/client'
import type { JsonCallId } from '../api/client'
import { withRepeatKey } from '../api/repeat-key'

/** Answers of reading calls stay fresh this long (requirements 1.7). */
export const FRESH_FOR = 60_000

const isSwitchedOff = (error: unknown): boolean => hasCode(error, 'feature_off')

/** Where something turns out to be switched off, what is on is asked again, and the screens follow it. */
const noticeFeatures = (error: unknown): void => {
  if (isSwitchedOff(error)) void forget(['system.settings'])
}

/** How long a reading of what is switched off goes on loading, in milliseconds, so that no error shows before the screens follow. */
const followMs = 700

/**
 * Cache of what was read; repeats while under way are made once. The transport repeats attempts, so this does not, except
 * once where a feature is switched off or was a moment ago.
 */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({ onError: noticeFeatures }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_FOR,
      gcTime: 5 * FRESH_FOR,
      retry: (failures, error) => {
        noticeFeatures(error)
        return isSwitchedOff(error) && failures === 0
      },
      retryDelay: followMs,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

interface ReadOptions<Answer> {
  readonly enabled?: boolean
  /** Milliseconds between refreshes by itself; false for none. It may depend on the last answer. */
  readonly every?: number | false | ((answer: Answer | undefined) => number | false)
  /** Keep showing the last answer while another question is asked. */
  readonly keepPrevious?: boolean
}

/** What a question is like before anything was heard. */
const unanswered = new QueryObserver(new QueryClient(), {
  queryKey: [],
  enabled: false,
}).getCurrentResult() as UseQueryResult<never>

const never = () => () => {}

/**
 * Reads through the cache: at most one request a minute and question, unless something changed. While the served page is
 * taken over nothing is known yet, whatever was asked and answered in the meantime: it was drawn before that.
 */
export function useCall<Id extends JsonCallId>(
  id: Id,
  input: CallRequest<Id>,
  { enabled = true, every = false, keepPrevious = false }: ReadOptions<CallAnswer<Id>> = {},
): UseQueryResult<CallAnswer<Id>> {
  const result = useQuery({
    queryKey: [id, input],
    queryFn: ({ signal }) => call(id, input, { signal }),
    enabled,
    refetchInterval: typeof every === 'function' ? ({ state }) => every(state.data) : every,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
  const pending = useSyncExternalStore(
    never,
    () => result.isPending,
    () => true,
  )
  return pending === result.isPending ? result : unanswered
}

/** Reads again, wherever it is on screen, what could not be read. */
export function retryFailed(): Promise<unknown> {
  return queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** Changes something. What was read and may differ now is named in `changes`, and is read again. */
export function useChange<Id extends JsonCallId>(id: Id, changes: readonly JsonCallId[]) {
  return useMutation<CallAnswer<Id>, Error, CallRequest<Id>>({
    mutationFn: (input) => withRepeatKey(id, input, (key) => call(id, input, { key })),
    onSettled: () => void forget(changes),
  })
}

/**
 * Reads these calls again, past the cache, wherever their answers are shown. What is being read for the first time was asked
 * before, and may come back as it was: it is read once more when it is there. (The cache would let it pass for new. It is not
 * called off: where much happens and answers take their time, none would ever come.)
 */
export function forget(ids: readonly JsonCallId[]): Promise<unknown> {
  return Promise.all(ids.map((id) => readAnew({ queryKey: [id] })))
}

/** Reads everything again that is shown, past the cache; the rest when it is shown again. */
export function clearAllReads(): Promise<unknown> {
  return readAnew({})
}

async function readAnew(which: { readonly queryKey?: readonly [JsonCallId] }): Promise<void> {
  const readings = queryClient.getQueryCache().findAll({
    ...which,
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  })
  const again = () => queryClient.invalidateQueries(which)
  await again()
  if (readings.length === 0) return
  await Promise.allSettled(readings.flatMap(({ promise }) => promise ?? []))
  await again()
}
