import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { ApiError } from '../../lib/api/api-error'
import { call } from '../../lib/api/client'
import type { JsonCallId } from '../../lib/api/client'
import { withRepeatKey } from '../../lib/api/repeat-key'
import { oneAttempt } from '../../lib/api/transport'
import { forget, queryClient } from '../../lib/query/query'
import { serverNow } from '../../lib/server-time'
import { useSession } from '../../lib/session/session'

interface PanelSession {
  /** In this tab's memory and nowhere else: a reload asks for the password again. */
  readonly token: string | null
  readonly adminId: string | null
  /** The text that the server sends once this session has ended: a copy of its rows is deleted at this text alone. */
  readonly farewell: string | null
  /** Whether a session ended by itself. */
  readonly ended: boolean
}

/** Whether the admin panel's password was given in this tab. */
export const usePanel = create<PanelSession>(() => ({ token: null, adminId: null, farewell: null, ended: false }))

let ending: ReturnType<typeof setTimeout> | undefined

/** Marks in the cache what was read in the panel's name: it is deleted with the panel's session. */
export const panelMeta = { panel: true } as const

/** The cache key of the panel's changes: they hold passwords, secrets and recovery codes. */
const panelChanges = 'panel'

/** Calls that the nation does not replay, because their answers are secret: a repeat after a lost answer would be refused. */
const sentOnce: ReadonlySet<JsonCallId> = new Set([
  'admin.begin-second-factor',
  'admin.confirm-second-factor',
  'admin.renew-recovery-codes',
])

/**
 * Opens the panel.
 * @throws ApiError
 */
export async function enterPanel(input: CallRequest<'admin.authenticate'>): Promise<void> {
  const { token, adminId, farewell, expiresAt } = await call('admin.authenticate', input, {
    anonymous: true,
    retries: oneAttempt,
  })
  usePanel.setState({ token, adminId, farewell, ended: false })
  clearTimeout(ending)
  // Longer than a timer can wait is longer than a tab stays open.
  ending = setTimeout(() => endPanel(true), Math.min(expiresAt - serverNow(), 2 ** 31 - 1))
}

/** Deletes the session and what it read. @param ended whether it ended by itself, and not by its administrator */
export function endPanel(ended: boolean): void {
  clearTimeout(ending)
  usePanel.setState({ token: null, adminId: null, farewell: null, ended })
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.panel === true })
  const cache = queryClient.getMutationCache()
  for (const change of cache.findAll({ mutationKey: [panelChanges] })) cache.remove(change)
}

const leaving = new Set<() => void>()

/** Calls back when the administrator leaves the panel: what is stored beside it is deleted, too. Answers how to stop. */
export function onPanelLeft(listener: () => void): () => void {
  leaving.add(listener)
  return () => void leaving.delete(listener)
}

/** Closes the panel; the nation refuses its token from then on. */
export async function leavePanel(): Promise<void> {
  const { token } = usePanel.getState()
  endPanel(false)
  for (const listener of leaving) listener()
  if (token !== null) await call('admin.logout', {}, { bearer: token }).catch(() => {})
}

/** Signing out, or in as another citizen, ends the panel's session. */
useSession.subscribe((now, before) => {
  if (before.user && now.user?.uid !== before.user.uid) void leavePanel()
})

/**
 * Makes a call in the panel's name; `key` is the Idempotency-Key of a change that was sent before. A token that is no longer taken ends the panel's session here, too.
 * @throws ApiError
 */
export async function panelCall<Id extends JsonCallId>(
  id: Id,
  input: CallRequest<Id>,
  signal?: AbortSignal,
  key?: string,
): Promise<CallAnswer<Id>> {
  const { token } = usePanel.getState()
  if (token === null) throw new ApiError(401, 'unauthenticated', 'Authentication Required')
  try {
    return await call(id, input, { bearer: token, signal, key, ...(sentOnce.has(id) && { retries: oneAttempt }) })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && usePanel.getState().token === token) endPanel(true)
    throw error
  }
}

/** Reads something of the panel's, and again every so many milliseconds. */
export function usePanelCall<Id extends JsonCallId>(id: Id, input: CallRequest<Id>, every: number) {
  return useQuery<CallAnswer<Id>>({
    queryKey: [id, input],
    queryFn: ({ signal }) => panelCall(id, input, signal),
    meta: panelMeta,
    refetchInterval: every,
    staleTime: 0,
  })
}

/** Reads a list of the panel page by page: `load` is given the cursor of a page, undefined for the first. */
export function usePanelPages<Page extends { readonly nextCursor: string | null }>(
  id: JsonCallId,
  input: object,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
) {
  return useInfiniteQuery({
    queryKey: [id, input],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    meta: panelMeta,
  })
}

/** Answers that are the same for all callers may be this old for a client that changed nothing; a little more. */
const sharedMs = 600

const changed = new Set<() => void>()

/** Calls back after each change that was made in the panel's name. Answers how to stop. */
export function onPanelChange(listener: () => void): () => void {
  changed.add(listener)
  return () => void changed.delete(listener)
}

/**
 * Changes something in the panel's name. What was read and may differ now is named in `changes`. It is read by the page's
 * session, which may be another account's than the panel's: what was shared in the moment of the change is read once more.
 * Neither what was sent nor what was answered stays in the cache when its form is gone. `onAnswer` puts an answer that says how
 * something reads now in the place of what was read, before the form hears of it.
 */
export function usePanelChange<Id extends JsonCallId>(
  id: Id,
  changes: readonly JsonCallId[],
  onAnswer?: (answer: CallAnswer<Id>) => void,
) {
  return useMutation<CallAnswer<Id>, Error, CallRequest<Id>>({
    mutationKey: [panelChanges, id],
    gcTime: 0,
    mutationFn: (input) =>
      sentOnce.has(id) ? panelCall(id, input) : withRepeatKey(id, input, (key) => panelCall(id, input, undefined, key)),
    ...(onAnswer && { onSuccess: onAnswer }),
    onSettled: () => {
      for (const listener of changed) listener()
      void forget(changes)
      setTimeout(() => void forget(changes), sharedMs)
    },
  })
}
