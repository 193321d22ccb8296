import { panelSessionIsOpen } from '@nation/core/admin'
import { NationError } from '@nation/domain/errors'
import type { Queue } from 'bullmq'
import type { Middleware } from 'koa'
import type { Deps } from '../frame'
import { readBoardCookie } from './board-cookie'

/** Where BullMQ's board stands. */
export const boardPath = '/ops/queues'

/** The board sets its own base, and sends requests only to the nation. */
const policy = [
  "default-src 'none'",
  "base-uri 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ')

/**
 * BullMQ's own board, for those who know it. It shows the queues and changes nothing: the
 * database says what is due, so that a job which is retried or removed here would mean nothing. The panel's Jobs tab is where
 * work is retried, paused and run, and where the audit hears of it.
 */
export function serveQueueBoard(deps: Deps): Middleware {
  let board: Promise<Middleware> | undefined
  return async (http, next) => {
    if (http.path !== boardPath && !http.path.startsWith(`${boardPath}/`)) return void (await next())
    if (http.method !== 'GET' && http.method !== 'HEAD') throw new NationError('not_found')
    http.set('cache-control', 'no-store')
    const sessionId = readBoardCookie(deps, http)
    if (sessionId === null || !(await panelSessionIsOpen(deps.runtime.database, sessionId, deps.runtime.clock.now()))) {
      http.status = 401
      http.type = 'html'
      http.body = closed
      return
    }
    const queues = deps.queues()
    if (queues === null) throw new NationError('busy')
    http.set('content-security-policy', policy)
    board ??= openBoard(queues).catch((error: unknown) => {
      board = undefined
      throw error
    })
    const show = await board
    await show(http, next)
  }
}

/** Imported at the first request, so that no start of the API waits for it. */
async function openBoard(shown: readonly Queue[]): Promise<Middleware> {
  const [{ createBullBoard }, { BullMQAdapter }, { KoaAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/koa'),
  ])
  const serverAdapter = new KoaAdapter()
  serverAdapter.setBasePath(boardPath)
  createBullBoard({
    queues: shown.map(
      (queue) =>
        new BullMQAdapter(queue, { readOnlyMode: true, description: 'Nudges: what is due stands in the database.' }),
    ),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Nation: queues' } },
  })
  return serverAdapter.registerPlugin() as Middleware
}

const closed = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Queues · Nation</title>
<h1>This page is closed</h1>
<p>Enter the <a href="/admin?tab=jobs">panel</a> and press ‘Queue board’ under Jobs. The board stays open for an hour.</p>
</html>
`
