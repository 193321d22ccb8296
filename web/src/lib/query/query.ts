import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import {
  CancelledError,
  keepPreviousData,
  MutationCache,
  QueryClient,
  QueryObserver,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { InfiniteData, Query, UseQueryResult } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { hasCode } from '../api/api-error'
import { call } from '../api/client'
import type { CallOptions, JsonCallId } from '../api/client'
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

/**
 * Changes something. What was read and may differ now is named in `changes`, and is read again. `retries`: another pace of
 * attempts than the usual one.
 */
export function useChange<Id extends JsonCallId>(
  id: Id,
  changes: readonly JsonCallId[],
  sending: Pick<CallOptions, 'retries'> = {},
) {
  return useMutation<CallAnswer<Id>, Error, CallRequest<Id>>({
    mutationFn: (input) => withRepeatKey(id, input, (key) => call(id, input, { ...sending, key })),
    onSettled: () => void forget(changes),
  })
}

/**
 * Reads these calls again, past the cache, wherever their answers are shown. What is being read for the first time was asked
 * before, and may come back as it was: it is read once more when it is there. (The cache would let it pass for new. It is not
 * called off: where much happens and answers take their time, none would ever come.)
 */
export function forget(ids: readonly JsonCallId[], pace?: Pace): Promise<unknown> {
  return Promise.all(ids.map((id) => readAnew({ queryKey: [id] }, pace)))
}

/** Reads everything again that is shown, past the cache; the rest when it is shown again. */
export function clearAllReads(pace?: Pace): Promise<unknown> {
  return readAnew({}, pace)
}

interface Pace {
  /** After events, of which there may be many: lists of several pages wait for their turn. What a reader changed is read at once. */
  readonly paced?: boolean
}

type Which = { readonly queryKey?: readonly [JsonCallId] }

async function readAnew(which: Which, { paced = false }: Pace = {}): Promise<void> {
  const lists = queryClient.getQueryCache().findAll({ ...which, predicate: hasPages })
  await Promise.all([readAllAnew(which), ...lists.map((list) => readListAnew(list, paced))])
}

async function readAllAnew(which: Which): Promise<void> {
  const readings = queryClient.getQueryCache().findAll({
    ...which,
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  })
  const again = () => queryClient.invalidateQueries({ ...which, predicate: (query) => !hasPages(query) })
  await again()
  if (readings.length === 0) return
  await Promise.allSettled(readings.flatMap(({ promise }) => promise ?? []))
  await again()
}

/** Of a list of several pages events have at most one page read anew in this time, in milliseconds. */
const pageEveryMs = 1_000

const pagesOf = ({ state }: Query): number =>
  (state.data as Partial<InfiniteData<unknown>> | undefined)?.pages?.length ?? 0
const hasPages = (query: Query): boolean => pagesOf(query) > 1

/** When the last pass over the pages of a list began, and those that have yet to begin. */
const lastPass = new WeakMap<Query, number>()
const nextPass = { paced: new WeakMap<Query, Promise<void>>(), atOnce: new WeakMap<Query, Promise<void>>() }

/**
 * Reads the pages of a list again that are shown, one after the other, which takes its time. A reading under way is not called off:
 * where much happens none would ever come to its end. What happens meanwhile is read by one further pass, which begins after this one:
 * where it is paced, as many seconds after its beginning as the list has pages.
 */
function readListAnew(query: Query, paced: boolean): Promise<void> {
  query.invalidate()
  if (!query.isActive()) return Promise.resolve()
  const passes = nextPass[paced ? 'paced' : 'atOnce']
  const waiting = passes.get(query)
  if (waiting) return waiting
  const pass = passOver(query, paced)
  passes.set(query, pass)
  return pass
}

async function passOver(query: Query, paced: boolean): Promise<void> {
  await settled(query)
  while (paced && pauseOf(query) > 0) {
    await new Promise((resolve) => setTimeout(resolve, pauseOf(query)))
    // A further page may be on its way by now; this pass would be handed its promise and read nothing.
    await settled(query)
  }
  // What happens from here on is in the next pass.
  nextPass[paced ? 'paced' : 'atOnce'].delete(query)
  lastPass.set(query, Date.now())
  // A further page that came meanwhile made the whole list pass for new.
  query.invalidate()
  const { queryKey } = query
  const reading = queryClient.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
  const [end] = await Promise.allSettled([query.promise])
  await reading
  if (end.status === 'rejected' && wasReplaced(end.reason) && isKept(query)) await readListAnew(query, paced)
}

/** How long the next paced pass waits yet, in milliseconds. */
const pauseOf = (query: Query): number => (lastPass.get(query) ?? -Infinity) + pagesOf(query) * pageEveryMs - Date.now()

/** Waits until nothing of a query is being read. */
async function settled(query: Query): Promise<void> {
  // One that was taken out of the cache is never idle again.
  while (query.state.fetchStatus !== 'idle' && isKept(query)) await Promise.allSettled([query.promise])
}

const isKept = (query: Query): boolean => queryClient.getQueryCache().get(query.queryHash) === query

/** Whether another reading, such as that of a further page, took a reading's place. */
const wasReplaced = (reason: unknown): boolean => reason instanceof CancelledError && reason.silent === true
